import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Enclose } from '../../../isolation/isolation.ts'
import { findProgram } from '../../commands/find-program.ts'
import { type CommandEnd, runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'

type ManagerName = 'npm' | 'pnpm' | 'yarn'

/** How the packages of a project are installed. */
export interface PackageManager {
  name: ManagerName
  /** Absolute; null when there is none, and nothing says which versions are meant. */
  lockFile: string | null
  /** One of a manager that is not used here, by its name, where nothing else says which versions are meant. */
  unreadLockFile: string | null
  /** A program, and its arguments. */
  command: readonly [string, ...string[]]
}

/** What programs are run with. */
interface Circumstances {
  env: Record<string, string>
  /** What programs of JavaScript are run by, absolute. */
  node: string
  timeLimitMs: number
  signal: AbortSignal
  enclose?: Enclose | undefined
}

const lockFiles: readonly (readonly [string, ManagerName])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

const unreadLockFiles: readonly (readonly [string, string])[] = [
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['deno.lock', 'deno'],
]

/** Files that only one of them reads. */
const settingFiles: readonly (readonly [string, ManagerName])[] = [
  ['pnpm-workspace.yaml', 'pnpm'],
  ['.pnpmfile.cjs', 'pnpm'],
  ['.yarnrc.yml', 'yarn'],
  ['.yarnrc', 'yarn'],
]

/**
 * The package manager of a project: what `packageManager` in its package.json names, or else what
 * wrote the lock file, or else the only one that reads a file of settings that is there. Both are
 * looked for from `folder` up to `root` (a workspace has them at its root). Throws a RolloutFailure
 * (BUILD_FAILED) when that is not installed here and Corepack cannot get it.
 */
export async function findPackageManager(
  root: string,
  folder: string,
  how: Circumstances,
): Promise<PackageManager> {
  const pinned =
    (await pinnedManager(folder)) ?? (folder === root ? null : await pinnedManager(root))
  const found = await findUpwards(root, folder, lockFiles)
  const settings = await findUpwards(root, folder, settingFiles)
  const name = pinned?.name ?? found?.name ?? settings?.name ?? 'npm'
  const lockFile = found?.name === name && (await isLockOf(folder, found.file)) ? found.file : null
  const sign = found?.name === name ? found.file : settings?.name === name ? settings.file : null
  const lockFolder = sign ? path.dirname(sign) : root
  const isModernYarn =
    name === 'yarn' &&
    (pinned?.version
      ? !pinned.version.startsWith('1.')
      : await exists(path.join(lockFolder, '.yarnrc.yml')))
  const modern = isModernYarn
    ? ((await ownYarn(root, lockFolder, how.node)) ?? (await installedModernYarn(folder, how)))
    : null
  const program = modern ?? (await findManager({ name, isModernYarn, sign, folder }, how))
  const unread = lockFile ? null : await findUpwards(root, folder, unreadLockFiles)
  return {
    name,
    lockFile,
    unreadLockFile: unread && path.basename(unread.file),
    command: [...program, ...argumentsOf(name, lockFile, isModernYarn)],
  }
}

/** One further up, which an install there may just have made, is that of the folder only in a workspace. */
async function isLockOf(folder: string, lockFile: string): Promise<boolean> {
  const at = path.dirname(lockFile)
  if (at === folder || (await exists(path.join(at, 'pnpm-workspace.yaml')))) return true
  const text = await readFile(path.join(at, 'package.json'), 'utf8').catch(() => '{}')
  return text.includes('"workspaces"')
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
  const [, name = '', version = ''] = /^([a-z]+)(?:@(.+))?$/.exec(value) ?? []
  if (name === 'npm' || name === 'pnpm' || name === 'yarn') return { name, version }
  fail(
    `package.json names the package manager “${value.slice(0, 80)}”. This server installs with npm, pnpm or yarn; set an install command for any other.`,
  )
}

async function findUpwards<Name>(
  root: string,
  folder: string,
  files: readonly (readonly [string, Name])[],
): Promise<{ file: string; name: Name } | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    for (const [known, name] of files) {
      const file = path.join(at, known)
      if (await exists(file)) return { file, name }
    }
    if (at === root || at === path.dirname(at)) return null
  }
}

interface WantedManager {
  name: ManagerName
  isModernYarn: boolean
  /** The file that says so, absolute; null where package.json does. */
  sign: string | null
  /** Where packages are installed. */
  folder: string
}

async function findManager(
  wanted: WantedManager,
  how: Circumstances,
): Promise<[string, ...string[]]> {
  const { name, isModernYarn, sign, folder } = wanted
  if (name === 'npm') return ownNpm(how.node)
  const corepack = await findProgram('corepack', how.env)
  // A yarn of the first generation cannot do the work of a later one.
  if (!isModernYarn && (await findProgram(name, how.env))) return [name]
  const shown = isModernYarn ? 'yarn 2 or newer' : name
  // What is published as yarn is the first generation.
  const published = isModernYarn ? '@yarnpkg/cli-dist' : name
  const why = `The project ${whyIt(name, sign)}`
  if (!corepack) {
    fail(
      `${why}, and neither ${shown} nor Corepack is installed on this server. Install one of them there (npm install --global ${published}), or set an install command.`,
    )
  }
  const end = await runCommand('corepack', [name, '--version'], { ...how, cwd: folder })
  if (end.isOk) return ['corepack', name]
  fail(
    `${why}. ${shown} is not installed on this server, and Corepack cannot get it (it says: ${reasonOf(end)}). Install ${name} there (npm install --global ${published}), or set an install command.`,
  )
}

function whyIt(name: ManagerName, sign: string | null): string {
  const file = sign ? path.basename(sign) : null
  if (!file) return `uses ${name}`
  const isLock = lockFiles.some(([lock]) => lock === file)
  return isLock ? `is locked with ${name} (${file})` : `uses ${name} (${file})`
}

/** The line of a program's output that tells most. */
function reasonOf({ stderr, stdout, how }: CommandEnd): string {
  const lines = [...stderr.split('\n'), ...stdout.split('\n')].map((line) => line.trim())
  const said = lines.find((line) => /^(\w*error|\[?err)\b/i.test(line)) ?? lines.find(Boolean)
  return (said ?? `nothing, and ${how}`).slice(0, 300)
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
async function installedModernYarn(cwd: string, how: Circumstances): Promise<['yarn'] | null> {
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

function fail(reason: string): never {
  throw new RolloutFailure('BUILD_FAILED', reason)
}
