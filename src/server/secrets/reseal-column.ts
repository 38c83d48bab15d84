import type { Queryable } from '../db/database.ts'
import type { SecretBox } from './secret-box.ts'

/** The key that secrets are sealed with, and the one that they shall be sealed with. */
export interface KeyChange {
  from: SecretBox
  to: SecretBox
}

/** A sealed value for the other key. Throws when it was not sealed with `from` for this context. */
export function reseal(change: KeyChange, sealed: string, context: string): string {
  return change.to.seal(change.from.open(sealed, context), context)
}

/**
 * Seals every value of a column anew, within the caller's transaction; `context` tells by the row's id
 * what it was sealed for. Answers how many there were.
 */
export async function resealColumn(
  tx: Queryable,
  change: KeyChange,
  place: { table: string; column: string; context: (id: string) => string },
): Promise<number> {
  const { table, column, context } = place
  const rows = await tx.query<{ id: string; sealed: string }>(
    `select id, ${column} as sealed from ${table} where ${column} is not null for update`,
  )
  for (const { id, sealed } of rows) {
    const fresh = reseal(change, sealed, context(id))
    await tx.query(`update ${table} set ${column} = $2 where id = $1`, [id, fresh])
  }
  return rows.length
}
