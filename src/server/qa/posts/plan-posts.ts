import type { Queryable } from '../../db/database.ts'
import type { SessionRow } from '../session-store.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { lastRuns, wantPosts } from './post-store.ts'
import { wantedPosts } from './wanted-posts.ts'

/**
 * Has verdicts, each the newest of its reviewer and case, posted as feedback on the runs. Those of a blind session wait until
 * it is closed: a run with its marks would tell which answer is whose.
 */
export async function planPosts(
  tx: Queryable,
  session: SessionRow,
  verdicts: readonly VerdictRow[],
  at: Date,
): Promise<void> {
  if (verdicts.length === 0 || (session.is_blind && session.status !== 'closed')) return
  const attempts = verdicts.flatMap(({ attempt_ids }) => attempt_ids.filter((id) => id !== null))
  const wanted = wantedPosts(session, verdicts, await lastRuns(tx, attempts))
  const scope = verdicts.map(({ case_index, reviewer }) => ({ case_index, reviewer }))
  await wantPosts(tx, session.session_id, scope, wanted, at)
}
