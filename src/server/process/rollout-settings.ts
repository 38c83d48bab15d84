import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** How rollouts are made, as the environment says. Absent ones have defaults. */
export interface RolloutSettings {
  limits: { cloneMs?: number; installMs?: number; buildMs?: number; loadMs?: number }
  keptBuilds?: number
  /** Folders with repositories of this machine that may be deployed; `any` allows all. */
  repositories?: 'any' | readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const longest = 24 * 3_600

/** Reads the settings of rollouts. Throws a StartError that names the variable which is wrong. */
export function rolloutSettings(env: Environment): RolloutSettings {
  const clone = wholeNumber(env, 'QUARTERDECK_CLONE_TIMEOUT_SECONDS', 1, longest)
  const install = wholeNumber(env, 'QUARTERDECK_INSTALL_TIMEOUT_SECONDS', 1, longest)
  const build = wholeNumber(env, 'QUARTERDECK_BUILD_TIMEOUT_SECONDS', 1, longest)
  const load = wholeNumber(env, 'QUARTERDECK_LOAD_TIMEOUT_SECONDS', 1, longest)
  const keptBuilds = wholeNumber(env, 'QUARTERDECK_KEEP_BUILDS', 1, 100)
  const repositories = folders(env, 'QUARTERDECK_REPOSITORIES')
  return {
    limits: {
      ...(clone === undefined ? {} : { cloneMs: clone * 1_000 }),
      ...(install === undefined ? {} : { installMs: install * 1_000 }),
      ...(build === undefined ? {} : { buildMs: build * 1_000 }),
      ...(load === undefined ? {} : { loadMs: load * 1_000 }),
    },
    ...(keptBuilds === undefined ? {} : { keptBuilds }),
    ...(repositories === undefined ? {} : { repositories }),
  }
}

/**
 * The folders whose repositories may be deployed, as real paths: those that were set, or else all of
 * the machine where only its own people reach the server. The package's examples always are.
 */
export async function allowedRepositories(options: {
  settings: RolloutSettings
  /** Others than this machine can reach the server. */
  isReachable: boolean
  examples: string
}): Promise<'any' | string[]> {
  const { settings, isReachable, examples } = options
  const set = settings.repositories ?? (isReachable ? [] : 'any')
  if (set === 'any') return 'any'
  const real = set.map((folder) => realpath(folder).catch(() => path.resolve(folder)))
  return [...(await Promise.all(real)), examples]
}

function folders(env: Environment, name: string): 'any' | string[] | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  if (text === 'any') return 'any'
  const list = text.split(path.delimiter).filter((folder) => folder !== '')
  if (list.every((folder) => path.isAbsolute(folder))) return list
  throw new StartError(
    `${name} must be “any”, or absolute paths of folders with “${path.delimiter}” between them.`,
  )
}

function wholeNumber(
  env: Environment,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new StartError(`${name} must be a whole number from ${least} to ${most}.`)
}
