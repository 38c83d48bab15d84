// @ts-check
import { join } from 'node:path'
import { checkoutRoot } from './checkout.mjs'

const parentAtStart = process.ppid
const LOOK_EVERY_MS = 100

/**
 * Whether npm runs this as a script of this very package, and not as a program inside somebody else's script.
 * @param {Record<string, string | undefined>} env
 */
export function isOwnNpmScript(env) {
  return env.npm_package_json === join(checkoutRoot, 'package.json')
}

/**
 * Makes this process stop when its parent is gone. npm puts a shell between itself and a script and passes
 * SIGTERM to that shell only, which dies without a word: `kill` of `npm start` would leave the server running.
 * `handlesSignals` is for when the process drains by itself on a signal: one that came is then not sent again.
 */
export function stopWithParent() {
  const timer = setInterval(() => {
    if (process.ppid === parentAtStart) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
  const letGo = () => clearInterval(timer)
  // Windows has no such shell, and there the number of a parent that is gone stays what it was.
  if (process.platform === 'win32') letGo()
  return { handlesSignals: () => process.once('SIGINT', letGo).once('SIGTERM', letGo) }
}
