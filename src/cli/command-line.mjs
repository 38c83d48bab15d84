// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutRoot } from './checkout.mjs'
import { commands } from './commands.mjs'
import { helpText, parseArguments } from './parse-arguments.mjs'
import { reportAndExit } from './report-error.mjs'

/** Runs one command line and ends the process with its exit code; a started server keeps it alive. @param {string[]} args */
export async function run(args) {
  try {
    const parsed = parseArguments(args, process.env, commands)
    if (parsed === 'help') return console.log(helpText(commands).trimEnd())
    if (parsed === 'version') {
      const { version } = JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8'))
      return console.log(version)
    }
    await parsed.command.run(parsed.given)
  } catch (error) {
    reportAndExit(error)
  }
}
