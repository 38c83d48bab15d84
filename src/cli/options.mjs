// @ts-check
import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { settings } from '../server/process/settings.mjs'
import { isOwnNpmScript } from './npm-script.mjs'

/**
 * @typedef {Record<string, string | undefined>} Environment
 * @typedef {{ value?: string, short?: string, help: string }} Option `value` names what follows it in the help; without it the option is a switch
 */

/** What a person typed cannot be understood; the message is one line for them, the exit code is 2. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError'
}

/** Options that several commands share. */
export const dataOption = {
  value: 'DIR',
  help: 'where everything is kept (default $QUARTERDECK_HOME, else ~/.quarterdeck; for dev a folder of its own in that)',
}
export const configOption = {
  value: 'FILE',
  help: 'settings file (default config.json in the data directory, where it exists)',
}

export const portOption = {
  value: 'PORT',
  help: `${settings.port.text} (default ${settings.port.standard}; of dev 4200 or the next free one)`,
}

/** What `--no-auth` says is the setting `auth`. */
export const noAuthOption = {
  help: 'nobody signs in: every account and program of this machine is administrator',
}

export const noOpenOption = { help: 'do not open the page in a browser' }

/** The home directory even where HOME is set to nothing. @param {Environment} env */
function homeOf(env) {
  return env.HOME === '' ? userInfo().homedir : homedir()
}

/**
 * A path that a person typed, made absolute: npm changes into the package before it runs a script and keeps
 * where it was called in INIT_CWD, which counts only when the script is one of ours.
 * @param {string} path @param {Environment} env
 */
export function callersPath(path, env) {
  const folder = isOwnNpmScript(env) && env.INIT_CWD ? env.INIT_CWD : process.cwd()
  return resolve(folder, path)
}

/** The data directory, absolute. @param {{ data?: string }} values @param {Environment} env */
export function dataDirOf(values, env) {
  const folder = values.data ?? (env.QUARTERDECK_HOME || join(homeOf(env), '.quarterdeck'))
  return callersPath(folder, env)
}

/** The settings file that was named, absolute. @param {{ config?: string }} values @param {Environment} env */
export function configFileOf(values, env) {
  const file = values.config ?? env.QUARTERDECK_CONFIG
  return file ? callersPath(file, env) : null
}

/** @param {string | undefined} text */
export function portOf(text) {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65535) return port
  throw new UsageError(`--port takes a whole number from 0 to 65535, not "${text}".`)
}
