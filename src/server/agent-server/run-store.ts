import type { CancelAction, EndReason, Run, RunStatus } from '../../contract/runs.ts'
import { first, type Queryable } from '../db/database.ts'
import { jsonb } from './jsonb.ts'
import type { ThreadMark } from './thread-store.ts'

/** A run as the engine works with it; `kwargs` is what was asked. */
export interface RunRow {
  run_id: string
  thread_id: string
  deployment_id: string
  assistant_id: string
  graph_id: string
  status: RunStatus
  kwargs: string
  metadata: Record<string, unknown>
  multitask_strategy: string
  is_resumable: boolean
  feedback_keys: string[]
  feedback: Record<string, string> | null
  attempt: number
  is_suspect: boolean
  claimed_by: string | null
  revision_id: string | null
  cancel_action: CancelAction | null
  cancel_reason: EndReason | null
  thread_before: ThreadMark | null
  end_reason: EndReason | null
  error: string | null
  created_at: Date
  updated_at: Date
  started_at: Date | null
  ended_at: Date | null
}

const columns = `run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, metadata,
  multitask_strategy, is_resumable, feedback_keys, feedback, attempt, is_suspect, claimed_by, revision_id,
  cancel_action, cancel_reason, thread_before, end_reason, error, created_at, updated_at, started_at,
  ended_at`

