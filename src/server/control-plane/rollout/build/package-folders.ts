import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { RolloutFailure } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'
import { isInside } from '../langgraph-json/project-place.ts'

/**
 * Where packages are installed, the outer folders first: beside the langgraph.json, or else at the root, and in the
 * folders that its `dependencies` name, with the workspaces that those belong to. All absolute and real, each with a
 * package.json. Throws a RolloutFailure (BUILD_FAILED) where one leads out of the repository.
 */
export async function packageFolders(
  root: string,
  configFolder: string,
  dependencies: readonly string[],
): Promise<string[]> {
  const usual = await firstOf([configFolder, root])
  const folders = new Set(usual ? [usual, ...dependencies] : dependencies)
  for (const folder of dependencies) {
    for (const outer of foldersWithin(root, path.dirname(folder))) {
      if (await isWorkspace(outer)) folders.add(outer)
    }
  }
  for (const folder of folders) {
    if (isInside(root, await realpath(path.join(folder, 'package.json')))) continue
    throw new RolloutFailure('BUILD_FAILED', 'The package.json leads out of the repository.')
  }
  return [...folders].sort((one, other) => one.length - other.length)
}

/** From a folder of the repository up to its root; none where it is not in it. */
export function foldersWithin(root: string, folder: string): string[] {
  if (folder === root) return [root]
  return isInside(root, folder) ? [folder, ...foldersWithin(root, path.dirname(folder))] : []
}

/**
 * True where a workspace around the folder has installed its packages with its own: npm and yarn link every member
 * by its name, pnpm gives each a folder of packages.
 */
export async function isInstalledAround(root: string, folder: string): Promise<boolean> {
  const { name } = await manifestOf(folder)
  for (const outer of foldersWithin(root, path.dirname(folder))) {
    const modules = path.join(outer, 'node_modules')
    if (typeof name === 'string' && name) {
      const linked = await realpath(path.join(modules, name)).catch(() => null)
      if (linked === folder) return true
    }
    const isOfPnpm = await exists(path.join(modules, '.modules.yaml'))
    if (isOfPnpm && (await exists(path.join(folder, 'node_modules')))) return true
  }
  return false
}

async function firstOf(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) if (await exists(path.join(folder, 'package.json'))) return folder
  return null
}

async function isWorkspace(folder: string): Promise<boolean> {
  if (!(await exists(path.join(folder, 'package.json')))) return false
  if (await exists(path.join(folder, 'pnpm-workspace.yaml'))) return true
  return Boolean((await manifestOf(folder)).workspaces)
}

/** Nothing where it cannot be read: whoever installs it says so. */
async function manifestOf(folder: string): Promise<Record<string, unknown>> {
  try {
    return Object(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')))
  } catch {
    return {}
  }
}
