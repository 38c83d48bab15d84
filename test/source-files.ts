import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every script below a folder of the project, without what is installed there. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path)
    return /\.(ts|tsx|mjs|js)$/.test(entry.name)
      ? [{ path, source: readFileSync(`${root}${path}`, 'utf8') }]
      : []
  })
}

/** The names of all tables that the migrations leave, sorted. */
export function tablesOfMigrations(): string[] {
  const folder = `${root}src/server/db/migrations`
  const tables = new Set<string>()
  for (const name of readdirSync(folder).sort()) {
    const sql = readFileSync(`${folder}/${name}`, 'utf8')
    for (const [, made] of sql.matchAll(/^\s*create table (\w+)/gm)) tables.add(made as string)
    for (const [, gone] of sql.matchAll(/^\s*drop table (\w+)/gm)) tables.delete(gone as string)
  }
  return [...tables].sort()
}
