// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { checkoutRoot, isCheckout } from './checkout.mjs'
import { ensureInstalled } from './install.mjs'
import { isOwnNpmScript, stopWithParent } from './npm-script.mjs'
import { HELP, parseArguments } from './parse-arguments.mjs'
import { reportAndExit } from './report-error.mjs'
import { serve } from './serve.mjs'

/** @param {import('./parse-arguments.mjs').StartOptions} options */
async function start(options) {
  const parent = isOwnNpmScript(process.env) ? stopWithParent() : undefined
  if (isCheckout) {
    await ensureInstalled(checkoutRoot)
    await ensureBuilt(checkoutRoot)
  }
  await serve(options)
  parent?.handlesSignals()
}

/** Runs one command line and ends the process with its exit code; a started server keeps it alive. @param {string[]} args */
export async function run(args) {
  try {
    const command = parseArguments(args, process.env)
    if (command.name === 'help') return console.log(HELP.trimEnd())
    if (command.name === 'version') {
      const { version } = JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8'))
      return console.log(version)
    }
    const { name: _, ...options } = command
    await start(options)
  } catch (error) {
    reportAndExit(error)
  }
}
