import { randomUUID } from 'node:crypto'
import type {
  Attempt,
  AttemptStatus,
  AttemptSummary,
  CheckResult,
  TranscriptStep,
} from '../../../contract/qa/attempts.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'

/** A cell of a session's grid. `target` is 0 or 1, `repeat` from 1 on. */
export interface GridCell {
  case_index: number
  case_key: string
  target: number
  repeat: number
}

interface SummaryRow extends GridCell {
  attempt_id: string
  status: AttemptStatus
  failed_checks: number
  ms: number | null
  first_token_ms: number | null
  tokens: number | null
  error: string | null
  started_at: Date | null
  ended_at: Date | null
}

interface WholeRow extends SummaryRow {
  thread_id: string | null
  run_ids: string[]
  transcript: TranscriptStep[]
  state: Record<string, unknown> | null
  results: CheckResult[]
  usage: Attempt['usage'] | null
}

/** What came of an attempt. */
export interface AttemptEnd
  extends Pick<
    WholeRow,
    | 'status'
    | 'failed_checks'
    | 'ms'
    | 'first_token_ms'
    | 'tokens'
    | 'error'
    | 'thread_id'
    | 'run_ids'
    | 'transcript'
    | 'state'
    | 'results'
    | 'usage'
  > {
  /** The events as they came, JSON-ready. */
  recording: unknown
  /** Of what was said; null where it broke off. */
  fingerprint: string | null
}

const summaryColumns = `attempt_id, case_index, case_key, target, repeat, status, failed_checks, ms,
  first_token_ms, tokens, error, started_at, ended_at`
const wholeColumns = `${summaryColumns}, thread_id, run_ids, transcript, state, results, usage`

/** Makes attempts that wait, in this order. */
export async function insertAttempts(
  tx: Queryable,
  sessionId: string,
  cells: readonly GridCell[],
): Promise<void> {
  const batch = 2_000
  for (let from = 0; from < cells.length; from += batch) {
    const rows = cells
      .slice(from, from + batch)
      .map((cell) => ({ ...cell, attempt_id: randomUUID() }))
    await tx.query(
      `insert into qa_attempts (attempt_id, session_id, case_index, case_key, target, repeat)
       select (x ->> 'attempt_id')::uuid, $1, (x ->> 'case_index')::int, x ->> 'case_key',
         (x ->> 'target')::int, (x ->> 'repeat')::int
       from jsonb_array_elements($2::jsonb) with ordinality as t (x, place) order by place`,
      [sessionId, jsonb(rows)],
    )
  }
}

/** The newest attempt of each cell, by case, target and repeat. */
export async function listCells(db: Queryable, sessionId: string): Promise<AttemptSummary[]> {
  const rows = await db.query<SummaryRow>(
    `select ${summaryColumns} from qa_attempts where session_id = $1 and is_current
     order by case_index, target, repeat`,
    [sessionId],
  )
  return rows.map(summary)
}

/** The same with the checks of those that failed. */
export async function listCellsWithChecks(
  db: Queryable,
  sessionId: string,
): Promise<(AttemptSummary & Pick<Attempt, 'results'>)[]> {
  const rows = await db.query<SummaryRow & Pick<WholeRow, 'results'>>(
    `select ${summaryColumns}, case when status = 'failed' then results else '[]'::jsonb end as results
     from qa_attempts where session_id = $1 and is_current order by case_index, target, repeat`,
    [sessionId],
  )
  return rows.map((row) => ({ ...row, ...times(row) }))
}

/** The same with all that they hold. */
export async function listWhole(db: Queryable, sessionId: string): Promise<Attempt[]> {
  const rows = await db.query<WholeRow>(
    `select ${wholeColumns} from qa_attempts where session_id = $1 and is_current
     order by case_index, target, repeat`,
    [sessionId],
  )
  return rows.map(whole)
}

/** The attempts of one case, by target and repeat. */
export async function listOfCase(
  db: Queryable,
  sessionId: string,
  caseIndex: number,
): Promise<Attempt[]> {
  const rows = await db.query<WholeRow>(
    `select ${wholeColumns} from qa_attempts
     where session_id = $1 and case_index = $2 and is_current order by target, repeat`,
    [sessionId, caseIndex],
  )
  return rows.map(whole)
}

/** What was said in some attempts, by their ids. */
export async function listTranscripts(
  db: Queryable,
  attemptIds: readonly string[],
): Promise<Map<string, TranscriptStep[]>> {
  const rows = await db.query<Pick<WholeRow, 'attempt_id' | 'transcript'>>(
    'select attempt_id, transcript from qa_attempts where attempt_id = any($1::uuid[])',
    [attemptIds],
  )
  return new Map(rows.map(({ attempt_id, transcript }) => [attempt_id, transcript]))
}

