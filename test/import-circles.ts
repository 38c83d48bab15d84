import { posix } from 'node:path'
import type { SourceFile } from './import-rules.ts'
import { importsOf } from './imports-of.ts'

/**
 * Every circle of imports as one sentence that names its files in order. Types count, since who reads one of the files
 * has to read all; what is imported later (`import()`) does not.
 */
export function importCircles(files: SourceFile[]): string[] {
  const targets = new Map(
    files.map(({ path, source }) => [
      path,
      importsOf(path, source)
        .static.filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(path), specifier)),
    ]),
  )
  const circles: string[] = []
  const seen = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) circles.push(`${[...trail.slice(start), path].join(' imports ')}: a circle`)
    if (seen.has(path)) return
    seen.add(path)
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path])
  }
  for (const path of targets.keys()) walk(path, [])
  return circles
}
