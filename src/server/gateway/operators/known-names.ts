import type { Queryable } from '../../db/database.ts'

/** Whom requests can come from: users and programs with a token, as they are called where verdicts are kept. */
const people = `select name from operators where not is_disabled
  union all select 'token ' || name from api_tokens`

export async function knownNames(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(`select name from (${people}) p order by name`)
  return rows.map(({ name }) => name)
}

/** Which of some names belong to nobody who can sign in, neither a user nor a program with a token. */
export async function unknownNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select asked.name from unnest($1::text[]) as asked (name) where asked.name not in (${people})`,
    [names],
  )
  return rows.map(({ name }) => name)
}
