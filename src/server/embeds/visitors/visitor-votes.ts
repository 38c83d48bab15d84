import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { VisitorRow } from './visitor-store.ts'

/** True when every one of the runs answers a message of that visitor. */
export async function ownsRuns(db: Queryable, visitorId: string, runIds: readonly string[]) {
  const wanted = [...new Set(runIds.map((id) => id.toLowerCase()))]
  const [found] = await db.query<{ count: number }>(
    `select count(distinct run_id)::int as count from embed_messages
     where visitor_id = $1 and run_id = any($2::uuid[])`,
    [visitorId, wanted],
  )
  return found?.count === wanted.length
}

/** The thread of a run that answers a message of that visitor. */
export async function threadOfRun(
  db: Queryable,
  visitorId: string,
  runId: string,
): Promise<string | undefined> {
  const [found] = await db.query<{ thread_id: string }>(
    'select thread_id from embed_messages where visitor_id = $1 and run_id = $2 limit 1',
    [visitorId, runId],
  )
  return found?.thread_id
}

/** Counts the vote on an answer, by the page that it was given on; another one on the same answer replaces it. */
export async function recordVote(
  db: Queryable,
  visitor: VisitorRow,
  vote: { tokenId: string; score: number | null; page: string | null; now: Date },
): Promise<void> {
  // The token itself lets anyone vote.
  const answer = createHash('sha256').update(vote.tokenId).digest('base64url')
  await db.query(
    `insert into embed_votes (id, embed_id, visitor_id, answer, score, page, voted_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (visitor_id, answer) do update
     set score = coalesce(excluded.score, embed_votes.score)`,
    [
      randomUUID(),
      visitor.embed_id,
      visitor.id,
      answer,
      vote.score,
      vote.page,
      vote.now.toISOString(),
    ],
  )
}
