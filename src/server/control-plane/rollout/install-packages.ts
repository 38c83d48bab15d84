import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildEnvironment } from './build-environment.ts'
import { linkLibrary } from './link-library.ts'
import { RolloutFailure } from './rollout-failure.ts'
import { runCommand } from './run-command.ts'

const timeLimitMs = 10 * 60_000

export interface BuildRequest {
  /** Root of the checkout, absolute. */
  root: string
  /** Folder of its langgraph.json, absolute. */
  configFolder: string
  installCommand: string | null
  buildCommand: string | null
  packageCache: string
  signal: AbortSignal
  onLine: (line: string) => void
}

/**
 * Makes a checkout ready to be loaded: installs the packages of the package.json beside the
 * langgraph.json, or else at the root, runs the deployment's own commands (the install command at
 * the root, the build command beside the langgraph.json), and gives a project without the graph
 * library the one that Quarterdeck ships. Throws a RolloutFailure (BUILD_FAILED).
 */
export async function installPackages(request: BuildRequest): Promise<void> {
  const { root, configFolder, onLine } = request
  const folder = await folderOfPackages(root, configFolder)
  if (request.installCommand) {
    await runOwnCommand(request, 'install command', request.installCommand, root)
  } else if (folder) {
    await installFolder(request, folder)
  }
  const linked = await linkLibrary(root, folder ?? root)
  if (linked.length > 0)
    onLine(`Using the graph library that Quarterdeck ships: ${linked.join(', ')}.`)
  if (request.buildCommand) {
    await runOwnCommand(request, 'build command', request.buildCommand, configFolder)
  }
}

async function folderOfPackages(root: string, configFolder: string): Promise<string | null> {
  for (const folder of new Set([configFolder, root])) {
    if (await exists(path.join(folder, 'package.json'))) return folder
  }
  return null
}

async function installFolder(request: BuildRequest, folder: string): Promise<void> {
  const shown = path.join(path.relative(request.root, folder), 'package.json')
  if (!(await needsInstall(folder, shown))) {
    request.onLine(`${shown} names no packages: nothing to install.`)
    return
  }
  const [program, ...args] = await packageManager(request.root, folder)
  request.onLine(`Installing the packages of ${shown}: ${path.basename(program)} ${args.join(' ')}`)
  const end = await run(request, program, args, folder)
  if (end.isOk) return
  if (end.how.includes('ENOENT')) {
    throw new RolloutFailure(
      'BUILD_FAILED',
      `The project is locked with ${program}, and ${program} is not installed on this server. Install it there, or set an install command.`,
    )
  }
  throw new RolloutFailure(
    'BUILD_FAILED',
    `Installing the packages of ${shown} failed: ${path.basename(program)} ${end.how}. The build log holds what it said.`,
  )
}

/** A package.json may be there for its `type` alone. */
async function needsInstall(folder: string, shown: string): Promise<boolean> {
  let manifest: Record<string, unknown>
  try {
    manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  } catch (error) {
    throw new RolloutFailure(
      'BUILD_FAILED',
      `${shown} is not valid JSON: ${(error as Error).message}.`,
    )
  }
  const isFilled = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0
  const scripts = (manifest.scripts ?? {}) as Record<string, unknown>
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

/** By the lock file, looked for in the folder and up to the root (a workspace has one at its root). */
async function packageManager(root: string, folder: string): Promise<[string, ...string[]]> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (await exists(path.join(at, 'pnpm-lock.yaml')))
      return ['pnpm', 'install', '--frozen-lockfile']
    if (await exists(path.join(at, 'yarn.lock'))) {
      const isModern = await exists(path.join(at, '.yarnrc.yml'))
      return ['yarn', 'install', isModern ? '--immutable' : '--frozen-lockfile']
    }
    for (const lock of ['package-lock.json', 'npm-shrinkwrap.json']) {
      if (await exists(path.join(at, lock))) return [...(await npm()), 'ci']
    }
    if (at === root || at === path.dirname(at)) return [...(await npm()), 'install']
  }
}

/** The npm that came with this Node, else the one on the PATH. */
async function npm(): Promise<[string, ...string[]]> {
  const script = path.resolve(
    path.dirname(process.execPath),
    '../lib/node_modules/npm/bin/npm-cli.js',
  )
  return (await exists(script)) ? [process.execPath, script] : ['npm']
}

async function runOwnCommand(request: BuildRequest, what: string, command: string, cwd: string) {
  request.onLine(`Running the ${what}: ${command}`)
  const end = await run(request, '/bin/sh', ['-c', command], cwd)
  if (end.isOk) return
  throw new RolloutFailure(
    'BUILD_FAILED',
    `The ${what} failed: “${command}” ${end.how}. The build log holds what it said.`,
  )
}

function run(request: BuildRequest, program: string, args: readonly string[], cwd: string) {
  return runCommand(program, args, {
    cwd,
    env: buildEnvironment(request.packageCache),
    timeLimitMs,
    signal: request.signal,
    onLine: request.onLine,
  })
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
