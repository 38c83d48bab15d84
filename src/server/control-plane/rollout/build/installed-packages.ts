import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../langgraph-json/project-place.ts'
import { environmentFolder } from '../python/python-environment.ts'
import { shippedFolder } from './link-library.ts'

/** Versions by the names of packages. */
export type PackageVersions = Record<string, string>

/** Of a package.json; those of published packages are far smaller. */
const byteLimit = 1_000_000
const packageLimit = 5_000
const nodeName = /^(?:@[\w.~-]{1,100}\/)?[\w.~-]{1,214}$/
const versionText = /^[\w.+!~-]{1,100}$/

/**
 * The packages that modules in the first of these folders find, or else in the next: those that a package manager has
 * put into `node_modules`, and of pnpm also those that only other packages asked for. What a build has left is
 * nobody's word: what leads out of it, is no file or says no version is not told. Members of a workspace are the project
 * itself.
 * @param root of the build, absolute
 * @param folders absolute, the nearest first
 */
export async function nodePackages(
  root: string,
  folders: readonly string[],
): Promise<PackageVersions> {
  const real = await realpath(root)
  const found = new Map<string, string>()
  for (const folder of folders) {
    const modules = path.join(folder, 'node_modules')
    for (const place of [modules, path.join(modules, '.pnpm', 'node_modules')]) {
      for (const name of await namesIn(place)) {
        if (found.has(name) || found.size >= packageLimit) continue
        const version = await versionOf(real, name, path.join(place, name))
        if (version !== null) found.set(name, version)
      }
    }
  }
  return Object.fromEntries(found)
}

/**
 * The packages of a Python project's environment, by the names that an index has them under: in lower case, with dashes.
 * @param root of the build, absolute
 */
export async function pythonPackages(root: string): Promise<PackageVersions> {
  const libraries = path.join(root, environmentFolder, 'lib')
  const found = new Map<string, string>()
  for (const python of await listFolder(libraries)) {
    for (const entry of await listFolder(path.join(libraries, python, 'site-packages'))) {
      const [, name = '', version = ''] = /^(.+)-([^-]+)\.dist-info$/.exec(entry) ?? []
      const isPackage = nodeName.test(name) && versionText.test(version)
      if (isPackage && found.size < packageLimit) {
        found.set(name.toLowerCase().replaceAll(/[-_.]+/g, '-'), version)
      }
    }
  }
  return Object.fromEntries(found)
}

/** The version of the interpreter that an environment was made for; null where it does not say. */
export async function pythonVersion(root: string): Promise<string | null> {
  const text = await readSmall(path.join(root, environmentFolder, 'pyvenv.cfg'))
  // As `venv` writes it, or uv.
  return /^version(?:_info)? *= *(\d+\.\d+\.\d+)/m.exec(text ?? '')?.[1] ?? null
}

async function namesIn(modules: string): Promise<string[]> {
  const names = await listFolder(modules)
  const all = names.map(async (name) => {
    if (!name.startsWith('@')) return [name]
    return (await listFolder(path.join(modules, name))).map((inner) => `${name}/${inner}`)
  })
  return (await Promise.all(all))
    .flat()
    .filter((name) => nodeName.test(name) && !name.startsWith('.'))
}

async function versionOf(root: string, name: string, place: string): Promise<string | null> {
  const real = await realpath(place).catch(() => null)
  if (real === null) return null
  const isInstalled = isInside(root, real) && real.split(path.sep).includes('node_modules')
  if (!isInstalled && real !== (await shippedFolder(name))) return null
  const text = await readSmall(path.join(real, 'package.json'))
  try {
    const { version } = Object(JSON.parse(text ?? '')) as { version?: unknown }
    return typeof version === 'string' && versionText.test(version) ? version : null
  } catch {
    return null
  }
}

/** The text of a file that is one, and not too long; null of anything else, a pipe that nobody writes to among them. */
async function readSmall(place: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null)
  try {
    const found = await file?.stat()
    if (!file || !found?.isFile() || found.size > byteLimit) return null
    return await file.readFile('utf8')
  } finally {
    await file?.close()
  }
}

function listFolder(place: string): Promise<string[]> {
  return readdir(place).catch(() => [])
}