/** Any attempt of a session, one that another stands for too. */
export async function findAttempt(
  db: Queryable,
  sessionId: string,
  attemptId: string,
): Promise<Attempt | null> {
  const rows = await db.query<WholeRow>(
    `select ${wholeColumns} from qa_attempts where session_id = $1 and attempt_id = $2`,
    [sessionId, attemptId],
  )
  const row = first(rows)
  return row ? whole(row) : null
}

/** What is kept of an attempt's events; empty while it runs, null where there is no such attempt. */
export async function findRecording(
  db: Queryable,
  sessionId: string,
  attemptId: string,
): Promise<unknown[] | null> {
  const rows = await db.query<{ recording: unknown[] | null }>(
    'select tape as recording from qa_attempts where session_id = $1 and attempt_id = $2',
    [sessionId, attemptId],
  )
  const row = first(rows)
  return row ? (row.recording ?? []) : null
}

/** How the cells of a session stand, and what they took so far. Attempts that others stand for count for the tokens. */
export async function countCells(
  db: Queryable,
  sessionId: string,
): Promise<{ waiting: number; running: number; tokens: number }> {
  const rows = await db.query<{ waiting: number; running: number; tokens: number }>(
    `select count(*) filter (where is_current and status = 'waiting')::int as waiting,
       count(*) filter (where is_current and status = 'running')::int as running,
       coalesce(sum(tokens), 0)::float8 as tokens
     from qa_attempts where session_id = $1`,
    [sessionId],
  )
  return first(rows) ?? { waiting: 0, running: 0, tokens: 0 }
}

/** An attempt that is this process's to try. */
export interface ClaimedAttempt extends GridCell {
  attempt_id: string
}

/** Takes the next that wait. The session is held by the caller. */
export async function claimNext(
  tx: Queryable,
  sessionId: string,
  { count, serverId, at }: { count: number; serverId: string; at: Date },
): Promise<ClaimedAttempt[]> {
  return tx.query<ClaimedAttempt>(
    `update qa_attempts set status = 'running', claimed_by = $3, started_at = $4
     where attempt_id in (
       select attempt_id from qa_attempts where session_id = $1 and status = 'waiting' and is_current
       order by position limit $2
     ) returning attempt_id, case_index, case_key, target, repeat`,
    [sessionId, count, serverId, at],
  )
}

/** Keeps what came of an attempt: claimed as long as it is tried. Answers false when it is not this process's any more, and keeps nothing then. */
export async function endAttempt(
  db: Queryable,
  attemptId: string,
  serverId: string,
  end: AttemptEnd,
  at: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update qa_attempts set status = $3, failed_checks = $4, ms = $5, first_token_ms = $6, tokens = $7, error = $8,
       thread_id = $9, run_ids = $10, transcript = $11, state = $12, results = $13, usage = $14, tape = $15,
       ended_at = $16, fingerprint = $17, claimed_by = null
     where attempt_id = $1 and claimed_by = $2 returning attempt_id`,
    [
      attemptId,
      serverId,
      end.status,
      end.failed_checks,
      end.ms,
      end.first_token_ms,
      end.tokens,
      end.error,
      end.thread_id,
      jsonb(end.run_ids),
      jsonb(end.transcript),
      jsonb(end.state),
      jsonb(end.results),
      jsonb(end.usage),
      jsonb(end.recording),
      at,
      end.fingerprint,
    ],
  )
  return rows.length > 0
}

/** Ends those that wait; what runs is ended by whoever runs it. */
export async function cancelWaiting(tx: Queryable, sessionId: string, at: Date): Promise<void> {
  await tx.query(
    `update qa_attempts set status = 'cancelled', ended_at = $2
     where session_id = $1 and status = 'waiting' and is_current`,
    [sessionId, at],
  )
}

/** New attempts for the cells that did not pass. Answers how many. */
export async function repeatFailed(tx: Queryable, sessionId: string): Promise<number> {
  const cells = await tx.query<GridCell>(
    `update qa_attempts set is_current = false
     where session_id = $1 and is_current and status in ('failed', 'error', 'cancelled')
     returning case_index, case_key, target, repeat`,
    [sessionId],
  )
  cells.sort((one, other) => one.case_index - other.case_index || one.repeat - other.repeat)
  await insertAttempts(tx, sessionId, cells)
  return cells.length
}

function summary(row: SummaryRow): AttemptSummary {
  return { ...row, ...times(row) }
}

function whole(row: WholeRow): Attempt {
  return { ...row, ...times(row) }
}

function times({ started_at, ended_at }: SummaryRow) {
  return {
    started_at: started_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }
}
