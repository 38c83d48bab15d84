// @ts-check
import { join } from 'node:path'
import { SetupError } from '../checkout.mjs'
import { runCommand } from '../run-command.mjs'

const TIME_LIMIT_MS = 3 * 60_000

/**
 * Builds into a folder. @param {string} root the checkout @param {string} outDir @param {string[]} options of Vite
 * @param {string} what is built, for people @throws {SetupError}
 */
export async function viteBuild(root, outDir, options, what) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const ended = await runCommand(
    process.execPath,
    [vite, 'build', '--outDir', outDir, ...options],
    // Whoever starts it, a test for instance, what is built is what people use.
    { cwd: root, timeLimitMs: TIME_LIMIT_MS, output: 'keep', env: { NODE_ENV: 'production' } },
  )
  if (ended.code !== 0) {
    throw new SetupError(`${ended.output.trim()}\nBuilding ${what} failed: vite ${ended.how}.`)
  }
}
