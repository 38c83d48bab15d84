import { randomUUID } from 'node:crypto'
import { first, type Queryable } from '../../db/database.ts'
import type { VisitorRow } from './visitor-store.ts'

/** A message whose run never became known counts as running for so long. */
const unknownRunMs = 2 * 60_000

/** A message that counts as running. */
interface OpenMessage {
  id: string
  thread_id: string
  run_id: string | null
}

/** Of all visitors of an embed, and of the one who asks. */
interface MessageCounts {
  all: number
  own: number
}

/** Of all visitors and of the one who asks; `before`: messages of this conversation that have no answer yet. */
interface AnswerCounts extends MessageCounts {
  before: number
}

/** Keeps a message as sent now. Answers its id. */
export async function insertMessage(
  db: Queryable,
  visitor: VisitorRow,
  message: { thread_id: string; page: string | null; now: Date },
): Promise<string> {
  const id = randomUUID()
  const { thread_id, page, now } = message
  await db.query(
    `insert into embed_messages (id, embed_id, visitor_id, thread_id, page, sent_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, visitor.embed_id, visitor.id, thread_id, page, now.toISOString()],
  )
  return id
}

/** The run that a booked message became. */
export async function recordRun(db: Queryable, messageId: string, runId: string): Promise<void> {
  await db.query('update embed_messages set run_id = $2 where id = $1', [messageId, runId])
}

/** A booked message that became no run, or whose run has ended. */
export async function recordEnd(db: Queryable, messageId: string, now: Date): Promise<void> {
  const values = [messageId, now.toISOString()]
  await db.query('update embed_messages set ended_at = $2 where id = $1', values)
}

/** The messages of an embed that count as running, but for those whose run may become known yet. */
export function listOpenMessages(
  db: Queryable,
  embedId: string,
  now: Date,
): Promise<OpenMessage[]> {
  return db.query<OpenMessage>(
    `select id, thread_id, run_id from embed_messages
     where embed_id = $1 and ended_at is null and (run_id is not null or sent_at < $2)`,
    [embedId, unknownSince(now)],
  )
}

/** What was sent since a moment, and when the first of it was; null where nothing was. */
export async function countSent(
  db: Queryable,
  visitor: VisitorRow,
  since: Date,
): Promise<MessageCounts & { firstAt: Date | null }> {
  const rows = await db.query<MessageCounts & { firstAt: Date | null }>(
    `select count(*)::int as "all", (count(*) filter (where visitor_id = $3))::int as own,
       min(sent_at) as "firstAt"
     from embed_messages where embed_id = $1 and sent_at > $2`,
    [visitor.embed_id, since.toISOString(), visitor.id],
  )
  return first(rows) ?? { all: 0, own: 0, firstAt: null }
}

/** The answers that count as being written: of a conversation one at a time, what else was sent in it waits its turn. */
export async function countAnswering(
  db: Queryable,
  visitor: VisitorRow,
  { thread_id, now }: { thread_id: string; now: Date },
): Promise<AnswerCounts> {
  const rows = await db.query<AnswerCounts>(
    `select count(distinct thread_id)::int as "all",
       (count(distinct thread_id) filter (where visitor_id = $3))::int as own,
       (count(*) filter (where thread_id = $4))::int as "before"
     from embed_messages
     where embed_id = $1 and ended_at is null and (run_id is not null or sent_at > $2)`,
    [visitor.embed_id, unknownSince(now), visitor.id, thread_id],
  )
  return first(rows) ?? { all: 0, own: 0, before: 0 }
}

/** The runs that answer a visitor's messages: of all of them, or of those since a moment. */
export async function runsOfVisitor(
  db: Queryable,
  visitorId: string,
  since: Date | null,
): Promise<string[]> {
  const rows = await db.query<{ run_id: string }>(
    `select distinct run_id from embed_messages
     where visitor_id = $1 and run_id is not null and ($2::timestamptz is null or sent_at >= $2)`,
    [visitorId, since?.toISOString() ?? null],
  )
  return rows.map(({ run_id }) => run_id)
}

const unknownSince = (now: Date) => new Date(now.getTime() - unknownRunMs).toISOString()
