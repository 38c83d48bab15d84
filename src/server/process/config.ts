import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '../start-error.ts'
import { readSetting, SettingFault, type Settings } from './read-setting.ts'
import { type Setting, settings } from './settings.mjs'

/** Variables of an environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Everything that can be set, parsed and checked, and where the server keeps what it has. */
export interface ServerConfig extends Settings {
  readonly data_dir: string
  /** Where settings and secrets were read from: files that nobody else should read. */
  readonly secret_files: readonly string[]
}

/** A configuration, and where each of its values comes from. */
export interface ReadConfig {
  config: ServerConfig
  /** By the name of the setting. */
  origins: Readonly<Record<string, string>>
}

/**
 * Puts the settings together: the command line before the environment before the file before the
 * defaults. A secret may also be in a file of its own, named by the variable with `_FILE` behind it.
 * Throws a StartError that names every faulty setting, and never shows the value of a secret.
 */
export async function readConfig(given: {
  dataDir: string
  /** Must be there when it is named; else `config.json` in the data directory counts where it exists. */
  configFile: string | null
  port?: number | undefined
  host?: string | undefined
  /** False where the command line opens the server to everybody on its machine. */
  auth?: boolean | undefined
  env: Environment
}): Promise<ReadConfig> {
  const file = given.configFile ?? path.join(given.dataDir, 'config.json')
  const ofFile = await readFileSettings(file, given.configFile !== null)
  const origins: Record<string, string> = { data_dir: 'start' }
  const faults: string[] = []
  const values: Record<string, unknown> = { data_dir: given.dataDir }
  const secretFiles = [file]
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const found = await pick(name, setting, given, ofFile)
    origins[name] = found.origin
    if (found.file) secretFiles.push(found.file)
    try {
      values[name] = readSetting(setting, found.value)
    } catch (error) {
      if (!(error instanceof SettingFault)) throw error
      const place = found.origin === 'file' ? `“${name}” in ${file}` : found.origin
      faults.push(`${place}: ${error.message}`)
    }
  }
  for (const name of Object.keys(ofFile)) {
    if (!Object.hasOwn(settings, name))
      faults.push(`“${name}” in ${file}: There is no such setting.`)
  }
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  // The loop has filled in each setting by its own type.
  const config = { ...values, secret_files: secretFiles.map((one) => path.resolve(one)) }
  return { config: config as unknown as ServerConfig, origins }
}

async function readFileSettings(file: string, isNamed: boolean): Promise<Record<string, unknown>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!isNamed && ['ENOENT', 'ENOTDIR'].includes(code ?? '')) return {}
    throw new StartError(`The settings file ${file} cannot be read (${code ?? message}).`)
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(asJson(text))
  if (parsed.success) return parsed.data
  throw new StartError(`The settings file ${file} holds no JSON object.`)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function pick(
  name: string,
  setting: Setting,
  given: {
    port?: number | undefined
    host?: string | undefined
    auth?: boolean | undefined
    env: Environment
  },
  ofFile: Record<string, unknown>,
): Promise<{ value: unknown; origin: string; file?: string }> {
  const onCommandLine = name === 'port' ? given.port : name === 'host' ? given.host : undefined
  if (onCommandLine !== undefined) return { value: onCommandLine, origin: `--${name}` }
  if (name === 'auth' && given.auth === false) return { value: false, origin: '--no-auth' }
  const inEnvironment = given.env[setting.env]
  if (inEnvironment) return { value: inEnvironment, origin: setting.env }
  const secretFile = setting.isSecret ? given.env[`${setting.env}_FILE`] : undefined
  if (secretFile) {
    const value = await readFile(secretFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${setting.env}_FILE: ${secretFile} cannot be read (${error.code}).`)
    })
    return { value: value.trim(), origin: `${setting.env}_FILE`, file: secretFile }
  }
  if (Object.hasOwn(ofFile, name)) return { value: ofFile[name], origin: 'file' }
  return { value: setting.standard, origin: 'default' }
}

const secretNames = new Set(
  Object.entries<Setting>(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
)

/**
 * One line for each setting, or for each that is not at its default, with where it comes from; of a
 * secret only that there is one.
 */
export function describeConfig(
  { config, origins }: ReadConfig,
  which: 'all' | 'changed' = 'all',
): string[] {
  const shown = Object.entries(config).filter(
    ([name]) =>
      name !== 'secret_files' &&
      (which === 'all' || !['default', 'start'].includes(origins[name] ?? '')),
  )
  const rows = shown.map(([name, value]) => {
    const isSecret = secretNames.has(name)
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    const text = isEmpty ? 'none' : isSecret ? 'set' : String(value)
    return { name, text, origin: origins[name] ?? '' }
  })
  const width = Math.max(0, ...rows.map((row) => row.name.length))
  return rows.map(({ name, text, origin }) => `${name.padEnd(width)}  ${text}  (${origin})`)
}
