import type { Reach } from './imports-of.ts'
import { foreignTables, tablesOf } from './table-owners.ts'

const owners = new Map(
  Object.entries(tablesOf).flatMap(([part, tables]) => tables.map((table) => [table, part])),
)
const allowed = new Map(foreignTables.flatMap(({ files }) => Object.entries(files)))

/**
 * The tables that SQL among the texts of a file names: what stands behind the words after which a table stands.
 * A name that is put together at run time is not seen.
 */
function namedTables(texts: readonly string[]): Set<string> {
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:from|join|into|update|using|table)\s+(\w+)/gi)].map(([, name]) => name),
  )
  return new Set(names.filter((name): name is string => name !== undefined && owners.has(name)))
}

const isSubject = (path: string) => /^src\/server\/(?!db\/)/.test(path) && !/\.test\.ts$/.test(path)

/** Those of them that belong to another part, and whose they are. */
export function tablesOfOthers(path: string, texts: readonly string[]): [string, string][] {
  const part = /^src\/server\/([^/]+)\//.exec(path)?.[1]
  if (!isSubject(path)) return []
  return [...namedTables(texts)].flatMap((table): [string, string][] => {
    const owner = owners.get(table) ?? ''
    return owner === part ? [] : [[table, owner]]
  })
}

/** One sentence for each, without those that are allowed by name. */
export function brokenTableRules(path: string, texts: readonly string[]): string[] {
  return tablesOfOthers(path, texts).flatMap(([table, owner]) =>
    allowed.get(path)?.includes(table)
      ? []
      : [`${path} names the table ${table}: SQL of that stands in src/server/${owner} only`],
  )
}

/** What a file does besides, by what it imports or by a call in its source. */
const duties: readonly { does: string; imports: RegExp; calls?: RegExp }[] = [
  { does: 'mounts routes', imports: /\/http\/route\.ts$/ },
  {
    does: 'sets timers',
    imports: /\/repeated-work\.ts$|^node:timers/,
    calls: /\bset(Interval|Timeout)\(/,
  },
  { does: 'asks other servers', imports: /\/client\/api\.ts$/, calls: /\bfetch\(/ },
  { does: 'starts processes', imports: /\/run-command\.ts$|^node:child_process$/ },
  { does: 'keeps gauges', imports: /^prom-client$/ },
]

/** One sentence for each thing that a file does whose SQL names tables: such a file is a store, and nothing else. */
export function brokenStoreRules(path: string, source: string, reach: Reach): string[] {
  if (!isSubject(path)) return []
  const [table] = namedTables(reach.texts)
  if (table === undefined) return []
  const modules = [...reach.static, ...reach.dynamic]
  return duties.flatMap(({ does, imports, calls }) =>
    modules.some((module) => imports.test(module)) || calls?.test(source)
      ? [`${path} ${does}, and its SQL names the table ${table}: SQL stands in stores only`]
      : [],
  )
}