export async function insertRun(
  tx: Queryable,
  run: Pick<
    RunRow,
    | 'run_id'
    | 'thread_id'
    | 'deployment_id'
    | 'assistant_id'
    | 'graph_id'
    | 'kwargs'
    | 'metadata'
    | 'multitask_strategy'
    | 'is_resumable'
    | 'feedback_keys'
  >,
  now: Date,
): Promise<RunRow> {
  const rows = await tx.query<RunRow>(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
       metadata, multitask_strategy, is_resumable, feedback_keys, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, $10, $11, $11) returning ${columns}`,
    [
      run.run_id,
      run.thread_id,
      run.deployment_id,
      run.assistant_id,
      run.graph_id,
      run.kwargs,
      jsonb(run.metadata),
      run.multitask_strategy,
      run.is_resumable,
      jsonb(run.feedback_keys),
      now,
    ],
  )
  return rows[0] as RunRow
}

export async function findRun(
  db: Queryable,
  key: { deployment_id: string; thread_id: string; run_id: string },
): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(
    `select ${columns} from runs where deployment_id = $1 and thread_id = $2 and run_id = $3`,
    [key.deployment_id, key.thread_id, key.run_id],
  )
  return first(rows)
}

/** Newest first. */
export async function listRuns(
  db: Queryable,
  key: { deployment_id: string; thread_id: string },
  page: { status?: string | undefined; limit: number; offset: number },
): Promise<RunRow[]> {
  return db.query<RunRow>(
    `select ${columns} from runs where deployment_id = $1 and thread_id = $2
     and ($3::text is null or status = $3) order by position desc limit $4 offset $5`,
    [key.deployment_id, key.thread_id, page.status ?? null, page.limit, page.offset],
  )
}

/** The waiting and working runs of a thread or of a whole deployment, in order, held for change. */
export async function lockActiveRuns(
  tx: Queryable,
  key: { deployment_id: string; thread_id?: string },
): Promise<RunRow[]> {
  return tx.query<RunRow>(
    `select ${columns} from runs where deployment_id = $1 and ($2::uuid is null or thread_id = $2)
     and status in ('pending', 'running') order by position for no key update`,
    [key.deployment_id, key.thread_id ?? null],
  )
}

export async function lockRun(tx: Queryable, runId: string): Promise<RunRow | undefined> {
  return first(
    await tx.query<RunRow>(`select ${columns} from runs where run_id = $1 for no key update`, [
      runId,
    ]),
  )
}

/** What readers that wait are given once the run has ended: JSON text. */
export async function findOutput(db: Queryable, runId: string): Promise<string | null> {
  const rows = await db.query<{ output: string | null }>(
    'select output from runs where run_id = $1',
    [runId],
  )
  return first(rows)?.output ?? null
}

/**
 * Takes the oldest waiting run whose thread is free, for this process. Several processes may ask at
 * once: each gets another run. `withSuspect` are the deployments where a suspect works already.
 */
export async function claimRun(
  tx: Queryable,
  claim: { deployments: string[]; withSuspect: string[]; process: string; now: Date },
): Promise<RunRow | undefined> {
  // Run and thread at once and without waiting: no order of locks, no deadlock.
  const free = await tx.query<{ run_id: string }>(
    `select r.run_id from runs r join threads t on t.thread_id = r.thread_id
     where r.status = 'pending' and r.deployment_id = any($1::uuid[]) and not exists (
       select 1 from runs o where o.thread_id = r.thread_id
       and (o.status = 'running' or (o.status = 'pending' and o.position < r.position))
     ) and not (r.is_suspect and r.deployment_id = any($2::uuid[]))
     order by r.position limit 1 for no key update of r, t skip locked`,
    [claim.deployments, claim.withSuspect],
  )
  const next = first(free)
  if (!next) return undefined
  const rows = await tx.query<RunRow>(
    `update runs set status = 'running', attempt = attempt + 1, claimed_by = $2,
       started_at = coalesce(started_at, $3), updated_at = $3
     where run_id = $1 returning ${columns}`,
    [next.run_id, claim.process, claim.now],
  )
  return first(rows)
}

/** Keeps what an attempt starts with: the thread as it is before the run, and its revision. */
export async function recordStart(
  tx: Queryable,
  run: RunRow,
  revisionId: string | null,
  before: ThreadMark,
): Promise<void> {
  await tx.query(
    `update runs set revision_id = $2, thread_before = coalesce(thread_before, $3) where run_id = $1`,
    [run.run_id, revisionId, jsonb(before)],
  )
}

export async function recordFeedback(
  db: Queryable,
  runId: string,
  urls: Record<string, string>,
): Promise<void> {
  await db.query('update runs set feedback = $2 where run_id = $1', [runId, jsonb(urls)])
}

/** A rollback is not taken back by a later wish to keep the run. */
export async function requestCancel(
  tx: Queryable,
  runId: string,
  action: CancelAction,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await tx.query(
    `update runs set cancel_action = case when cancel_action = 'rollback' then 'rollback' else $2 end,
       cancel_reason = coalesce(cancel_reason, $3), updated_at = $4 where run_id = $1`,
    [runId, action, reason, now],
  )
}

export async function recordEnd(
  tx: Queryable,
  runId: string,
  end: {
    status: RunStatus
    end_reason: EndReason | null
    error: string | null
    output: string
    now: Date
  },
): Promise<void> {
  await tx.query(
    `update runs set status = $2, end_reason = $3, error = $4, output = $5, updated_at = $6,
       ended_at = $6, claimed_by = null, thread_before = null where run_id = $1`,
    [runId, end.status, end.end_reason, end.error?.replaceAll('\0', ''), end.output, end.now],
  )
}

export async function deleteRun(tx: Queryable, runId: string): Promise<void> {
  await tx.query('delete from runs where run_id = $1', [runId])
}

/** Puts a run back into the queue. `attempt` is the number of tries that count so far. */
export async function requeueRun(
  tx: Queryable,
  runId: string,
  back: { attempt: number; isSuspect: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `update runs set status = 'pending', attempt = $2, is_suspect = $3, claimed_by = null,
       updated_at = $4 where run_id = $1`,
    [runId, back.attempt, back.isSuspect, back.now],
  )
}

/** The one that crashed its process is found: the others are no suspects any more. */
export async function clearSuspects(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query(
    `update runs set is_suspect = false
     where deployment_id = $1 and is_suspect and status in ('pending', 'running')`,
    [deploymentId],
  )
}

/** Runs that a process took which is not there any more. */
export async function lockOrphans(
  tx: Queryable,
  deploymentId: string,
  process: string,
): Promise<RunRow[]> {
  return tx.query<RunRow>(
    `select ${columns} from runs where deployment_id = $1 and status = 'running'
     and claimed_by is distinct from $2 order by position for no key update`,
    [deploymentId, process],
  )
}

/** Runs that a process holds since before a moment. */
export async function lockHeld(tx: Queryable, process: string, before: Date): Promise<RunRow[]> {
  return tx.query<RunRow>(
    `select ${columns} from runs where status = 'running' and claimed_by = $1 and updated_at < $2
     order by position for no key update`,
    [process, before],
  )
}

/** The public fields of a run. */
export function wireRun(row: RunRow): Run {
  return {
    run_id: row.run_id,
    thread_id: row.thread_id,
    assistant_id: row.assistant_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    metadata: { ...row.metadata, graph_id: row.graph_id, assistant_id: row.assistant_id },
    kwargs: JSON.parse(row.kwargs) as Record<string, unknown>,
    multitask_strategy: row.multitask_strategy,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    end_reason: row.end_reason,
    error: row.error,
    revision_id: row.revision_id,
  }
}
