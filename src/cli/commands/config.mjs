// @ts-check
import { prepareServerCode } from '../server-code.mjs'
import { start, startOptions } from './start.mjs'

/** @type {import('../commands.mjs').Command} */
export const config = {
  name: 'config',
  words: [],
  summary: 'check the settings and print what would be used, without secrets',
  options: start.options,
  async run(given) {
    await prepareServerCode()
    const { describeConfig, readConfig } = await import('../../server/process/config.ts')
    const settings = await readConfig({ ...startOptions(given), env: given.env })
    for (const line of describeConfig(settings)) console.log(line)
  },
}
