import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { getRun, isActive, isHeld } from '../../contract/agent-server/runs.ts'
import type { Embed } from '../../contract/embeds/embeds.ts'
import type { Database, Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { periodOf } from '../usage/usage-cap.ts'
import { tokensSince } from '../usage/usage-store.ts'
import { lockEmbed } from './embed-store.ts'
import {
  countAnswering,
  countSent,
  insertMessage,
  listOpenMessages,
  recordEnd,
  runsOfVisitor,
} from './visitors/message-store.ts'
import { recordMessage, type VisitorRow } from './visitors/visitor-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Messages of a conversation that wait behind the one that is being answered. */
const mostWaiting = 10

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
  return database.transaction(async (tx) => {
    await lockEmbed(tx, embed.id)
    await checkRates(tx, embed, visitor, now)
    await checkAnswering(tx, embed, visitor, message)
    await checkTokens(tx, embed, visitor, now)
    await recordMessage(tx, thread_id, title, now)
    return insertMessage(tx, visitor, { thread_id, page, now })
  })
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
  for (const message of await listOpenMessages(database, embed.id, now)) {
    if (message.run_id === null || !(await isRunning(agent, message.thread_id, message.run_id))) {
      await recordEnd(database, message.id, now)
    }
  }
}

async function isRunning(agent: Transport, thread_id: string, run_id: string): Promise<boolean> {
  try {
    const run = await call(agent, getRun, { params: { thread_id, run_id } })
    // One that waits until its visitor answers may do so for good.
    return isActive(run) && !isHeld(run)
  } catch (error) {
    // Gone is ended; a server that does not answer leaves the question open.
    return !(error instanceof ApiError && error.status === 404)
  }
}

async function checkRates(tx: Queryable, embed: Embed, visitor: VisitorRow, now: Date) {
  const sent = await countSent(tx, visitor, new Date(now.getTime() - minuteMs))
  const waitMs = (sent.firstAt ?? now).getTime() + minuteMs - now.getTime()
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  if (sent.own >= embed.visitor_messages_per_minute) {
    throw new TooManyError('You are sending messages too quickly. Wait a moment.', seconds)
  }
  if (sent.all >= embed.embed_messages_per_minute) {
    throw new TooManyError('Many people are writing at the moment. Try again shortly.', seconds)
  }
}

async function checkAnswering(
  tx: Queryable,
  embed: Embed,
  visitor: VisitorRow,
  message: { thread_id: string; now: Date },
) {
  const { own, all, before } = await countAnswering(tx, visitor, message)
  if (before > mostWaiting) {
    throw new TooManyError('Wait until your messages are answered.', 5)
  }
  // One that waits its turn in its conversation is no further answer.
  if (before > 0) return
  if (own >= embed.visitor_concurrent_runs) {
    throw new TooManyError('Wait until your last message is answered.', 5)
  }
  if (all >= embed.embed_concurrent_runs) {
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
  const runIds = await runsOfVisitor(tx, visitor.id, earliest)
  if ((await tokensSince(tx, runIds, since)) < most) return
  const seconds = Math.ceil((freeAt.getTime() - now.getTime()) / 1_000)
  throw new TooManyError('You have used up what you may ask today. Come back tomorrow.', seconds)
}
