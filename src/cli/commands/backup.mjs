// @ts-check
import { callersPath, configFileOf, configOption, dataDirOf, dataOption } from '../options.mjs'
import { prepareServerCode } from '../server-code.mjs'

/** @type {import('../commands.mjs').Command} */
export const backup = {
  name: 'backup',
  words: ['FOLDER'],
  summary: 'write the embedded database into a new folder, also while the server runs',
  options: {
    'with-keys': { help: 'put the keys into the backup too: without them its secrets are lost' },
    data: dataOption,
    config: configOption,
  },
  async run({ words: [folder = ''], values, env }) {
    await prepareServerCode()
    const { makeBackup } = await import('../../server/operations/commands/make-backup.ts')
    const lines = await makeBackup({
      folder: callersPath(folder, env),
      hasKeys: values['with-keys'] !== undefined,
      dataDir: dataDirOf(values, env),
      configFile: configFileOf(values, env),
      env,
    })
    for (const line of lines) console.log(line)
  },
}
