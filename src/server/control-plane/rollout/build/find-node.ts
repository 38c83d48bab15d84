import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { serialize } from 'node:v8'
import { machineEnvironment } from '../../../machine-environment.ts'
import { buildEnvironment } from '../../commands/build-environment.ts'
import { runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'

/** A Node of this machine. */
export interface FoundNode {
  /** Absolute. */
  file: string
  /** As `22.11.0`. */
  version: string
}

/** The version, and how it writes what it tells another process. */
const said = 'process.versions.node + " " + (require("v8").serialize || (() => [0, 0]))(null)[1]'
const ownFormat = serialize(null)[1]

/** One that writes messages as the server reads them, or does not. */
type SeenNode = FoundNode & { isUnderstood: boolean }

/** Graphs are run by what the graph library and the loader of TypeScript need. */
const least = [20, 19] as const
const timeLimitMs = 20_000

/** Where version managers keep theirs: a folder of the home or an absolute one, the variable that names another, its folder of versions, and where a version has its programs. */
const managers: readonly (readonly [
  home: string,
  variable: string,
  versions: string,
  within: string,
])[] = [
  ['.nvm', 'NVM_DIR', 'versions/node', 'bin'],
  ['.local/share/fnm', 'FNM_DIR', 'node-versions', 'installation/bin'],
  ['Library/Application Support/fnm', 'FNM_DIR', 'node-versions', 'installation/bin'],
  ['.fnm', 'FNM_DIR', 'node-versions', 'installation/bin'],
  ['.volta', 'VOLTA_HOME', 'tools/image/node', 'bin'],
  ['.asdf', 'ASDF_DATA_DIR', 'installs/nodejs', 'bin'],
  ['.local/share/mise', 'MISE_DATA_DIR', 'installs/node', 'bin'],
  ['/usr/local', 'N_PREFIX', 'n/versions/node', 'bin'],
  ['/opt/homebrew', 'HOMEBREW_PREFIX', 'opt', 'bin'],
  ['/usr/local', '', 'opt', 'bin'],
]

/** The server's own Node, as one that was found. */
export const ownNode: FoundNode = {
  get file() {
    return process.execPath
  },
  version: process.versions.node,
}

/** The newest Node of a major version on this machine, the server's own before others of its version; null when there is none that could run graphs. */
export async function findNode(major: number, signal: AbortSignal): Promise<FoundNode | null> {
  if (majorOf(ownNode) === major) return ownNode
  const found = (await nodesHere(signal)).find((node) => majorOf(node) === major && canRun(node))
  return found ?? null
}

/**
 * What a project that asks for a major version is run by; the server's own where it asks for an older one that is
 * not here, with a warning. Throws a RolloutFailure (CREATE_FAILED) that names those that are here where it asks for
 * a newer one.
 */
export async function chooseNode(
  major: number,
  configPath: string,
  signal: AbortSignal,
): Promise<{ node: FoundNode; warning: string | null }> {
  const node = await findNode(major, signal)
  if (node) return { node, warning: null }
  const here = await nodesInWords(signal)
  if (major > majorOf(ownNode)) {
    throw new RolloutFailure(
      'CREATE_FAILED',
      `${configPath}: “node_version” asks for Node ${major}, and this server has ${here}. Install Node ${major} there, or ask for another.`,
    )
  }
  const warning = `${configPath} asks for Node ${major}, and this server has ${here}. The project is run by Node ${ownNode.version}.`
  return { node: ownNode, warning }
}

/** `Node 20.19.0 and 22.1.0`; those that no graph can be run by are told as such. */
export async function nodesInWords(signal: AbortSignal): Promise<string> {
  const found = await nodesHere(signal)
  const words = found.map((node) => `${node.version}${canRun(node) ? '' : ' (not usable)'}`)
  const all = [...new Set(words)]
  const last = all.pop() ?? ''
  return `Node ${all.length > 0 ? `${all.join(', ')} and ${last}` : last}`
}

/** Every Node of this machine, the server's own first, then the newest. Those that do not say their version are left out. */
async function nodesHere(signal: AbortSignal): Promise<SeenNode[]> {
  const own = await realpath(ownNode.file)
  const files = new Set<string>()
  for (const place of await places()) {
    const file = await realpath(path.join(place, 'node')).catch(() => null)
    if (file && file !== own) files.add(file)
  }
  const found = await Promise.all([...files].map((file) => versionOf(file, signal)))
  return [
    { ...ownNode, isUnderstood: true },
    ...found.flatMap((node) => node ?? []).sort(newestFirst),
  ]
}

function majorOf({ version }: FoundNode): number {
  return Number(version.split('.')[0])
}

function canRun({ version, isUnderstood }: SeenNode): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > least[0] || (major === least[0] && minor >= least[1])
  return isNew && isUnderstood
}

function newestFirst(one: FoundNode, other: FoundNode): number {
  return other.version.localeCompare(one.version, 'en', { numeric: true })
}

async function places(): Promise<string[]> {
  const named = managers.map(([, variable]) => variable)
  const {
    PATH = '',
    HOME = '/nonexistent',
    ...own
  } = machineEnvironment((name) => name === 'PATH' || name === 'HOME' || named.includes(name))
  const usual = [...PATH.split(path.delimiter), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin']
  const managed = managers.map(async ([home, variable, versions, within]) => {
    const folder = path.join(own[variable] ?? path.resolve(HOME, home), versions)
    const names = await readdir(folder).catch((): string[] => [])
    return names.map((name) => path.join(folder, name, within))
  })
  return [...usual.filter(path.isAbsolute), ...(await Promise.all(managed)).flat()]
}

async function versionOf(file: string, signal: AbortSignal): Promise<SeenNode | null> {
  const how = { cwd: '/', env: buildEnvironment('/nonexistent'), timeLimitMs }
  // All are asked at once, and so many listeners on one signal look like a leak.
  const one = AbortSignal.any([signal])
  const end = await runCommand(file, ['-p', said], { ...how, signal: one })
  const [, version, format] = /^(\d+\.\d+\.\d+) (\d+)$/.exec(end.stdout.trim()) ?? []
  return end.isOk && version ? { file, version, isUnderstood: Number(format) === ownFormat } : null
}
