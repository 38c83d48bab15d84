import { first, type Queryable } from '../../db/database.ts'

/** Where the name of what an address is about is kept. */
const places = [
  { at: /^\/gateway\/users\/([^/]+)/, table: 'operators' },
  { at: /^\/gateway\/tokens\/([^/]+)/, table: 'api_tokens' },
  { at: /^\/gateway\/connections\/([^/]+)$/, table: 'connections' },
  { at: /^\/gateway\/connections\/[^/]+\/views\/([^/]+)$/, table: 'saved_views' },
  {
    at: /^(?:\/gateway\/connections\/local\/control-plane|\/api-host)\/v[12]\/deployments\/([^/]+)/,
    table: 'deployments',
  },
  { at: /^\/gateway\/connections\/local\/agents\/([^/]+)/, table: 'deployments' },
] as const

/** How what a write is about is called before it, which it may rename or remove; null where it has no name here. */
export async function subjectName(database: Queryable, path: string): Promise<string | null> {
  for (const { at, table } of places) {
    const id = at.exec(path)?.[1]
    if (id === undefined) continue
    const rows = await database.query<{ name: string }>(
      `select name from ${table} where id::text = lower($1)`,
      [id],
    )
    return first(rows)?.name ?? null
  }
  return /^\/agents\/([^/@]+)/.exec(path)?.[1] ?? null
}
