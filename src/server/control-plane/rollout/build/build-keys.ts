import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PackageManager } from './package-manager.ts'

const platform = [process.platform, process.arch]

/** The same for builds that would come out the same, if what they install is locked. */
export function sourceKey(parts: {
  address: string
  commit: string
  configPath: string
  installCommand: string | null
  buildCommand: string | null
  /** The version of Node that it is built with. */
  node: string
  /** With what a Python project is installed. */
  python?: object
}): string {
  const { address, commit, configPath, installCommand, buildCommand, node, python } = parts
  const own = python ? [JSON.stringify(python)] : []
  const all = [address, commit, configPath, installCommand, buildCommand, `v${node}`, ...platform]
  return digest([...all, ...own])
}

/** What else decides what is installed, beside the package.json and the lock file. */
const settings = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml']
const ownScripts = ['preinstall', 'install', 'postinstall', 'prepare']
/** Packages that are folders of the repository, or patched by it: its commit decides what they hold. */
const ofTheRepository = /"link": true|\blink:|\bportal:|\bworkspace:|type: directory|\bpatch:/

/**
 * The same for projects whose installed packages are the same, whatever their commit; null where more
 * than the lock file decides that.
 */
export async function packagesKey(
  folder: string,
  manager: PackageManager,
  node: string,
): Promise<string | null> {
  const { lockFile } = manager
  if (!lockFile || path.dirname(lockFile) !== folder) return null
  const manifest = await readFile(path.join(folder, 'package.json'), 'utf8')
  const lock = await readFile(lockFile, 'utf8')
  if (ofTheRepository.test(lock) || dependsOnMore(JSON.parse(manifest))) return null
  const rest = await Promise.all(
    settings.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => null)),
  )
  // The members of a workspace have folders of packages of their own.
  if (rest.some((text) => text !== null && /^packages:/m.test(text))) return null
  return digest([
    ...manager.command.slice(1),
    manager.name,
    manifest,
    lock,
    ...rest,
    `v${node}`,
    ...platform,
  ])
}

function dependsOnMore(manifest: Record<string, unknown>): boolean {
  const scripts = Object.keys(manifest.scripts ?? {})
  if (manifest.workspaces || scripts.some((name) => ownScripts.includes(name))) return true
  const wanted = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    .flatMap((name) => Object.values(manifest[name] ?? {}))
    .filter((value) => typeof value === 'string')
  return wanted.some((value) => value.startsWith('file:') && !/\.(tgz|tar\.gz)$/.test(value))
}

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
