import type * as z from 'zod/mini'
import type { Decision } from '../../contract/qa/results.ts'
import type { createSession, NamedTarget, SessionStatus } from '../../contract/qa/sessions.ts'
import type { RubricItem } from '../../contract/qa/suites.ts'
import { first, type Queryable } from '../db/database.ts'
import { jsonb } from '../db/jsonb.ts'
import { isGoing } from '../deletions/deletion-store.ts'

export type Caps = z.output<(typeof createSession)['body']>['caps']

export interface SessionRow {
  session_id: string
  name: string
  suite_id: string
  suite_name: string
  suite_version: number
  rubric: RubricItem[]
  /** Places in the suite of the cases that are tried, in order. */
  case_indexes: number[]
  targets: NamedTarget[]
  repeats: number
  passes_needed: number
  status: SessionStatus
  status_reason: string | null
  is_blind: boolean
  reviewers: string[]
  seed: number
  caps: Caps
  has_side_effects: boolean
  created_at: Date
  created_by: string | null
  running_since: Date | null
  /** How long it ran before it was paused. */
  ran_ms: number
  ended_at: Date | null
  closed_at: Date | null
  looks: { reviewer: string; at: string }[]
  decision: Decision | null
}

type NewSession = Omit<
  SessionRow,
  | 'rubric'
  | 'status'
  | 'status_reason'
  | 'running_since'
  | 'ran_ms'
  | 'ended_at'
  | 'closed_at'
  | 'looks'
  | 'decision'
>

const select = `select q.*, q.ran_ms::float8 as ran_ms, v.rubric from qa_sessions q
  join qa_suite_versions v on v.suite_id = q.suite_id and v.version = q.suite_version`

/** Records a session, which runs from now on. */
export async function insertSession(tx: Queryable, row: NewSession): Promise<void> {
  await tx.query(
    `insert into qa_sessions (session_id, name, suite_id, suite_name, suite_version, case_indexes, targets,
       repeats, passes_needed, status, is_blind, reviewers, seed, caps, has_side_effects, created_at, created_by,
       running_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'running', $10, $11, $12, $13, $14, $15, $16, $15)`,
    [
      row.session_id,
      row.name,
      row.suite_id,
      row.suite_name,
      row.suite_version,
      jsonb(row.case_indexes),
      jsonb(row.targets),
      row.repeats,
      row.passes_needed,
      row.is_blind,
      jsonb(row.reviewers),
      row.seed,
      jsonb(row.caps),
      row.has_side_effects,
      row.created_at,
      row.created_by,
    ],
  )
}

export async function findSession(db: Queryable, sessionId: string): Promise<SessionRow | null> {
  const rows = await db.query<SessionRow>(`${select} where session_id = $1`, [sessionId])
  return first(rows) ?? null
}

/** The same, held until the end of the transaction. */
export async function lockSession(tx: Queryable, sessionId: string): Promise<SessionRow | null> {
  const sql = `${select} where session_id = $1 for update of q`
  return first(await tx.query<SessionRow>(sql, [sessionId])) ?? null
}

/** Newest first, but for those that were deleted and can be brought back; where somebody is `named`, those that name them. */
export async function listSessionRows(
  db: Queryable,
  wanted: {
    suite_id?: string | undefined
    status?: SessionStatus | undefined
    named: string | null
    limit: number
    offset: number
  },
): Promise<SessionRow[]> {
  const { suite_id, status, named, limit, offset } = wanted
  return db.query<SessionRow>(
    `${select} where ($1::uuid is null or q.suite_id = $1) and ($2::text is null or q.reviewers ? $2)
       and ($3::text is null or q.status = $3) and not ${isGoing('q.session_id')}
     order by q.created_at desc, session_id limit $4 offset $5`,
    [suite_id ?? null, named, status ?? null, limit, offset],
  )
}

/** The ids of those that run, the oldest first. */
export async function listRunning(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ session_id: string }>(
    `select session_id from qa_sessions where status = 'running' order by created_at, session_id`,
  )
  return rows.map(({ session_id }) => session_id)
}

/**
 * Moves a session to another status. What it ran is added up when it stops running; it has ended when it is done,
 * cancelled or closed, and nothing comes after closed.
 */
export async function moveSession(
  tx: Queryable,
  sessionId: string,
  to: SessionStatus,
  { at, reason = null }: { at: Date; reason?: string | null },
): Promise<void> {
  await tx.query(
    `update qa_sessions set status = $2::text, status_reason = $4,
       ran_ms = ran_ms + case when running_since is null then 0
         else greatest(0, extract(epoch from $3::timestamptz - running_since) * 1000)::bigint end,
       running_since = case when $2::text = 'running' then $3::timestamptz end,
       ended_at = case when $2::text = 'running' then null
         when $2::text in ('done', 'cancelled', 'closed') then coalesce(ended_at, $3::timestamptz) else ended_at end,
       closed_at = case when $2::text = 'closed' then $3::timestamptz end
     where session_id = $1`,
    [sessionId, to, at, reason],
  )
}

export async function setCaps(tx: Queryable, sessionId: string, caps: Caps): Promise<void> {
  await tx.query('update qa_sessions set caps = $2 where session_id = $1', [sessionId, jsonb(caps)])
}

export async function addLook(
  tx: Queryable,
  sessionId: string,
  look: { reviewer: string; at: string },
): Promise<void> {
  await tx.query('update qa_sessions set looks = looks || $2::jsonb where session_id = $1', [
    sessionId,
    jsonb([look]),
  ])
}

export async function setDecision(
  tx: Queryable,
  sessionId: string,
  decision: Decision,
): Promise<void> {
  await tx.query('update qa_sessions set decision = $2 where session_id = $1', [
    sessionId,
    jsonb(decision),
  ])
}

/** Those that are judged blind and not closed yet; also one that was deleted, for as long as it can be brought back. */
export async function listOpenBlind(db: Queryable): Promise<SessionRow[]> {
  return db.query<SessionRow>(`${select} where q.is_blind and q.status <> 'closed'`)
}

/** Sessions with a decision about a deployment's revision, newest decision first. */
export async function listDecided(
  db: Queryable,
  connectionId: string,
  deploymentId: string,
): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    `${select} where decision is not null and targets -> -1 ->> 'connection_id' = $1
       and targets -> -1 ->> 'deployment_id' = $2 order by decision ->> 'at' desc limit 100`,
    [connectionId, deploymentId],
  )
}

/** All whom sessions name. */
export async function listNamed(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    'select distinct jsonb_array_elements_text(reviewers) as name from qa_sessions order by name limit 1000',
  )
  return rows.map(({ name }) => name)
}

/** With its attempts and verdicts. */
export async function removeSession(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query('delete from qa_sessions where session_id = $1', [sessionId])
}
