import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** An absolute path or address of a file with a line of it, as stacks and compilers write them. */
const line = /((?:file:\/\/)?\/.*?):(\d+)(?=[:)\s]|$)/gm
/** As Node says that a module was not found, and for whom. */
const notFound =
  /^Cannot find (?:module|package) '([^']+)'(?: imported from (.+)|\nRequire stack:\n- (.+))/

/** Where in the project's own code an error comes from, as `lib/tools.ts:12`; null where it does not say. */
export function lineWithin(directory: string, error: unknown): string | null {
  if (!(error instanceof Error)) return null
  for (const [place, number] of placesOf(error)) {
    const file = place.startsWith('file:') ? fileURLToPath(place) : place
    const within = path.relative(directory, file)
    const isOwn = !within.startsWith('..') && !within.includes('node_modules')
    if (isOwn) return [within.split(path.sep).join('/'), number].filter(Boolean).join(':')
  }
  return null
}

function placesOf(error: Error): [file: string, line: string | null][] {
  const [, name = '', asModule, asCommonJs] = notFound.exec(error.message) ?? []
  const importer = asModule ?? asCommonJs
  // Its stack is that of the loader.
  if (importer) return [[importer, lineOf(importer, name)]]
  const told = [...(error.stack ?? error.message).matchAll(line)]
  return told.map(([, file = '', number = '']) => [file, number])
}

function lineOf(importer: string, name: string): string | null {
  const file = importer.startsWith('file:') ? fileURLToPath(importer) : importer
  try {
    const at = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes(name))
    return at < 0 ? null : String(at + 1)
  } catch {
    return null
  }
}
