import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildEnvironment } from '../../commands/build-environment.ts'
import { runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import type { BuildEnclosure } from '../build-enclosure.ts'
import { exists } from '../exists.ts'
import type { RolloutLimits } from '../rollout-limits.ts'
import { packagesKey } from './build-keys.ts'
import type { FoundNode } from './find-node.ts'
import { checkLibrary } from './library-version.ts'
import { ensureLibrary } from './link-library.ts'
import { isInstalledAround, packageFolders } from './package-folders.ts'
import { findPackageManager } from './package-manager.ts'

export interface BuildRequest {
  /** Root of the checkout, absolute and real. */
  root: string
  /** Folder of its langgraph.json, absolute. */
  configFolder: string
  /** Further folders whose packages are installed, each with a package.json. Absolute. */
  dependencies: readonly string[]
  /** The modules that are loaded; they may be missing as yet. Absolute. */
  files: readonly string[]
  installCommand: string | null
  buildCommand: string | null
  packageCache: string
  /** What it is built and run by. */
  node: FoundNode
  limits: RolloutLimits
  enclosure: BuildEnclosure | null
  /** Puts the packages of an earlier build with the same key in place; answers false without one. */
  reuse: (key: string, folder: string) => Promise<boolean>
  signal: AbortSignal
  onLine: (line: string) => void
}

/** What a build tells to those after it. */
export interface InstalledPackages {
  /** Null where the packages of this build are of no use to a build of another commit. */
  packages_key: string | null
  /** Installing again would install the same. */
  isLocked: boolean
}

/**
 * Makes a checkout ready to be loaded: installs the packages of the package.json beside the
 * langgraph.json, or else at the root, and of those that it depends on, runs the deployment's own commands (the install command at
 * the root, the build command beside the langgraph.json), and gives a project without the graph
 * library the one that Quarterdeck ships. One that has too old a library is refused. Throws a RolloutFailure (BUILD_FAILED).
 */
export async function installPackages(request: BuildRequest): Promise<InstalledPackages> {
  const { root, configFolder, dependencies, files, limits, onLine } = request
  const folders = await packageFolders(root, configFolder, dependencies)
  let installed: InstalledPackages = { packages_key: null, isLocked: true }
  if (request.installCommand) {
    const time = limits.installMs
    await runOwnCommand(request, 'install command', request.installCommand, root, time)
    installed = { packages_key: null, isLocked: false }
  } else installed = await installFolders(request, folders)
  const linked = await ensureLibrary(root, folders, files)
  if (linked.length > 0)
    onLine(`Using the graph library that Quarterdeck ships: ${linked.join(', ')}.`)
  if (request.buildCommand) {
    const time = limits.buildMs
    await runOwnCommand(request, 'build command', request.buildCommand, configFolder, time)
  }
  await checkLibrary(root, files)
  return installed
}

/** One after the other: what a workspace has installed for its members is not installed again. */
async function installFolders(
  request: BuildRequest,
  folders: readonly string[],
): Promise<InstalledPackages> {
  const all: InstalledPackages[] = []
  for (const folder of folders) {
    if (all.length > 0 && (await isInstalledAround(request.root, folder))) continue
    all.push(await installFolder(request, folder))
  }
  const isLocked = all.every((one) => one.isLocked)
  // Only those of one folder are taken over by another build.
  return { packages_key: folders.length === 1 ? (all[0]?.packages_key ?? null) : null, isLocked }
}

async function installFolder(request: BuildRequest, folder: string): Promise<InstalledPackages> {
  const { root, packageCache, onLine } = request
  const shown = path.join(path.relative(root, folder), 'package.json')
  if (!(await needsInstall(folder, shown))) {
    onLine(`${shown} names no packages: nothing to install.`)
    return { packages_key: null, isLocked: true }
  }
  await request.enclosure?.handOver()
  const manager = await findPackageManager(root, folder, {
    env: buildEnvironment(packageCache, request.node.file),
    node: request.node.file,
    timeLimitMs: request.limits.installMs,
    signal: request.signal,
    enclose: request.enclosure?.enclose,
  })
  const key = await packagesKey(folder, manager, request.node.version)
  const done = { packages_key: key, isLocked: manager.lockFile !== null }
  if (key && (await request.reuse(key, folder))) return done
  const [program, ...args] = manager.command
  if (manager.unreadLockFile) {
    onLine(
      `${manager.unreadLockFile} is not read here: ${manager.name} takes the newest versions that package.json allows. Commit a lock file of npm, pnpm or yarn, or set an install command.`,
    )
  }
  const line = [path.basename(program), ...args.map((arg) => path.basename(arg))].join(' ')
  onLine(`Installing the packages of ${shown}: ${line}`)
  const end = await run(request, program, args, folder, request.limits.installMs)
  const [, foreign] = /Unsupported URL Type ("\w+:)/.exec(end.stderr + end.stdout) ?? []
  if (!end.isOk && foreign) {
    throw new RolloutFailure(
      'BUILD_FAILED',
      `The packages of ${shown} are asked for with ${foreign}…", which ${manager.name} does not know. Commit the lock file of the project’s package manager (pnpm or yarn), or name it in package.json, as "packageManager": "pnpm@10.0.0"; set an install command for any other.`,
    )
  }
  if (!end.isOk) {
    throw new RolloutFailure(
      'BUILD_FAILED',
      `Installing the packages of ${shown} failed: ${manager.name} ${end.how}. The build log holds what it said.`,
    )
  }
  if (await exists(path.join(folder, '.pnp.cjs'))) {
    throw new RolloutFailure(
      'BUILD_FAILED',
      'Yarn installed without a node_modules folder (Plug’n’Play), and graphs cannot be loaded so. Set “nodeLinker: node-modules” in .yarnrc.yml.',
    )
  }
  return done
}

/** A package.json may be there for its `type` alone. */
async function needsInstall(folder: string, shown: string): Promise<boolean> {
  const manifest = parseManifest(await readFile(path.join(folder, 'package.json'), 'utf8'), shown)
  const isFilled = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0
  const scripts = (manifest.scripts ?? {}) as Record<string, unknown>
  if (await exists(path.join(folder, 'pnpm-workspace.yaml'))) return true
  return (
    [
      'dependencies',
      'devDependencies',
      'optionalDependencies',
      'peerDependencies',
      'workspaces',
    ].some((name) => isFilled(manifest[name])) ||
    ['preinstall', 'install', 'postinstall', 'prepare'].some((name) => name in scripts)
  )
}

function parseManifest(text: string, shown: string): Record<string, unknown> {
  let value: unknown
  let problem = 'it holds no object'
  try {
    value = JSON.parse(text)
  } catch (error) {
    problem = (error as Error).message
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new RolloutFailure('BUILD_FAILED', `${shown} is not valid JSON: ${problem}.`)
}

async function runOwnCommand(
  request: BuildRequest,
  what: string,
  command: string,
  cwd: string,
  timeLimitMs: number,
) {
  request.onLine(`Running the ${what}: ${command}`)
  const end = await run(request, '/bin/sh', ['-c', command], cwd, timeLimitMs)
  if (end.isOk) return
  throw new RolloutFailure(
    'BUILD_FAILED',
    `The ${what} failed: “${command}” ${end.how}. The build log holds what it said.`,
  )
}

async function run(
  request: BuildRequest,
  program: string,
  args: readonly string[],
  cwd: string,
  timeLimitMs: number,
) {
  await request.enclosure?.handOver()
  return runCommand(program, args, {
    cwd,
    env: buildEnvironment(request.packageCache, request.node.file),
    timeLimitMs,
    signal: request.signal,
    onLine: request.onLine,
    enclose: request.enclosure?.enclose,
  })
}
