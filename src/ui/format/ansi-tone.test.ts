import Anser from 'anser'
import { expect, it } from 'vitest'
import { toneOf } from './ansi-tone.ts'
import { colouredMessage, plainMessage } from './plain-message.ts'

const tones = (text: string) =>
  Anser.ansiToJson(colouredMessage(text), { remove_empty: true }).map(
    ({ content, fg }) => [content, fg && toneOf(fg)] as const,
  )

it('knows the colours of a terminal, of palettes and of millions', () => {
  const basic = [31, 32, 33, 34, 35, 36, 90, 91, 92, 93, 94, 95, 96, 97].map(
    (code) => tones(`\u001b[${code}mx`)[0]?.[1],
  )
  expect(basic).toEqual([
    ...['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'grey'],
    ...['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'plain'],
  ])
  expect(tones('\u001b[38;5;208morange \u001b[38;2;250;20;60mrose\u001b[0m plain')).toEqual([
    ['orange ', 'yellow'],
    ['rose', 'red'],
    [' plain', null],
  ])
})

it('takes every other command of a terminal out', () => {
  const text = '\u001b[2K\u001b[1;32mdone\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007'
  expect(plainMessage(text)).toBe('done link')
  expect(colouredMessage(text)).toBe('\u001b[1;32mdone\u001b[0m link')
})
