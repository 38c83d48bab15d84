import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { RolloutFailure } from '../../rollout-failure.ts'
import { type Checkout, checkFolder, dependenciesFault } from '../langgraph-json/project-place.ts'

/** What a langgraph.json says about how a Python project is built. */
export interface PythonProject {
  /** As written: folders that begin with a dot, and requirements by name or address. */
  dependencies: string[]
  /** Such as `3.12`; null for any. */
  version: string | null
  installer: 'auto' | 'uv' | 'pip'
  /** Absolute. */
  pipConfigFile: string | null
  /** A project or a workspace that uv has locked, in place of the dependencies. `root` is absolute. */
  uvSource: { root: string; packageName: string | null } | null
}

/**
 * Reads what a langgraph.json with graphs in Python, whose keys are checked by name, says about how they are built.
 * Throws a RolloutFailure (CREATE_FAILED) that names what is wrong.
 */
export async function readPythonConfig(
  config: Record<string, unknown>,
  checkout: Checkout,
): Promise<PythonProject> {
  const { configPath } = checkout
  const uvSource = await readSource(config, checkout)
  return {
    dependencies: await readDependencies(config, checkout),
    version: readVersion(config.python_version, configPath),
    installer: readInstaller(config.pip_installer, configPath),
    pipConfigFile: await readPipConfig(config.pip_config_file, checkout),
    uvSource,
  }
}

function fail(reason: string): never {
  throw new RolloutFailure('CREATE_FAILED', reason)
}

async function readDependencies(
  config: Record<string, unknown>,
  checkout: Checkout,
): Promise<string[]> {
  const { configPath } = checkout
  // Other servers demand them; a project that has none means itself.
  const { dependencies = isGiven(config.source) ? [] : ['.'] } = config
  if (!Array.isArray(dependencies) || !dependencies.every((one) => typeof one === 'string')) {
    throw dependenciesFault(configPath)
  }
  for (const dependency of dependencies as string[]) {
    if (dependency.startsWith('.')) {
      await checkFolder(`The dependency “${dependency}”`, dependency, checkout)
    }
  }
  return dependencies as string[]
}

async function readSource(
  config: Record<string, unknown>,
  checkout: Checkout,
): Promise<PythonProject['uvSource']> {
  const { source } = config
  const { configPath } = checkout
  if (!isGiven(source)) return null
  const {
    kind,
    root: place = '.',
    package: name = null,
  } = Object(source) as Record<string, unknown>
  if (kind !== 'uv' || typeof place !== 'string' || (name !== null && typeof name !== 'string')) {
    fail(
      `“source” in ${configPath} must be written as {"kind": "uv", "root": ".", "package": "name"}; other kinds are not supported here.`,
    )
  }
  if (isGiven(config.dependencies)) {
    fail(`${configPath} has both “source” and “dependencies”. Keep one of them.`)
  }
  const found = await checkFolder('“source.root”', place, checkout)
  return { root: found, packageName: name }
}

async function readPipConfig(
  value: unknown,
  { root, folder, configPath }: Checkout,
): Promise<string | null> {
  if (!isGiven(value)) return null
  const found =
    typeof value === 'string' ? await realpath(path.resolve(folder, value)).catch(() => null) : null
  if (found === null) fail(`“pip_config_file” in ${configPath} names no file of the repository.`)
  if (!found.startsWith(root + path.sep)) {
    fail(`“pip_config_file” in ${configPath} leads out of the repository.`)
  }
  return found
}

function readVersion(value: unknown, configPath: string): string | null {
  if (!isGiven(value)) return null
  // A word after it chooses an image.
  const version = /^3\.\d+/.exec(String(value))?.[0]
  if (!version) fail(`“python_version” in ${configPath} must be a version such as "3.12".`)
  return version
}

function readInstaller(value: unknown, configPath: string): PythonProject['installer'] {
  if (!isGiven(value)) return 'auto'
  if (value === 'auto' || value === 'uv' || value === 'pip') return value
  fail(`“pip_installer” in ${configPath} must be auto, uv or pip.`)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
