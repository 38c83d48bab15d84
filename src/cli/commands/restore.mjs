// @ts-check
import { callersPath, dataDirOf, dataOption } from '../options.mjs'
import { prepareServerCode } from '../server-code.mjs'

/** @type {import('../commands.mjs').Command} */
export const restore = {
  name: 'restore',
  words: ['FOLDER'],
  summary: 'make a new data directory from a backup; refuses one that holds anything',
  options: { data: dataOption },
  async run({ words: [folder = ''], values, env }) {
    await prepareServerCode()
    const { restoreBackup } = await import('../../server/operations/commands/restore-backup.ts')
    const lines = await restoreBackup({
      folder: callersPath(folder, env),
      dataDir: dataDirOf(values, env),
    })
    for (const line of lines) console.log(line)
  },
}
