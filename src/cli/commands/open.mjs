// @ts-check
import { configFileOf, configOption, dataDirOf, dataOption, noOpenOption } from '../options.mjs'
import { prepareServerCode } from '../server-code.mjs'

/** @type {import('../commands.mjs').Command} */
export const open = {
  name: 'open',
  words: [],
  summary: 'print an address that signs in at the server that runs, once, and open it',
  options: { data: dataOption, config: configOption, 'no-open': noOpenOption },
  async run({ values, env }) {
    await prepareServerCode()
    const { askSignInAddress } = await import(
      '../../server/operations/commands/ask-sign-in-address.ts'
    )
    const { openPage } = await import('../../server/process/open-page.ts')
    const dataDir = dataDirOf(values, env)
    const address = await askSignInAddress({ dataDir, configFile: configFileOf(values, env), env })
    console.log(address)
    if (values['no-open'] === undefined) await openPage(address, dataDir)
  },
}
