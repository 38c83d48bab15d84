import type {
  Interrupt,
  Thread,
  ThreadStatus,
  ThreadTtl,
} from '../../../contract/agent-server/threads.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb, jsonbText } from '../../db/jsonb.ts'
import { assistantColumn, graphColumn } from '../thread-metadata.ts'
import { holdBehindQuestions, isUnderWay } from './held-runs.ts'

/** What a run changes on its thread, and a rollback restores. */
export interface ThreadMark {
  status: 'idle' | 'interrupted' | 'error'
  values: unknown
  interrupts: Record<string, Interrupt[]> | null
  summary: object | null
  graph_id: string | null
  assistant_id: string | null
  is_stale: boolean
}

export interface ThreadRow {
  thread_id: string
  metadata: Record<string, unknown>
  graph_id: string | null
  assistant_id: string | null
  status: ThreadStatus
  values?: unknown
  interrupts?: Record<string, Interrupt[]> | null
  summary?: Thread['summary']
  end_reason?: string | null
  ttl_minutes: number | null
  ttl_strategy: string | null
  expires_at: Date | null
  state_updated_at: Date | null
  created_at: Date
  updated_at: Date
}

/**
 * A thread with a waiting or working run is busy, whatever its last run left; so is one whose run is for later. One that
 * asks something and has a message waiting behind that still asks.
 */
export const statusColumn = `case when exists (
    select 1 from runs r where r.thread_id = t.thread_id and ${isUnderWay('r')}
  ) then 'busy' else t.status end`

const endReasonColumn = `case when t.status = 'interrupted' then (
    select r.end_reason from runs r where r.thread_id = t.thread_id order by r.position desc limit 1
  ) end`

/** Those of a ThreadRow, the heavy ones only if they are selected. */
export function columns(select?: readonly string[] | null): string {
  const heavy = ['values', 'interrupts', 'summary'].filter((name) => select?.includes(name) ?? true)
  return [
    't.thread_id, t.metadata, t.created_at, t.updated_at, t.state_updated_at',
    't.ttl_minutes, t.ttl_strategy, t.expires_at',
    `${graphColumn} as graph_id, ${assistantColumn} as assistant_id`,
    `${statusColumn} as status`,
    ...heavy.map((name) => `t."${name}"`),
    ...(heavy.includes('summary') ? [`${endReasonColumn} as end_reason`] : []),
  ].join(', ')
}

/** Answers false when the id is taken, by whatever deployment. */
export async function insertThread(
  db: Queryable,
  thread: {
    thread_id: string
    deployment_id: string
    metadata: object
    now: Date
    /** Made for one run, and hidden from lists. */
    is_temporary?: boolean
    /** How long it is kept; for ever when absent. */
    ttl?: ThreadTtl | undefined
  },
): Promise<boolean> {
  const { ttl } = thread
  const rows = await db.query(
    `insert into threads (thread_id, deployment_id, metadata, is_temporary, created_at, updated_at,
       ttl_minutes, ttl_strategy, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $5::timestamptz + $6 * interval '1 minute')
     on conflict do nothing returning thread_id`,
    [
      thread.thread_id,
      thread.deployment_id,
      jsonb(thread.metadata),
      thread.is_temporary ?? false,
      thread.now,
      ttl?.ttl ?? null,
      ttl ? (ttl.strategy ?? 'delete') : null,
    ],
  )
  return rows.length > 0
}

export async function findThread(
  db: Queryable,
  deploymentId: string,
  threadId: string,
): Promise<Thread | undefined> {
  const rows = await db.query<ThreadRow>(
    `select ${columns()} from threads t where t.deployment_id = $1 and t.thread_id = $2`,
    [deploymentId, threadId],
  )
  return rows.map((row) => wireThread(row))[0]
}

/** The graph that the thread's state belongs to; undefined when there is no such thread. */
export async function findThreadGraph(
  db: Queryable,
  deploymentId: string,
  threadId: string,
): Promise<{ graph_id: string | null } | undefined> {
  const rows = await db.query<{ graph_id: string | null }>(
    'select graph_id from threads where deployment_id = $1 and thread_id = $2',
    [deploymentId, threadId],
  )
  return first(rows)
}

/**
 * Holds the thread until the end of the transaction, so that its queue keeps its order. Answers false
 * when there is no such thread.
 */
export async function holdThread(
  tx: Queryable,
  deploymentId: string,
  threadId: string,
): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from threads where deployment_id = $1 and thread_id = $2 for no key update',
    [deploymentId, threadId],
  )
  return rows.length > 0
}

/** As `holdThread`, and answers how the thread is. */
export async function lockThread(
  tx: Queryable,
  deploymentId: string,
  threadId: string,
): Promise<ThreadMark | undefined> {
  const rows = await tx.query<ThreadMark>(
    `select status, "values", interrupts, summary, graph_id, assistant_id, is_stale
     from threads where deployment_id = $1 and thread_id = $2 for no key update`,
    [deploymentId, threadId],
  )
  return first(rows)
}

