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

/** Those of them that belong to another part, and whose they are. */
export function tablesOfOthers(path: string, texts: readonly string[]): [string, string][] {
  const part = /^src\/server\/([^/]+)\//.exec(path)?.[1]
  if (!path.startsWith('src/server/') || part === 'db' || /\.test\.ts$/.test(path)) return []
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
