import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the package is, with its examples and docs. */
export const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))

/** The built console. */
export const consoleFolder = path.join(packageFolder, 'dist/console')
