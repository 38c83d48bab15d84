import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ImportedLibrary } from '../protocol/project-requests.ts'
import { isCommonJs } from './module-format.ts'

/**
 * Imports installed packages as the files of the project do that name them, so that they are there when those files
 * are loaded: a CommonJS file gets another copy of a package than an ES module (see library-hooks.mjs for that). What
 * cannot be imported is left to the project's code.
 */
export async function importLibraries(libraries: readonly ImportedLibrary[]): Promise<void> {
  for (const { name, from } of libraries) {
    const address = `library-of:${pathToFileURL(from).href} ${name}`
    if (await isCommonJs(from)) requireLibrary(name, from)
    else await import(address).catch(() => undefined)
  }
}

function requireLibrary(name: string, from: string): void {
  const require = createRequire(from)
  try {
    const file = require.resolve(name)
    if (isBuiltin(file) || file.includes(`${path.sep}node_modules${path.sep}`)) require(name)
  } catch {
    // The project's own words say what is wrong with it.
  }
}
