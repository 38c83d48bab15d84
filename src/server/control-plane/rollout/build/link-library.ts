import { access, lstat, mkdir, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { RolloutFailure } from '../../rollout-failure.ts'
import { isInside } from '../langgraph-json/project-place.ts'
import { libraryAround } from './library-version.ts'
import { foldersWithin } from './package-folders.ts'

/** What a project without packages of its own can import. */
const shipped = [
  '@langchain/langgraph',
  '@langchain/core',
  '@langchain/langgraph-checkpoint',
  '@langchain/langgraph-sdk',
  'zod',
]

/**
 * Sees to it that every module of a project finds a graph library: one that finds none of the project's own gets
 * the one that Quarterdeck ships, in the nearest of the folders that have packages, or else at the root. Answers
 * what was linked.
 */
export async function ensureLibrary(
  root: string,
  folders: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  // Packages that another build has installed come with its links.
  await renewLinks(root, files)
  const linked = new Set<string>()
  for (const file of files) {
    const around = foldersWithin(root, path.dirname(file))
    if (await libraryAround(around)) continue
    const place = around.find((folder) => folders.includes(folder)) ?? root
    for (const name of await linkLibrary(root, place)) linked.add(name)
  }
  return [...linked]
}

/**
 * Links the graph library that Quarterdeck ships into a checkout whose own packages (in `folder`)
 * do not hold it, so that Node finds it from everywhere below `root`. Answers what was linked.
 */
export async function linkLibrary(root: string, folder: string): Promise<string[]> {
  await checkPlain(path.join(folder, 'node_modules'))
  await checkPlain(path.join(folder, 'node_modules/@langchain'))
  const own = path.join(folder, 'node_modules', '@langchain/langgraph')
  const atRoot = path.join(root, 'node_modules', '@langchain/langgraph')
  if ((await exists(own)) || (await exists(atRoot))) return []
  const linked: string[] = []
  for (const name of shipped) {
    const place = path.join(folder, 'node_modules', name)
    if (await exists(place)) continue
    await mkdir(path.dirname(place), { recursive: true })
    await symlink(await folderOf(name), place, 'junction')
    linked.push(name)
  }
  return linked
}

/**
 * Points what an installation that stood elsewhere has linked into a build to what this one ships: Quarterdeck may have
 * been moved, or set up anew beside its data. Links within the build, and folders that lead elsewhere, stay as they are.
 * @param files what is loaded of the build, absolute
 */
export async function renewLinks(root: string, files: readonly string[]): Promise<void> {
  const folders = new Set(files.flatMap((file) => foldersWithin(root, path.dirname(file))))
  for (const folder of folders) {
    const modules = path.join(folder, 'node_modules')
    if (!(await isFolder(modules)) || !(await isFolder(path.join(modules, '@langchain')))) continue
    for (const name of shipped) {
      const place = path.join(modules, name)
      const target = await readlink(place).catch(() => null)
      if (target === null || !path.isAbsolute(target) || isInside(root, target)) continue
      const now = await folderOf(name)
      if (path.resolve(target) === now) continue
      await rm(place)
      await symlink(now, place, 'junction')
    }
  }
}

async function isFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => null))?.isDirectory() ?? false
}

/** What a project has installed may not send what is written here to another place. */
async function checkPlain(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null)
  if (!found || found.isDirectory()) return
  throw new RolloutFailure(
    'BUILD_FAILED',
    `${path.basename(folder)} is no folder but leads elsewhere, and the graph library cannot be put there. Install langgraph with the project.`,
  )
}

/** The real folder of a package that Quarterdeck ships for projects; null of any other name. */
export async function shippedFolder(name: string): Promise<string | null> {
  return shipped.includes(name) ? realpath(await folderOf(name)) : null
}

async function folderOf(name: string): Promise<string> {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const place of places) {
    const folder = path.join(place, name)
    if (
      await access(folder).then(
        () => true,
        () => false,
      )
    ) {
      return folder
    }
  }
  throw new Error(`The package ${name} of Quarterdeck itself is not installed.`)
}

function exists(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  )
}
