// @ts-check
import { backup } from './commands/backup.mjs'
import { checkEmbed } from './commands/check-embed.mjs'
import { config } from './commands/config.mjs'
import { dev } from './commands/dev.mjs'
import { open } from './commands/open.mjs'
import { qa } from './commands/qa.mjs'
import { restore } from './commands/restore.mjs'
import { rotateKey } from './commands/rotate-key.mjs'
import { start } from './commands/start.mjs'
import { user } from './commands/user.mjs'

/**
 * One command of the command line, in a file of its own in `commands/`. `words` are what may follow the
 * name, as the help shows them: `NAME` must be there, `[NAME]` may. A command that needs the packages
 * calls `prepareServerCode` before it imports server code, or `loadServer`.
 * @typedef {{
 *   name: string
 *   words: readonly string[]
 *   summary: string
 *   options: Readonly<Record<string, import('./options.mjs').Option>>
 *   check?(given: Given): void
 *   run(given: Given): Promise<void>
 * }} Command
 * @typedef {{
 *   words: readonly string[]
 *   values: Readonly<Record<string, string | undefined>>
 *   env: import('./options.mjs').Environment
 * }} Given
 */

/** Every command, in the order of the help. @type {readonly Command[]} */
export const commands = [start, open, dev, config, user, backup, restore, rotateKey, checkEmbed, qa]
