import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Enclose } from '../../../isolation/isolation.ts'
import { exists } from '../exists.ts'
import { findProgram } from '../find-program.ts'
import { RolloutFailure } from '../rollout-failure.ts'
import { runCommand } from '../run-command.ts'

type ManagerName = 'npm' | 'pnpm' | 'yarn'

/** How the packages of a project are installed. */
export interface PackageManager {
  name: ManagerName
  /** Absolute; null when there is none, and nothing says which versions are meant. */
  lockFile: string | null
  /** A program, and its arguments. */
  command: readonly [string, ...string[]]
}

const lockFiles: readonly (readonly [string, ManagerName])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/**
 * The package manager of a project: what `packageManager` in its package.json names, or else what
 * wrote the lock file, which is looked for from `folder` up to `root` (a workspace has one at its
 * root). Throws a RolloutFailure (BUILD_FAILED) when that is not installed here.
 */
export async function findPackageManager(
  root: string,
  folder: string,
  how: {
    env: Record<string, string>
    /** What programs of JavaScript are run by, absolute. */
    node: string
    timeLimitMs: number
    signal: AbortSignal
    enclose?: Enclose | undefined
  },
): Promise<PackageManager> {
  const pinned =
    (await pinnedManager(folder)) ?? (folder === root ? null : await pinnedManager(root))
  const found = await findLock(root, folder)
  const name = pinned?.name ?? found?.name ?? 'npm'
  const lockFile = found?.name === name ? found.file : null
  const lockFolder = lockFile ? path.dirname(lockFile) : root
  const isModernYarn =
    name === 'yarn' &&
    (pinned ? !pinned.version.startsWith('1.') : await exists(path.join(lockFolder, '.yarnrc.yml')))
  const modern = isModernYarn
    ? ((await ownYarn(root, lockFolder, how.node)) ?? (await installedModernYarn(folder, how)))
    : null
  const program = modern ?? (await findManager(name, isModernYarn, lockFile, how))
  return { name, lockFile, command: [...program, ...argumentsOf(name, lockFile, isModernYarn)] }
}

async function pinnedManager(
  folder: string,
): Promise<{ name: ManagerName; version: string } | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}')
  let value: unknown
  try {
    value = (JSON.parse(text) as { packageManager?: unknown } | null)?.packageManager
  } catch {
    // The one that is installed from is checked on its own; another one decides nothing.
    return null
  }
  if (typeof value !== 'string') return null
  const [, name = '', version = ''] = /^([a-z]+)@(.+)$/.exec(value) ?? []
  if (name === 'npm' || name === 'pnpm' || name === 'yarn') return { name, version }
  throw new RolloutFailure(
    'BUILD_FAILED',
    `package.json names the package manager “${value.slice(0, 80)}”. This server installs with npm, pnpm or yarn; set an install command for any other.`,
  )
}

async function findLock(
  root: string,
  folder: string,
): Promise<{ file: string; name: ManagerName } | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    for (const [lock, name] of lockFiles) {
      const file = path.join(at, lock)
      if (await exists(file)) return { file, name }
    }
    if (at === root || at === path.dirname(at)) return null
  }
}

async function findManager(
  name: ManagerName,
  isModernYarn: boolean,
  lockFile: string | null,
  { env, node }: { env: Record<string, string>; node: string },
): Promise<[string, ...string[]]> {
  if (name === 'npm') return ownNpm(node)
  const corepack = await findProgram('corepack', env)
  // A yarn of the first generation cannot do the work of a later one.
  if (!isModernYarn && (await findProgram(name, env))) return [name]
  if (corepack) return ['corepack', name]
  const wanted = isModernYarn ? 'yarn 2 or newer' : name
  const why = lockFile ? `is locked with ${name} (${path.basename(lockFile)})` : `uses ${name}`
  throw new RolloutFailure(
    'BUILD_FAILED',
    `The project ${why}, and neither ${wanted} nor Corepack is installed on this server. Install one of them there (npm install --global ${name}), or set an install command.`,
  )
}

/** The yarn that the repository brings along, as `yarnPath` of its .yarnrc.yml says. */
async function ownYarn(
  root: string,
  folder: string,
  node: string,
): Promise<[string, ...string[]] | null> {
  const text = await readFile(path.join(folder, '.yarnrc.yml'), 'utf8').catch(() => '')
  const named = /^yarnPath:\s*["']?([^"'\s]+)/m.exec(text)?.[1]
  if (named === undefined) return null
  const file = path.resolve(folder, named)
  const isInside = file.startsWith(root + path.sep)
  return isInside && (await exists(file)) ? [node, file] : null
}

/** A yarn of the later generations that is installed here: it works where Corepack's download does not. */
async function installedModernYarn(
  cwd: string,
  how: {
    env: Record<string, string>
    timeLimitMs: number
    signal: AbortSignal
    enclose?: Enclose | undefined
  },
): Promise<['yarn'] | null> {
  const { isOk, stdout } = await runCommand('yarn', ['--version'], { ...how, cwd })
  return isOk && /^(?!0\.|1\.)\d+\./.test(stdout.trim()) ? ['yarn'] : null
}

function argumentsOf(name: ManagerName, lockFile: string | null, isModernYarn: boolean): string[] {
  if (name === 'npm') return [lockFile ? 'ci' : 'install']
  if (name === 'pnpm') return ['install', lockFile ? '--frozen-lockfile' : '--no-frozen-lockfile']
  if (!lockFile) return ['install']
  return ['install', isModernYarn ? '--immutable' : '--frozen-lockfile']
}

/** The npm that came with this Node, else that of the server's, else the one on the PATH. */
async function ownNpm(node: string): Promise<[string, ...string[]]> {
  for (const from of [node, process.execPath]) {
    const script = path.resolve(path.dirname(from), '../lib/node_modules/npm/bin/npm-cli.js')
    if (await exists(script)) return [node, script]
  }
  return ['npm']
}
