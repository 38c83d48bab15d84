import type { SourceFile } from './import-rules.ts'

/** The names that types of more than one file are exported under, each with those files. */
export function sharedTypeNames(files: readonly SourceFile[]): string[] {
  const places = new Map<string, string[]>()
  for (const { path, source } of files) {
    const names = [...source.matchAll(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm)]
    for (const name of new Set(names.map(([, name]) => name as string))) {
      places.set(name, [...(places.get(name) ?? []), path])
    }
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}
