// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, absolute, without a trailing slash. */
export const checkoutRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Whether this is a clone of the repository: a published package carries no lock file. */
export const isCheckout = existsSync(join(checkoutRoot, 'package-lock.json'))

/** Something a person can put right; its message is all they need to see. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError'
}
