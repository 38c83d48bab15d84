import type { Feedback, FeedbackSubmission } from '../../contract/tracing/feedback.ts'
import type { Queryable } from '../db/database.ts'
import { ofSession } from '../session-rows.ts'
import { conditionOf, type VoteFilter, type VoteHistory } from './feedback-filter.ts'
import type { TokenRow } from './token-store.ts'

/** Columns of `feedback f`. */
interface FeedbackRow {
  id: string
  number: string
  run_id: string
  deployment_id: string | null
  connection_id: string | null
  revision_id: string | null
  thread_id?: string | null
  question?: string | null
  answer?: string | null
  key: string
  score: number | boolean | null
  value: number | boolean | string | null
  comment: string | null
  correction: unknown
  metadata: Record<string, unknown> | null
  source: string
  source_metadata: Record<string, unknown> | null
  created_at: Date
  first_created_at: Date
  superseded_at: Date | null
}

/** What was said stays with projects that decide by themselves who may read it. */
const said = (column: string) => `case when not exists (
  select 1 from guarded_deployments g where g.deployment_id = r.deployment_id and g.has_auth) then r.${column} end`

/** What an address of the run was made with, or was left with: of a run that is not here. */
const about = (field: string) => `case when r.run_id is null and not exists (
  select 1 from guarded_deployments g where g.deployment_id = f.deployment_id and g.has_auth) then (
    select t.about ->> '${field}' from feedback_tokens t
    where t.run_id = f.run_id and t.connection_id is not distinct from f.connection_id and t.about is not null
    order by t.id = f.token_id desc limit 1) end`

const select = `select f.*, coalesce(r.thread_id::text, ${about('thread_id')}) as thread_id,
    coalesce(${said('question')}, ${about('question')}) as question,
    coalesce(${said('answer')}, ${about('answer')}) as answer
  from feedback f left join runs r on r.run_id = f.run_id`

/** What one token leaves at most: whoever holds an address could go on for ever. */
const longestHistory = 100

/** Records a submission; an earlier one of the same token becomes history, of which the end is kept. */
export async function recordFeedback(
  tx: Queryable,
  token: TokenRow,
  submission: FeedbackSubmission,
  made: {
    id: string
    at: Date
    revision_id: string | null
    source: { type: string; metadata: Record<string, unknown> }
  },
): Promise<Feedback> {
  await tx.query(
    'update feedback set superseded_at = $2 where token_id = $1 and superseded_at is null',
    [token.id, made.at.toISOString()],
  )
  const rows = await tx.query<FeedbackRow>(
    `insert into feedback (id, token_id, run_id, deployment_id, revision_id, key, score, value,
       comment, correction, metadata, source, source_metadata, created_at, first_created_at,
       connection_id, of_session)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       coalesce((select first_created_at from feedback where token_id = $2 limit 1), $14), $15,
       coalesce((select ${ofSession('r.')} from runs r where r.run_id = $3), false))
     returning *`,
    [
      made.id,
      token.id,
      token.run_id,
      token.deployment_id,
      made.revision_id,
      token.feedback_key,
      json(submission.score),
      json(submission.value),
      submission.comment ?? null,
      json(submission.correction),
      json(submission.metadata),
      made.source.type,
      json(made.source.metadata),
      made.at.toISOString(),
      token.connection_id,
    ],
  )
  await tx.query(
    `delete from feedback where token_id = $1 and number <= (
       select number from feedback where token_id = $1 order by number desc offset $2 limit 1)`,
    [token.id, longestHistory],
  )
  return rows.map(present)[0] as Feedback
}

/** Deletes a vote of a connection (null: the local stack's) with its history. False when there is none. */
export async function removeFeedback(
  db: Queryable,
  id: string,
  connection: string | null,
): Promise<boolean> {
  const rows = await db.query(
    `delete from feedback where connection_id is not distinct from $2
       and token_id = (select token_id from feedback where id = $1) returning id`,
    [id, connection],
  )
  return rows.length > 0
}

/** A vote of a connection (null: the local stack's), or what it was before. */
export async function findFeedback(
  db: Queryable,
  id: string,
  connection: string | null,
): Promise<Feedback | undefined> {
  const rows = await db.query<FeedbackRow>(
    `${select} where f.id = $1 and f.connection_id is not distinct from $2`,
    [id, connection],
  )
  return rows.map(present)[0]
}

/** The address of a vote, with the vote held. */
export async function lockVote(
  tx: Queryable,
  id: string,
  connection: string | null,
): Promise<TokenRow | undefined> {
  const rows = await tx.query<TokenRow>(
    `select t.* from feedback_tokens t join feedback f on f.token_id = t.id
     where f.id = $1 and f.connection_id is not distinct from $2 for update`,
    [id, connection],
  )
  return rows[0]
}

/** What takes a vote's place has its id; the vote goes on under another one, as history. */
export async function passOnId(tx: Queryable, id: string): Promise<void> {
  await tx.query('update feedback set id = gen_random_uuid() where id = $1', [id])
}

/** Newest first. */
export async function listFeedbackRows(
  db: Queryable,
  filter: VoteFilter,
  { history, limit, offset }: { history: VoteHistory; limit: number; offset: number },
): Promise<Feedback[]> {
  const { sql, params } = conditionOf(filter, history)
  const rows = await db.query<FeedbackRow>(
    `${select} where ${sql}
     order by f.number desc limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, limit, offset],
  )
  return rows.map(present)
}

export async function countFeedback(
  db: Queryable,
  filter: VoteFilter,
  history: VoteHistory,
): Promise<number> {
  const { sql, params } = conditionOf(filter, history)
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from feedback f where ${sql}`,
    params,
  )
  return row?.count ?? 0
}

/** Oldest first, the next `limit` after the `number` of the last one that is known ("0" at first). */
export async function feedbackAfter(
  db: Queryable,
  filter: VoteFilter,
  { history, after, limit }: { history: VoteHistory; after: string; limit: number },
): Promise<{ votes: Feedback[]; last: string }> {
  const { sql, params } = conditionOf(filter, history)
  const rows = await db.query<FeedbackRow>(
    `${select} where ${sql} and f.number > $${params.length + 1}
     order by f.number limit $${params.length + 2}`,
    [...params, after, limit],
  )
  return { votes: rows.map(present), last: rows.at(-1)?.number ?? after }
}

function present(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    run_id: row.run_id,
    trace_id: row.run_id,
    session_id: row.deployment_id,
    deployment_id: row.deployment_id,
    revision_id: row.revision_id,
    thread_id: row.thread_id ?? null,
    question: row.question ?? null,
    answer: row.answer ?? null,
    key: row.key,
    score: row.score,
    value: row.value,
    comment: row.comment,
    correction: row.correction,
    metadata: row.metadata,
    created_at: row.first_created_at.toISOString(),
    modified_at: row.created_at.toISOString(),
    superseded_at: row.superseded_at?.toISOString() ?? null,
    // Whoever holds the address may vote: there is no person to name.
    feedback_source: { type: row.source, user_id: null, metadata: row.source_metadata },
  }
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
