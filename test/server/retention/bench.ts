import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import {
  type Retention as RetentionAnswer,
  type RetentionName,
  type RetentionPreview,
  type RetentionRule,
  retentionNames,
} from '../../../src/contract/control-plane/retention.ts'
import { insertEvents } from '../../../src/server/agent-server/streams/log/run-event-store.ts'
import { Cluster } from '../../../src/server/cluster/cluster.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { createRetention } from '../../../src/server/retention/retention.ts'

const dayMs = 24 * 3_600_000
const hourMs = 3_600_000

/** Retention on a database, by a clock that the test sets. It removes when the test says so. */
export function openRetention(database: Database, options: { batches?: number } = {}) {
  const clock = { now: new Date('2030-06-01T12:00:00Z') }
  const errors: Error[] = []
  const said: string[] = []
  const report = (error: Error) => void errors.push(error)
  const limits = { leaseMs: hourMs, pollMs: hourMs }
  const cluster = new Cluster({ database, dataDir: null, limits, report })
  const app = new Hono()
  answerErrors(app, report)
  const retention = createRetention(app, {
    database,
    cluster,
    askerOf: () => ({ via: 'console', name: 'pat' }),
    now: () => clock.now,
    say: (sentence) => said.push(sentence),
    report,
    sweepMs: hourMs,
    ...options,
  })
  const call = (method: string, deploymentId: string, body?: unknown, below = '') =>
    app.request(`/v1/deployments/${deploymentId}/retention${below}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const json = async <Answer>(...asked: Parameters<typeof call>) => {
    const response = await call(...asked)
    if (response.ok) return (await response.json()) as Answer
    throw new Error(`${asked[0]} answered ${response.status}: ${await response.text()}`)
  }
  return {
    clock,
    errors,
    /** What was written into the log. */
    said,
    cluster,
    call,
    start: () => retention.start(),
    sweep: () => retention.sweep(),
    read: (id: string) => json<RetentionAnswer>('GET', id),
    set: (id: string, rule: RetentionRule) => json<RetentionAnswer>('PATCH', id, rule),
    preview: (id: string, rule: RetentionRule) =>
      json<RetentionPreview>('POST', id, rule, '/preview'),
    async close() {
      await retention.stop()
      await cluster.leave()
    },
  }
}
export type RetentionBench = ReturnType<typeof openRetention>

/** How many there are of each, of a deployment, its previews and their revisions. */
export async function countAll(
  database: Database,
  ids: readonly string[],
): Promise<Record<RetentionName, number>> {
  const rows = await database.query<Record<RetentionName, number>>(
    `select (select count(*) from threads where deployment_id = any($1::uuid[]))::int as threads,
       (select count(*) from runs where deployment_id = any($1::uuid[]))::int as runs,
       (select coalesce(sum(e.count), 0) from run_events e join runs r using (run_id)
        where r.deployment_id = any($1::uuid[]))::int as events,
       (select count(*) from revision_logs l join revisions v on v.id = l.revision_id
        where v.deployment_id = any($1::uuid[]))::int as logs,
       (select count(*) from feedback
        where deployment_id = any($1::uuid[]) and superseded_at is null)::int as votes`,
    [ids],
  )
  if (!rows[0]) throw new Error('Nothing was counted.')
  return rows[0]
}

/** The differences of two such counts. */
export function less(
  before: Record<RetentionName, number>,
  after: Record<RetentionName, number>,
): Record<RetentionName, number> {
  const gone = retentionNames.map((name) => [name, before[name] - after[name]] as const)
  return Object.fromEntries(gone) as Record<RetentionName, number>
}

/** The counts of a preview alone. */
export function countsOf({ goes }: RetentionPreview): Record<RetentionName, number> {
  const counts = retentionNames.map((name) => [name, goes[name].count] as const)
  return Object.fromEntries(counts) as Record<RetentionName, number>
}

export interface KeptThread {
  deployment: string
  /** Days ago. */
  age: number
  status?: 'idle' | 'error' | 'interrupted'
  /** Something is asked of a person. */
  waits?: boolean
  isTemporary?: boolean
  hasTtl?: boolean
  hasCron?: boolean
  isOfEmbed?: boolean
  isOfQa?: boolean
  runs?: readonly KeptRun[]
}

export interface KeptRun {
  status: 'pending' | 'running' | 'success' | 'error' | 'interrupted'
  /** Days ago it ended. */
  age: number
  events?: number
  /** Days ago that somebody voted, once for each. */
  votes?: readonly number[]
}

/** A thread with its runs, as the parts of the server keep them. Answers its id. */
export async function keepThread(
  database: Database,
  now: Date,
  thread: KeptThread,
): Promise<string> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const id = randomUUID()
  await database.query(
    `insert into threads (thread_id, deployment_id, status, interrupts, is_temporary, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $7)`,
    [
      id,
      thread.deployment,
      thread.status ?? 'idle',
      thread.waits ? '{"task": [{"value": "May I?"}]}' : null,
      thread.isTemporary ?? false,
      thread.hasTtl ? ago(-1_000) : null,
      ago(thread.age),
    ],
  )
  await database.query(
    `insert into checkpoints (thread_id, checkpoint_id, checkpoint, run_id) values ($1::uuid, '1', '{}', $1::uuid)`,
    [id],
  )
  for (const run of thread.runs ?? []) await keepRun(database, now, { ...thread, id }, run)
  if (thread.hasCron) {
    await database.query(
      `insert into crons (cron_id, deployment_id, assistant_id, thread_id, schedule, enabled, on_run_completed,
         request, created_at, updated_at)
       values ($1::uuid, $2, $1::uuid, $3, '* * * * *', true, 'keep', '{}', $4, $4)`,
      [randomUUID(), thread.deployment, id, now],
    )
  }
  if (thread.isOfEmbed) await keepEmbedThread(database, id, now)
  if (thread.isOfQa) await keepCaseOf(database, id, now)
  return id
}

async function keepRun(
  database: Database,
  now: Date,
  thread: { id: string; deployment: string },
  run: KeptRun,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const id = randomUUID()
  const isOver = run.status !== 'pending' && run.status !== 'running'
  await database.query(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, multitask_strategy,
       is_resumable, is_logged, created_at, updated_at, started_at, ended_at)
     values ($1, $2, $3, $1, 'agent', $4, '{}', 'enqueue', true, $5, $6, $6, $6, $7)`,
    [
      id,
      thread.id,
      thread.deployment,
      run.status,
      (run.events ?? 0) > 0,
      ago(run.age),
      isOver ? ago(run.age) : null,
    ],
  )
  const events = Array.from({ length: run.events ?? 0 }, (_, at) => at + 1)
  await insertEvents(
    database,
    id,
    events.map((number) => ({ id: number, event: 'values', data: '{}', at: null })),
  )
  for (const age of run.votes ?? []) {
    const token = randomUUID()
    await database.query(
      `insert into feedback_tokens (id, token_hash, run_id, deployment_id, feedback_key, expires_at)
       values ($1::uuid, $1::text, $2, $3, 'thumb', $4)`,
      [token, id, thread.deployment, now],
    )
    // The second submission stands; the first is its history.
    for (const [number, superseded] of [ago(age), null].entries()) {
      await database.query(
        `insert into feedback (id, token_id, run_id, deployment_id, key, score, created_at, first_created_at, superseded_at)
         values ($1, $2, $3, $4, 'thumb', to_jsonb($5::int), $6, $6, $7)`,
        [randomUUID(), token, id, thread.deployment, number, ago(age), superseded],
      )
    }
  }
}

