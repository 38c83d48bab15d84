import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '../exists.ts'
import { type Checkout, checkFolder, dependenciesFault } from './project-place.ts'

/** What a project of JavaScript or TypeScript graphs names in `dependencies`. */
interface Dependencies {
  /** Folders with a package.json of their own. Absolute and real. */
  folders: string[]
  /** Sentences about what is not installed. */
  warnings: string[]
}

const wantedIn = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const

/**
 * Reads `dependencies`: folders, whose packages are installed, and names of packages, which stand for what a
 * package.json lists. Throws a RolloutFailure (CREATE_FAILED) where it is no list of texts, or names a folder that
 * is not in the repository.
 */
export async function readDependencies(
  dependencies: unknown,
  checkout: Checkout,
): Promise<Dependencies> {
  const { root, folder, configPath } = checkout
  const folders = new Set<string>()
  const warnings: string[] = []
  const names: string[] = []
  for (const dependency of textsOf(dependencies, configPath)) {
    if (!(await isFolder(dependency, folder))) {
      names.push(dependency)
      continue
    }
    const place = await checkFolder(`The dependency “${dependency}”`, dependency, checkout)
    if (await exists(path.join(place, 'package.json'))) folders.add(place)
    else if (place !== folder) {
      warnings.push(
        `${configPath}: “dependencies” names ${dependency}, which has no package.json: nothing is installed there.`,
      )
    }
  }
  const listed = await listedIn([folder, root, ...folders])
  for (const name of names) {
    if (listed.has(/^@?[^@\s<>=~!^[;]+/.exec(name)?.[0] ?? name)) continue
    warnings.push(
      `${configPath}: “dependencies” names “${name}”, which no package.json lists: it is not installed. Add it to the package.json.`,
    )
  }
  return { folders: [...folders], warnings }
}

function textsOf(value: unknown, configPath: string): string[] {
  if (!value || Object.keys(Object(value)).length === 0) return []
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw dependenciesFault(configPath)
}

/** A package of npm has a slash behind its scope alone. */
async function isFolder(dependency: string, folder: string): Promise<boolean> {
  if (dependency.startsWith('.') || path.isAbsolute(dependency)) return true
  return dependency.includes('/') && exists(path.resolve(folder, dependency))
}

async function listedIn(folders: readonly string[]): Promise<Set<string>> {
  const listed = new Set<string>()
  for (const folder of folders) {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}')
    for (const name of namesIn(text)) listed.add(name)
  }
  return listed
}

/** None where it cannot be read: whoever installs it says so. */
function namesIn(text: string): string[] {
  try {
    const manifest = Object(JSON.parse(text)) as Record<string, unknown>
    return wantedIn.flatMap((key) => Object.keys(Object(manifest[key])))
  } catch {
    return []
  }
}
