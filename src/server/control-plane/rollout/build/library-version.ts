import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { oldestLibrary } from '../../../../contract/control-plane/oldest-library.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'
import { foldersWithin } from './package-folders.ts'

const libraryName = '@langchain/langgraph'

/** The folder of the graph library that modules in the first of these folders find; null where there is none. */
export async function libraryAround(around: readonly string[]): Promise<string | null> {
  for (const folder of around) {
    const library = path.join(folder, 'node_modules', libraryName)
    if (await exists(library)) return library
  }
  return null
}

/**
 * Refuses (BUILD_FAILED) a project one of whose modules finds a graph library that this server cannot run. `root` is
 * the outermost folder that is looked in.
 */
export async function checkLibrary(root: string, files: readonly string[]): Promise<void> {
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    const library = await libraryAround(foldersWithin(root, folder))
    const version = library && (await versionOf(library))
    if (!version || !isTooOld(version)) continue
    throw new RolloutFailure(
      'BUILD_FAILED',
      `The project installs ${libraryName} ${version}, and this server runs ${oldestLibrary} and later. Raise it in package.json, and in the lock file if there is one.`,
    )
  }
}

async function versionOf(library: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(library, 'package.json'), 'utf8')
    const { version } = Object(JSON.parse(text)) as { version?: unknown }
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

function isTooOld(version: string): boolean {
  const [found, oldest] = [version, oldestLibrary].map((one) => /^(\d+)\.(\d+)\./.exec(one))
  if (!found || !oldest) return false
  const [major, minor] = [1, 2].map((part) => Number(found[part]) - Number(oldest[part]))
  return major !== 0 ? Number(major) < 0 : Number(minor) < 0
}