async function keepEmbedThread(database: Database, threadId: string, now: Date): Promise<void> {
  const [embed, visitor] = [randomUUID(), randomUUID()]
  await database.query(
    `insert into embeds (id, key, settings, created_at, updated_at) values ($1::uuid, $1::text, '{}', $2, $2)`,
    [embed, now],
  )
  await database.query(
    'insert into embed_visitors (id, embed_id, created_at, last_seen_at) values ($1, $2, $3, $3)',
    [visitor, embed, now],
  )
  await database.query(
    `insert into embed_threads (thread_id, embed_id, visitor_id, created_at, updated_at)
     values ($1, $2, $3, $4, $4)`,
    [threadId, embed, visitor, now],
  )
}

async function keepCaseOf(database: Database, threadId: string, now: Date): Promise<void> {
  const cases = [{ key: 'none' }, { key: 'one', origin: { thread_id: threadId.toUpperCase() } }]
  await database.query(
    `insert into qa_suite_versions (suite_id, version, rubric, cases, created_at)
     values ($1, 1, '[]', $2::jsonb, $3)`,
    [randomUUID(), JSON.stringify(cases), now],
  )
}

/** Lines of the log of a revision, each so many days old. */
export async function keepLines(
  database: Database,
  now: Date,
  revisionId: string,
  lines: readonly { stream: 'build' | 'deploy' | 'agent'; age: number }[],
): Promise<void> {
  for (const { stream, age } of lines) {
    await database.query(
      `insert into revision_logs (revision_id, type, level, message, stream, logged_at)
       values ($1, $2, 'INFO', 'a line', $3, $4)`,
      [
        revisionId,
        stream === 'build' ? 'build' : 'deploy',
        stream,
        new Date(now.getTime() - age * dayMs),
      ],
    )
  }
}
