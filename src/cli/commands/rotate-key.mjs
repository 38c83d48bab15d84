// @ts-check
import { configFileOf, configOption, dataDirOf, dataOption } from '../options.mjs'
import { prepareServerCode } from '../server-code.mjs'

/** @type {import('../commands.mjs').Command} */
export const rotateKey = {
  name: 'rotate-key',
  words: [],
  summary: 'encrypt all secrets with a new key, while no server runs (the API key is another one)',
  options: { data: dataOption, config: configOption },
  async run({ values, env }) {
    await prepareServerCode()
    const { readConfig } = await import('../../server/process/config.ts')
    const { rotateKey: rotate } = await import('../../server/operations/commands/rotate-key.ts')
    const dataDir = dataDirOf(values, env)
    const { config } = await readConfig({ dataDir, configFile: configFileOf(values, env), env })
    const lines = await rotate({
      dataDir: config.data_dir,
      databaseUrl: config.database_url,
      secretKey: config.secret_key,
      newKey: env.QUARTERDECK_NEW_SECRET_KEY || null,
    })
    for (const line of lines) console.log(line)
  },
}
