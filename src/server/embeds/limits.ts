import { randomUUID } from 'node:crypto'
import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { getRun, isActive } from '../../contract/agent-server/runs.ts'
import type { Embed } from '../../contract/embeds/embeds.ts'
import type { Database, Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { periodOf } from '../usage/usage-cap.ts'
import { tokensSince } from '../usage/usage-store.ts'
import type { VisitorRow } from './visitors/visitor-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A message whose run never became known counts as running for so long. */
const unknownRunMs = 2 * minuteMs

interface OpenMessage {
  id: string
  visitor_id: string
  thread_id: string
  run_id: string | null
}

/** Refusals for too much at once (429), each with what to do and when. */
export class TooManyError extends HttpError {
  readonly retryAfterSeconds: number

  constructor(sentence: string, retryAfterSeconds: number) {
    super(429, sentence)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Books a message of a visitor, or throws a TooManyError. Counting and booking are one step, so that
 * requests that come together cannot all slip through. Answers the message's id.
 */
export async function bookMessage(
  database: Database,
  embed: Embed,
  visitor: VisitorRow,
  message: { thread_id: string; title: string | null; page: string | null; now: Date },
): Promise<string> {
  const { thread_id, title, page, now } = message
  const id = randomUUID()
  await database.transaction(async (tx) => {
    await tx.query('select 1 from embeds where id = $1 for update', [embed.id])
    await checkRates(tx, embed, visitor, now)
    await checkRunning(tx, embed, visitor, now)
    await checkTokens(tx, embed, visitor, now)
    await tx.query(
      `insert into embed_messages (id, embed_id, visitor_id, thread_id, page, sent_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, embed.id, visitor.id, thread_id, page, now.toISOString()],
    )
    await tx.query(
      'update embed_threads set updated_at = $2, title = coalesce(title, $3) where thread_id = $1',
      [thread_id, now.toISOString(), title],
    )
  })
  return id
}

/** The run that a booked message became. */
export async function recordRun(db: Queryable, messageId: string, runId: string): Promise<void> {
  await db.query('update embed_messages set run_id = $2 where id = $1', [messageId, runId])
}

/** A booked message that became no run, or whose run has ended. */
export async function recordEnd(db: Queryable, messageId: string, now: Date): Promise<void> {
  const sql = 'update embed_messages set ended_at = $2 where id = $1 and ended_at is null'
  await db.query(sql, [messageId, now.toISOString()])
}

/**
 * Asks the agent server after the runs that count as running, and lets go of those that have ended: a
 * page that was closed tells nobody how its run ended.
 */
export async function settleRuns(
  database: Database,
  agent: Transport,
  embed: Embed,
  now: Date,
): Promise<void> {
  const open = await database.query<OpenMessage>(
    `select id, visitor_id, thread_id, run_id from embed_messages
     where embed_id = $1 and ended_at is null and (run_id is not null or sent_at < $2)`,
    [embed.id, new Date(now.getTime() - unknownRunMs).toISOString()],
  )
  for (const message of open) {
    if (message.run_id === null || !(await isRunning(agent, message.thread_id, message.run_id))) {
      await recordEnd(database, message.id, now)
    }
  }
}

async function isRunning(agent: Transport, thread_id: string, run_id: string): Promise<boolean> {
  try {
    return isActive(await call(agent, getRun, { params: { thread_id, run_id } }))
  } catch (error) {
    // Gone is ended; a server that does not answer leaves the question open.
    return !(error instanceof ApiError && error.status === 404)
  }
}

async function checkRates(tx: Queryable, embed: Embed, visitor: VisitorRow, now: Date) {
  const [sent] = await tx.query<{ all_count: number; own_count: number; first_at: Date | null }>(
    `select count(*)::int as all_count,
       (count(*) filter (where visitor_id = $3))::int as own_count, min(sent_at) as first_at
     from embed_messages where embed_id = $1 and sent_at > $2`,
    [embed.id, new Date(now.getTime() - minuteMs).toISOString(), visitor.id],
  )
  const waitMs = (sent?.first_at?.getTime() ?? now.getTime()) + minuteMs - now.getTime()
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  if ((sent?.own_count ?? 0) >= embed.visitor_messages_per_minute) {
    throw new TooManyError('You are sending messages too quickly. Wait a moment.', seconds)
  }
  if ((sent?.all_count ?? 0) >= embed.embed_messages_per_minute) {
    throw new TooManyError('Many people are writing at the moment. Try again shortly.', seconds)
  }
}

async function checkRunning(tx: Queryable, embed: Embed, visitor: VisitorRow, now: Date) {
  const [running] = await tx.query<{ all_count: number; own_count: number }>(
    `select count(*)::int as all_count, (count(*) filter (where visitor_id = $3))::int as own_count
     from embed_messages
     where embed_id = $1 and ended_at is null and (run_id is not null or sent_at > $2)`,
    [embed.id, new Date(now.getTime() - unknownRunMs).toISOString(), visitor.id],
  )
  if ((running?.own_count ?? 0) >= embed.visitor_concurrent_runs) {
    throw new TooManyError('Wait until your last message is answered.', 5)
  }
  if ((running?.all_count ?? 0) >= embed.embed_concurrent_runs) {
    throw new TooManyError('Many answers are being written at the moment. Try again shortly.', 5)
  }
}

/** Counted is what is stored: an answer that is being written can go beyond it. */
async function checkTokens(tx: Queryable, embed: Embed, visitor: VisitorRow, now: Date) {
  const most = embed.visitor_tokens_per_day
  if (most === null) return
  const { since, freeAt } = periodOf('day', now)
  // One that was sent just before the day began may have been answered since.
  const earliest = new Date(since.getTime() - dayMs)
  const sent = await tx.query<{ run_id: string }>(
    `select run_id from embed_messages
     where embed_id = $1 and visitor_id = $2 and sent_at >= $3 and run_id is not null`,
    [embed.id, visitor.id, earliest.toISOString()],
  )
  const runIds = sent.map(({ run_id }) => run_id)
  if ((await tokensSince(tx, runIds, since)) < most) return
  const seconds = Math.ceil((freeAt.getTime() - now.getTime()) / 1_000)
  throw new TooManyError('You have used up what you may ask today. Come back tomorrow.', seconds)
}
