// @ts-check

import { settings } from '../../server/process/settings.mjs'
import { isOwnNpmScript, stopWithParent } from '../npm-script.mjs'
import {
  configFileOf,
  configOption,
  dataDirOf,
  dataOption,
  noAuthOption,
  noOpenOption,
  portOf,
  portOption,
} from '../options.mjs'
import { loadServer } from '../server-code.mjs'

/**
 * What `start` was told; what is undefined comes from the environment, the settings file or the defaults.
 * @typedef {{ port?: number, host?: string, dataDir: string, configFile: string | null, hasFaults?: boolean, auth?: false, opensPage?: false }} StartOptions
 * @param {import('../commands.mjs').Given} given @returns {StartOptions}
 */
export function startOptions({ values, env }) {
  return {
    port: portOf(values.port),
    host: values.host,
    dataDir: dataDirOf(values, env),
    configFile: configFileOf(values, env),
    ...(values.faults !== undefined && { hasFaults: true }),
    ...(values['no-auth'] !== undefined && { auth: false }),
    ...(values['no-open'] !== undefined && { opensPage: false }),
  }
}

/** @param {{ text: string, standard: string | number }} setting */
const optionText = ({ text, standard }) => `${text} (default ${standard})`

/** @type {import('../commands.mjs').Command} */
export const start = {
  name: 'start',
  words: [],
  summary: 'start the server and print its address',
  options: {
    port: portOption,
    host: { value: 'HOST', help: optionText(settings.host) },
    data: dataOption,
    config: configOption,
    'no-auth': noAuthOption,
    'no-open': noOpenOption,
    faults: { help: 'let browser sessions make requests fail, for trying things out (fault lab)' },
  },
  check(given) {
    startOptions(given)
  },
  async run(given) {
    const options = startOptions(given)
    const parent = isOwnNpmScript(process.env) ? stopWithParent() : undefined
    const { main } = await loadServer('start')
    await main(options)
    parent?.handlesSignals()
  },
}
