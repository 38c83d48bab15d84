import type { Queryable } from '../db/database.ts'
import { type KeyChange, resealColumn } from '../secrets/reseal-column.ts'
import { identityContext } from './visitors/visitor-sessions.ts'

/** Seals for another key what sites sign their visitors' names with. Answers how many; throws as `resealColumn`. */
export function resealIdentities(tx: Queryable, change: KeyChange): Promise<number> {
  const place = { table: 'embeds', column: 'identity_secret', context: identityContext }
  return resealColumn(tx, change, place)
}
