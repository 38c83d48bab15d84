import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { type Checkout, checkFolder, dependenciesFault } from '../langgraph-json/project-place.ts'
import { RolloutFailure } from '../rollout-failure.ts'

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

const known = [
  'graphs',
  'env',
  'dependencies',
  'python_version',
  'pip_config_file',
  'pip_installer',
]
const knownToo = ['source', 'auth', 'encryption', 'http', 'checkpointer']
/** What a build of an image or another server does with them has no place here. */
const withoutEffect = [
  'api_version',
  'base_image',
  'dockerfile_lines',
  'image_distro',
  'keep_pkg_tools',
  'middleware',
  'node_version',
  'store',
  'ui',
  'ui_config',
  'webhooks',
]

/**
 * Reads what a langgraph.json with graphs in Python says beside them; `root` is the real folder of the
 * repository, `folder` that of the langgraph.json. What would change who may use the agent or where its
 * state is kept is refused by its name (CREATE_FAILED); other things without effect are told in sentences.
 */
export async function readPythonConfig(
  config: Record<string, unknown>,
  configPath: string,
  root: string,
  folder: string,
): Promise<{ python: PythonProject; warnings: string[] }> {
  refuseWhatMatters(config, configPath)
  const checkout = { root, folder, configPath }
  const uvSource = await readSource(config, checkout)
  const python: PythonProject = {
    dependencies: await readDependencies(config, checkout),
    version: readVersion(config.python_version, configPath),
    installer: readInstaller(config.pip_installer, configPath),
    pipConfigFile: await readPipConfig(config.pip_config_file, configPath, root, folder),
    uvSource,
  }
  return { python, warnings: warningsOf(config, configPath) }
}

function fail(reason: string): never {
  throw new RolloutFailure('CREATE_FAILED', reason)
}

function refuseWhatMatters(config: Record<string, unknown>, configPath: string): void {
  const http = Object(config.http) as Record<string, unknown>
  const checkpointer = Object(config.checkpointer) as Record<string, unknown>
  const refused: [name: string, isThere: boolean, why: string][] = [
    ['auth', isGiven(config.auth), 'its access rules would not be applied'],
    ['encryption', isGiven(config.encryption), 'the state would be kept unencrypted'],
    ['http.app', isGiven(http.app), 'its routes would be missing'],
    ['checkpointer.path', isGiven(checkpointer.path), 'the state is kept by this server'],
    ['checkpointer.serde', isGiven(checkpointer.serde), 'the state is written by the library'],
  ]
  for (const [name, isThere, why] of refused) {
    if (!isThere) continue
    fail(
      `${configPath}: “${name}” is not supported for Python projects here: ${why}. Remove it to deploy without.`,
    )
  }
}

function warningsOf(config: Record<string, unknown>, configPath: string): string[] {
  const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
  const partly = ['http', 'checkpointer']
  return Object.entries(config).flatMap(([name, value]) => {
    if (!isGiven(value) || isEmptyList(value)) return []
    if (withoutEffect.includes(name) || partly.includes(name)) {
      return `${configPath}: “${name}” has no effect on this server.`
    }
    const isKnown = known.includes(name) || knownToo.includes(name) || name.startsWith('$')
    return isKnown ? [] : `${configPath}: “${name}” is not known here and has no effect.`
  })
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
  configPath: string,
  root: string,
  folder: string,
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
