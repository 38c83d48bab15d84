import { isAlive } from '../../cluster/server-store.ts'
import type { Queryable } from '../../db/database.ts'
import { type GridCell, insertAttempts } from './attempt-store.ts'

/** What so many processes in a row ended with is not tried again by itself: it may be what ends them. */
const mostLost = 5

/**
 * What processes that are gone had in hand is lost, and each has another attempt under an id of its own, unless too many
 * were lost before it: then it is an error. So is what the process that asks has claimed and is not at any more: it
 * stops, or its database was away when it should have begun it or kept its end.
 */
export async function replaceLost(
  tx: Queryable,
  at: Date,
  own: { serverId: string; atWork: readonly string[] },
): Promise<number> {
  const isLeft = 'claimed_by = $2::uuid and attempt_id <> all($3::uuid[])'
  const isLost = `status = 'running' and (not ${isAlive('claimed_by')} or ${isLeft})`
  const values = [at, own.serverId, own.atWork]
  // Nobody tries them again.
  await tx.query(
    `update qa_attempts set status = 'cancelled', claimed_by = null, ended_at = $1
     where ${isLost} and session_id in
       (select session_id from qa_sessions where qa_sessions.status in ('cancelled', 'closed'))`,
    values,
  )
  const lost = await tx.query<GridCell & { session_id: string; attempt_id: string }>(
    `update qa_attempts set status = 'lost', is_current = false, claimed_by = null, ended_at = $1,
       error = 'The server that tried it ended, or lost its database. Another attempt stands for it.'
     where ${isLost}
     returning attempt_id, session_id, case_index, case_key, target, repeat`,
    values,
  )
  const givenUp = await giveUpOnLost(
    tx,
    lost.map(({ attempt_id }) => attempt_id),
  )
  for (const { session_id, attempt_id, ...cell } of lost) {
    if (!givenUp.has(attempt_id)) await insertAttempts(tx, session_id, [cell])
  }
  return lost.length
}

/** Those of the lost that are not tried again, which stand for their cells from now on. */
async function giveUpOnLost(tx: Queryable, lost: readonly string[]): Promise<Set<string>> {
  if (lost.length === 0) return new Set()
  const rows = await tx.query<{ attempt_id: string }>(
    `update qa_attempts as last set status = 'error', is_current = true, error = $2
     where attempt_id = any($1::uuid[]) and $3 <= (
       select count(*) filter (where status = 'lost' and position > coalesce(ended_before, 0)) from (
         select status, position, max(position) filter (where status <> 'lost') over () as ended_before
         from qa_attempts as one
         where one.session_id = last.session_id and one.case_index = last.case_index
           and one.target = last.target and one.repeat = last.repeat
       ) as of_cell
     ) returning attempt_id`,
    [
      lost,
      `The server ended, or lost its database, ${mostLost} times in a row while this was tried: it is not tried again by itself.`,
      mostLost,
    ],
  )
  return new Set(rows.map(({ attempt_id }) => attempt_id))
}
