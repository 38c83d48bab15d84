import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { environmentOfParts, type Setting, settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Everything that can be set, parsed. */
export interface Config {
  port: number
  host: string
  data_dir: string
  database_url: string | null
  secret_key: string | null
  api_key: string | null
  password: string | null
  public_url: string | null
  base_path: string
  trusted_proxies: readonly string[]
  allowed_hosts: readonly string[]
  deploy_examples: boolean
  audit_days: number
  upstream_silence_seconds: number
  log_level: 'debug' | 'info' | 'warn' | 'error'
  log_format: 'auto' | 'json' | 'text'
  /** Variables that `engineSettings` and `rolloutSettings` read. */
  parts: Readonly<Record<string, string | undefined>>
}

/** A configuration, and where each of its values comes from. */
export interface ReadConfig {
  config: Config
  /** By the name of the setting. */
  values: Readonly<Record<string, unknown>>
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
  env: Readonly<Record<string, string | undefined>>
}): Promise<ReadConfig> {
  const file = given.configFile ?? path.join(given.dataDir, 'config.json')
  const ofFile = await readFileSettings(file, given.configFile !== null)
  const origins: Record<string, string> = { data_dir: 'start' }
  const faults: string[] = []
  const values: Record<string, unknown> = { data_dir: given.dataDir }
  for (const [name, setting] of Object.entries(settings)) {
    const found = await pick(name, setting, given, ofFile)
    origins[name] = found.origin
    const parsed = setting.schema.safeParse(found.value)
    if (parsed.success) values[name] = parsed.data
    else {
      const said = parsed.error.issues.map((issue) => issue.message).join(' ')
      const place = found.origin === 'file' ? `“${name}” in ${file}` : found.origin
      faults.push(`${place}: ${said}`)
    }
  }
  for (const name of Object.keys(ofFile)) {
    if (!Object.hasOwn(settings, name))
      faults.push(`“${name}” in ${file}: There is no such setting.`)
  }
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  const config = { ...values, parts: environmentOfParts(values) } as unknown as Config
  return { config, values, origins }
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
    env: Record<string, string | undefined>
  },
  ofFile: Record<string, unknown>,
): Promise<{ value: unknown; origin: string }> {
  const onCommandLine = name === 'port' ? given.port : name === 'host' ? given.host : undefined
  if (onCommandLine !== undefined) return { value: onCommandLine, origin: `--${name}` }
  const inEnvironment = given.env[setting.env]
  if (inEnvironment) return { value: inEnvironment, origin: setting.env }
  const secretFile = setting.isSecret ? given.env[`${setting.env}_FILE`] : undefined
  if (secretFile) {
    const value = await readFile(secretFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${setting.env}_FILE: ${secretFile} cannot be read (${error.code}).`)
    })
    return { value: value.trim(), origin: `${setting.env}_FILE` }
  }
  if (Object.hasOwn(ofFile, name)) return { value: ofFile[name], origin: 'file' }
  return { value: setting.standard, origin: 'default' }
}

/**
 * One line for each setting, or for each that is not at its default, with where it comes from; of a
 * secret only that there is one.
 */
export function describeConfig(
  { values, origins }: ReadConfig,
  which: 'all' | 'changed' = 'all',
): string[] {
  const shown = Object.entries(values).filter(
    ([name]) => which === 'all' || !['default', 'start'].includes(origins[name] ?? ''),
  )
  const rows = shown.map(([name, value]) => {
    const isSecret = settings[name]?.isSecret === true
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    const text = isEmpty ? 'none' : isSecret ? 'set' : String(value)
    return { name, text, origin: origins[name] ?? '' }
  })
  const width = Math.max(0, ...rows.map((row) => row.name.length))
  return rows.map(({ name, text, origin }) => `${name.padEnd(width)}  ${text}  (${origin})`)
}
