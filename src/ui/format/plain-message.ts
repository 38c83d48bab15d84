import ansiRegex from 'ansi-regex'

const commands = ansiRegex()
const isColour = /^.\[[\d;]*m$/

/** What a program printed, without colours and other commands for a terminal. */
export function plainMessage(text: string): string {
  return text.includes('\u001b') ? text.replace(commands, '') : text
}

/** As `plainMessage`, with the colours. */
export function colouredMessage(text: string): string {
  return text.replace(commands, (command) => (isColour.test(command) ? command : ''))
}
