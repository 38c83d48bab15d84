import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import { outputColumns, outputIn, type StoredOutput } from '../../run-output.ts'
import type { RunRow } from '../run-row.ts'
import { wordsOfRun } from '../run-words.ts'

/** The columns of a RunRow. */
export const runColumns = `run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, metadata,
  multitask_strategy, is_resumable, feedback_keys, attempt, is_suspect, claimed_by, revision_id,
  cancel_action, cancel_reason, thread_before, end_reason, error, created_by, is_logged, scheduled_at,
  replaced_by, webhook, trace_id, trace_parent, created_at, updated_at, started_at, ended_at,
  start_number, is_streamed`

/** The same, of a row with a name. */
export function columnsOf(row: string): string {
  return runColumns.replace(/\w+/g, `${row}.$&`)
}

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
    | 'created_by'
    | 'scheduled_at'
    | 'webhook'
    | 'trace_id'
    | 'trace_parent'
  > & { question: string | null },
  now: Date,
): Promise<RunRow> {
  const rows = await tx.query<RunRow>(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
       metadata, multitask_strategy, is_resumable, is_logged, feedback_keys, created_at, updated_at,
       created_by, scheduled_at, webhook, question, words, trace_id, trace_parent)
     values ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, $9, $10, $11, $11, $12, $13, $14,
       left($15, 200), array_to_tsvector($16::text[]), $17, $18)
     returning ${runColumns}`,
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
      run.created_by,
      run.scheduled_at,
      run.webhook,
      run.question,
      wordsOfRun([run.question]),
      run.trace_id,
      run.trace_parent,
    ],
  )
  return rows[0] as RunRow
}

export async function findRun(
  db: Queryable,
  key: { deployment_id: string; thread_id: string; run_id: string },
): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(
    `select ${runColumns} from runs where deployment_id = $1 and thread_id = $2 and run_id = $3`,
    [key.deployment_id, key.thread_id, key.run_id],
  )
  return first(rows)
}

/** The run of that id, whichever thread it is on. */
export async function findRunOf(
  db: Queryable,
  deploymentId: string,
  runId: string,
): Promise<RunRow | undefined> {
  const sql = `select ${runColumns} from runs where deployment_id = $1 and run_id = $2`
  return first(await db.query<RunRow>(sql, [deploymentId, runId]))
}

/** The run that is at work on a thread. */
export async function findRunning(
  db: Queryable,
  key: { deployment_id: string; thread_id: string },
): Promise<Pick<RunRow, 'run_id'> | undefined> {
  return first(
    await db.query<{ run_id: string }>(
      `select run_id from runs
       where thread_id = $1 and deployment_id = $2 and status = 'running'`,
      [key.thread_id, key.deployment_id],
    ),
  )
}

/** Newest first. */
export async function listRuns(
  db: Queryable,
  key: { deployment_id: string; thread_id: string },
  page: { status?: string | undefined; limit: number; offset: number },
): Promise<RunRow[]> {
  return db.query<RunRow>(
    `select ${runColumns} from runs where deployment_id = $1 and thread_id = $2
     and ($3::text is null or status = $3) order by position desc limit $4 offset $5`,
    [key.deployment_id, key.thread_id, page.status ?? null, page.limit, page.offset],
  )
}

/** The threads of a deployment with a waiting or working run, the one that waits longest first. */
export async function listBusyThreads(db: Queryable, deploymentId: string): Promise<string[]> {
  const rows = await db.query<{ thread_id: string }>(
    `select thread_id from runs where deployment_id = $1 and status in ('pending', 'running')
     group by thread_id order by min(position)`,
    [deploymentId],
  )
  return rows.map(({ thread_id }) => thread_id)
}

/** The waiting and working runs of a thread or of a whole deployment, in order, held for change. */
export async function lockActiveRuns(
  tx: Queryable,
  key: { deployment_id: string; thread_id?: string },
): Promise<RunRow[]> {
  return tx.query<RunRow>(
    `select ${runColumns} from runs where deployment_id = $1 and ($2::uuid is null or thread_id = $2)
     and status in ('pending', 'running') order by position for no key update`,
    [key.deployment_id, key.thread_id ?? null],
  )
}

/** How many runs of each deployment work and wait; one that has none is left out. */
export async function countActiveRuns(
  db: Queryable,
  deploymentIds: readonly string[],
): Promise<Map<string, { active: number; queued: number }>> {
  const rows = await db.query<{ deployment_id: string; active: number; queued: number }>(
    `select deployment_id, count(*) filter (where status = 'running')::int as active,
       count(*) filter (where status = 'pending')::int as queued
     from runs where status in ('pending', 'running') and deployment_id = any($1)
     group by deployment_id`,
    [deploymentIds],
  )
  return new Map(rows.map(({ deployment_id, ...counts }) => [deployment_id, counts]))
}

/** Whether a run of a deployment waits or is at work. */
export async function hasActiveRuns(db: Queryable, deploymentId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from runs where deployment_id = $1 and status in ('pending', 'running') limit 1`,
    [deploymentId],
  )
  return rows.length > 0
}

export async function lockRun(tx: Queryable, runId: string): Promise<RunRow | undefined> {
  return first(
    await tx.query<RunRow>(`select ${runColumns} from runs where run_id = $1 for no key update`, [
      runId,
    ]),
  )
}

/** How a run ended: `output` is what readers that wait are given, as JSON text. */
interface RecordedEnd {
  ended_at: Date | null
  output: string | null
  /** Of its log, the last one included; null when nobody knew. */
  event_count: number | null
}

/** How a run ended, or that it has not; undefined when there is no such run. */
export async function findEnd(db: Queryable, runId: string): Promise<RecordedEnd | undefined> {
  const row = first(
    await db.query<RecordedEnd & StoredOutput>(
      `select ended_at, ${outputColumns}, event_count from runs where run_id = $1`,
      [runId],
    ),
  )
  return row && { ...row, output: await outputIn(row) }
}
