// @ts-check
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isOwnNpmScript, stopWithParent } from '../npm-script.mjs'
import {
  callersPath,
  dataDirOf,
  dataOption,
  noAuthOption,
  noOpenOption,
  portOf,
  portOption,
  UsageError,
} from '../options.mjs'
import { loadServer } from '../server-code.mjs'

/** As the name of a deployment. @param {string} folder */
function nameOf(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
  return name || 'agent'
}

/** @param {string} folder absolute */
function realFolder(folder) {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** @param {import('../commands.mjs').Given} given */
function devOptions({ words, values, env }) {
  const folder = realFolder(callersPath(words[0] ?? '.', env))
  const name = values.name ?? nameOf(folder)
  if (!/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw new UsageError(
      `--name takes lower-case letters, digits and hyphens, starting with a letter, not "${name}".`,
    )
  }
  const configPath = values['config-path'] ?? 'langgraph.json'
  if (configPath.startsWith('/') || configPath.split(/[\\/]/).includes('..')) {
    throw new UsageError('--config-path takes a path within the folder.')
  }
  // One for each folder, so that its threads are found again, and beside what a started server keeps.
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 8)
  const dataDir = values.data
    ? dataDirOf(values, env)
    : join(dataDirOf({}, env), 'dev', `${nameOf(folder)}-${digest}`)
  return {
    folder,
    name,
    configPath,
    dataDir,
    port: portOf(values.port),
    opensPage: values['no-open'] === undefined,
    ...(values['no-auth'] !== undefined && { auth: false }),
    env,
  }
}

/**
 * `quarterdeck dev`: for people who write an agent. The developers of Quarterdeck itself have `npm run dev`.
 * @type {import('../commands.mjs').Command}
 */
export const dev = {
  name: 'dev',
  words: ['[FOLDER]'],
  summary: 'serve the agent in a folder (default: this one), live after each save',
  options: {
    port: portOption,
    name: { value: 'NAME', help: "name of the deployment (default the folder's)" },
    'config-path': {
      value: 'PATH',
      help: 'the langgraph.json, from the folder on (default langgraph.json)',
    },
    data: dataOption,
    'no-open': noOpenOption,
    'no-auth': noAuthOption,
  },
  check(given) {
    devOptions(given)
  },
  async run(given) {
    const options = devOptions(given)
    const parent = isOwnNpmScript(process.env) ? stopWithParent() : undefined
    const { main } = await loadServer('dev')
    await main(options)
    parent?.handlesSignals()
  },
}
