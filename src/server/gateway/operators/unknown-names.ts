import type { Queryable } from '../../db/database.ts'

/** Which of some names belong to nobody who can sign in, neither a user nor a program with a token. */
export async function unknownNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select asked.name from unnest($1::text[]) as asked (name) where not exists (
       select 1 from operators where operators.name = asked.name and not is_disabled
     ) and not exists (select 1 from api_tokens where 'token ' || api_tokens.name = asked.name)`,
    [names],
  )
  return rows.map(({ name }) => name)
}
