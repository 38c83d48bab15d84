import type { Queryable } from '../db/database.ts'
import type { KeyChange } from '../secrets/reseal-column.ts'
import { tokenHash } from '../secrets/token-hash.ts'
import { tokenOf } from './feedback-token.ts'

/**
 * Gives every feedback token the text that the new key derives, within the caller's transaction:
 * listing a run's tokens goes on telling addresses that work. Answers how many there are.
 */
export async function rederiveFeedbackTokens(tx: Queryable, change: KeyChange): Promise<number> {
  const rows = await tx.query<{ id: string }>('select id from feedback_tokens for update')
  for (const { id } of rows) {
    await tx.query('update feedback_tokens set token_hash = $2 where id = $1', [
      id,
      tokenHash(tokenOf(change.to, id)),
    ])
  }
  return rows.length
}
