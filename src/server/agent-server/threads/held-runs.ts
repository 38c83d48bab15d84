import { heldUntil, waitsForAnswers } from '../../../contract/agent-server/runs.ts'
import type { Queryable } from '../../db/database.ts'

/** SQL that is true of a waiting or working run, but for one that is held: that waits for a person and not for its turn. */
export const isUnderWay = (run: string) =>
  `(${run}.status in ('pending', 'running') and ${run}.scheduled_at is distinct from '${heldUntil}')`

/**
 * Holds the waiting runs of a thread that are not to go past a question while the thread asks one, and lets them go
 * when it asks no more. To be called, with the thread held, whenever either may have changed.
 */
export async function holdBehindQuestions(tx: Queryable, threadId: string): Promise<void> {
  await tx.query(
    `update runs r set scheduled_at = case when r.scheduled_at is null then $2::timestamptz end
     from threads t where t.thread_id = r.thread_id and r.thread_id = $1 and r.status = 'pending'
     and r.started_at is null and (r.metadata ->> $3::text) = 'true'
     and case when coalesce(t.interrupts, '{}') <> '{}' then r.scheduled_at is null
       else r.scheduled_at = $2::timestamptz end`,
    [threadId, heldUntil, waitsForAnswers],
  )
}
