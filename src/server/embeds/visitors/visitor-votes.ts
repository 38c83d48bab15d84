import { randomUUID } from 'node:crypto'
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

export async function recordVote(db: Queryable, visitor: VisitorRow, now: Date): Promise<void> {
  await db.query(
    'insert into embed_votes (id, embed_id, visitor_id, voted_at) values ($1, $2, $3, $4)',
    [randomUUID(), visitor.embed_id, visitor.id, now.toISOString()],
  )
}
