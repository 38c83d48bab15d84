import { posix } from 'node:path'
import type { SourceFile } from './import-rules.ts'
import { importsOf } from './imports-of.ts'

/**
 * Folders that import from each other, types included, each pair as “a and b”: whoever reads one has to read the other
 * as well. A folder and what is within it are one place; what is imported later (`import()`) does not count.
 */
export function twoWayFolders(files: SourceFile[]): string[] {
  const ways = new Set<string>()
  for (const { path, source } of files) {
    const from = posix.dirname(path)
    for (const specifier of importsOf(path, source).static) {
      if (!specifier.startsWith('.')) continue
      const to = posix.dirname(posix.join(from, specifier))
      if (!isWithin(from, to) && !isWithin(to, from)) ways.add(`${from} and ${to}`)
    }
  }
  return [...ways].filter((way) => {
    const [from, to] = way.split(' and ') as [string, string]
    return from < to && ways.has(`${to} and ${from}`)
  })
}

function isWithin(folder: string, other: string): boolean {
  return `${folder}/`.startsWith(`${other}/`)
}