/** Merges into the metadata. */
export async function patchThreadMetadata(
  db: Queryable,
  deploymentId: string,
  threadId: string,
  metadata: object,
  now: Date,
): Promise<void> {
  await db.query(
    `update threads set metadata = metadata || $3::jsonb, updated_at = $4
     where deployment_id = $1 and thread_id = $2`,
    [deploymentId, threadId, jsonb(metadata), now],
  )
}

export async function deleteThread(tx: Queryable, threadId: string): Promise<void> {
  await tx.query('delete from threads where thread_id = $1', [threadId])
}

/** Every thread of a deployment, with the runs and the state of each. */
export async function deleteThreads(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query('delete from threads where deployment_id = $1', [deploymentId])
}

/** A run of the thread begins: what ran last, and something to show where nothing has run before. */
export async function markThreadStarted(
  tx: Queryable,
  run: { thread_id: string; graph_id: string; assistant_id: string; start_number: number | null },
  opening: Thread['summary'],
  now: Date,
): Promise<void> {
  await tx.query(
    `update threads set graph_id = $2, assistant_id = $3, updated_at = $4,
     summary = coalesce(summary, $5), run_starts = greatest(run_starts, $6) where thread_id = $1`,
    [run.thread_id, run.graph_id, run.assistant_id, now, jsonb(opening), run.start_number],
  )
}

/** The graph whose state was written on a thread where none has run. */
export async function keepGraph(tx: Queryable, threadId: string, graphId: string): Promise<void> {
  await tx.query('update threads set graph_id = coalesce(graph_id, $2) where thread_id = $1', [
    threadId,
    graphId,
  ])
}

/** Puts back what was there before a run. */
export async function restoreThread(
  tx: Queryable,
  threadId: string,
  mark: ThreadMark,
  now: Date,
): Promise<void> {
  await tx.query(
    `update threads set status = $2, "values" = $3, interrupts = $4, summary = $5, graph_id = $6,
     assistant_id = $7, is_stale = $8, updated_at = $9, state_updated_at = $9 where thread_id = $1`,
    [
      threadId,
      mark.status,
      jsonb(mark.values),
      jsonb(mark.interrupts),
      jsonb(mark.summary),
      mark.graph_id,
      mark.assistant_id,
      mark.is_stale,
      now,
    ],
  )
  await holdBehindQuestions(tx, threadId)
}

/** Larger values are not kept beside the state: every list, every claim of a run and every copy would move them. */
const mostShown = 4 * 1024 ** 2

/**
 * Keeps what a run left. `values` is JSON text; null keeps what is there and marks it as stale. Of large values the
 * summary tells that they are to be read with the state.
 */
export async function settleThread(
  tx: Queryable,
  threadId: string,
  status: ThreadMark['status'],
  state: { values: string; interrupts: object; summary: object } | null,
  now: Date,
): Promise<void> {
  if (!state) {
    await tx.query(
      `update threads set status = $2, is_stale = true, updated_at = $3, state_updated_at = $3
       where thread_id = $1`,
      [threadId, status, now],
    )
    return
  }
  const isShown = state.values.length <= mostShown
  const values = isShown ? jsonbText(state.values) : null
  const summary = isShown
    ? state.summary
    : { ...state.summary, values_omitted: omitted(state.values) }
  await Promise.all([
    tx.query(
      `update threads set status = $2, "values" = $3, interrupts = $4, summary = $5, is_stale = false,
       updated_at = $6, state_updated_at = $6 where thread_id = $1`,
      [threadId, status, values, jsonb(state.interrupts), jsonb(summary), now],
    ),
    holdBehindQuestions(tx, threadId),
  ])
}

function omitted(values: string): string {
  const megabytes = Math.round(values.length / 1024 ** 2)
  return `The values have ${megabytes} MB, which is too much beside a thread: read them with its state.`
}

export async function listStaleThreads(
  db: Queryable,
  deploymentId: string,
): Promise<{ thread_id: string; graph_id: string; status: ThreadMark['status'] }[]> {
  return db.query(
    `select thread_id, graph_id, status from threads t
     where deployment_id = $1 and is_stale and graph_id is not null and not exists (
       select 1 from runs r where r.thread_id = t.thread_id and (
         r.status = 'running'
         or (r.status = 'pending' and (r.scheduled_at is null or r.scheduled_at <= now()))
       )
     )`,
    [deploymentId],
  )
}

/** The public fields of a thread. */
export function wireThread(row: ThreadRow): Thread {
  const { graph_id, assistant_id, values, interrupts, end_reason } = row
  const summary = end_reason ? { ...row.summary, end_reason } : row.summary
  return {
    thread_id: row.thread_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    state_updated_at: (row.state_updated_at ?? row.created_at).toISOString(),
    ...(row.expires_at
      ? {
          ttl: {
            ttl: row.ttl_minutes,
            strategy: row.ttl_strategy,
            expires_at: row.expires_at.toISOString(),
          },
        }
      : {}),
    metadata: {
      ...row.metadata,
      ...(graph_id ? { graph_id } : {}),
      ...(assistant_id ? { assistant_id } : {}),
    },
    status: row.status,
    config: {},
    ...(values === null || values === undefined ? {} : { values }),
    ...(interrupts ? { interrupts } : {}),
    ...(summary ? { summary } : {}),
  }
}
