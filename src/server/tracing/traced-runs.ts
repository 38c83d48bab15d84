import type { EndReason } from '../../contract/agent-server/runs.ts'
import type { RunTimes } from '../../contract/agent-server/steps/steps-of-run.ts'
import { parseJson } from '../../contract/exact-json.ts'
import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import { first, type Queryable } from '../db/database.ts'
import { invalidField } from '../http/http-error.ts'
import { outputColumns, outputIn, type StoredOutput } from '../run-output.ts'
import type { Prices } from '../usage/prices.ts'
import { usageOfRuns } from '../usage/usage-store.ts'
import { tracedUsage } from './traced-usage.ts'

interface Row extends StoredOutput {
  run_id: string
  deployment_id: string
  thread_id: string
  graph_id: string
  status: string
  end_reason: EndReason | null
  error: string | null
  metadata: Record<string, unknown>
  created_at: Date
  updated_at: Date
  started_at: Date | null
  ended_at: Date | null
  kwargs: string
  first_token_at: Date | null
  is_guarded: boolean
  place: string
}

/** Which runs are found. What is absent narrows nothing; ids of one filter are alternatives. */
export interface RunFilter {
  ids?: readonly string[] | undefined
  deployments?: readonly string[] | undefined
  hasFailed?: boolean | undefined
  startedFrom?: Date | undefined
  startedUntil?: Date | undefined
}

/** How a run ends that did not do what it was to do. */
export const failedStatuses = ['error', 'timeout', 'interrupted']

const select = `select run_id, deployment_id, thread_id, graph_id, status, end_reason, error, metadata, created_at,
    updated_at, started_at, ended_at, kwargs, ${outputColumns}, first_token_at, created_at::text || '/' || position as place,
    exists (select 1 from guarded_deployments g
      where g.deployment_id = r.deployment_id and g.has_auth) as is_guarded
  from runs r`

/** A run of this server; undefined where there is none. What was said stays with projects that guard it. */
export async function findTracedRun(
  db: Queryable,
  runId: string,
  prices: Prices,
): Promise<TracedRun | undefined> {
  return (await findTrace(db, runId, prices))?.root
}

/** A run with what tells its steps, and whether its project guards what was said; undefined where there is none. */
export async function findTrace(
  db: Queryable,
  runId: string,
  prices: Prices,
): Promise<
  { root: TracedRun; times: RunTimes; thread_id: string; isGuarded: boolean } | undefined
> {
  const row = first(await db.query<Row>(`${select} where run_id = $1`, [runId]))
  if (!row) return undefined
  const { run_id, status, end_reason, thread_id } = row
  const times = {
    ...{ run_id, status, end_reason },
    kwargs: parseJson(row.kwargs) as Record<string, unknown>,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }
  const [root] = await present(db, [row], prices)
  return root && { root, times, thread_id, isGuarded: row.is_guarded }
}

/**
 * A page of runs by when they were created, and the cursor of the next one. Rejects with 422 for a cursor that none of
 * these pages told.
 */
export async function listTracedRuns(
  db: Queryable,
  filter: RunFilter,
  prices: Prices,
  page: { limit: number; cursor?: string | null | undefined; order?: 'asc' | 'desc' | undefined },
): Promise<{ runs: TracedRun[]; next: string | null }> {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const order = page.order ?? 'desc'
  const conditions = conditionsOf(filter, param)
  if (page.cursor) {
    const [at, position] = placeIn(page.cursor)
    const side = order === 'desc' ? '<' : '>'
    conditions.push(
      `(created_at, position) ${side} (${param(at)}::timestamptz, ${param(position)}::bigint)`,
    )
  }
  const rows = await db.query<Row>(
    `${select} where ${['true', ...conditions].join(' and ')}
     order by created_at ${order}, position ${order} limit ${param(page.limit + 1)}`,
    params,
  )
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    runs: await present(db, shown, prices),
    next: rows.length > page.limit && last ? Buffer.from(last.place).toString('base64url') : null,
  }
}

/** Only those that were asked for, so that each finds its index. */
function conditionsOf(filter: RunFilter, param: (value: unknown) => string): string[] {
  const began = 'coalesce(started_at, created_at)'
  const { ids, deployments, hasFailed, startedFrom, startedUntil } = filter
  return [
    ids && `run_id = any (${param(ids)}::uuid[])`,
    deployments && `deployment_id = any (${param(deployments)}::uuid[])`,
    hasFailed !== undefined &&
      `(status = any (${param(failedStatuses)}::text[])) = ${param(hasFailed)}::boolean`,
    startedFrom && `${began} >= ${param(startedFrom.toISOString())}::timestamptz`,
    startedUntil && `${began} <= ${param(startedUntil.toISOString())}::timestamptz`,
  ].filter((condition) => typeof condition === 'string')
}

function placeIn(cursor: string): [at: string, position: string] {
  const [at = '', position = ''] = Buffer.from(cursor, 'base64url').toString().split('/')
  const isPlace = /^\d{4}-\d\d-\d\d [\d:.]+[+-][\d:]+$/.test(at) && /^\d{1,18}$/.test(position)
  if (isPlace) return [at, position]
  throw invalidField(['body', 'cursor'], 'Send the cursor of a page of the same runs.')
}

async function present(db: Queryable, rows: readonly Row[], prices: Prices): Promise<TracedRun[]> {
  const parts = await usageOfRuns(
    db,
    rows.map(({ run_id }) => run_id),
  )
  const read = rows.map(async (row) => ({ ...row, output: await outputIn(row) }))
  return (await Promise.all(read)).map((row) => {
    const own = parts.filter(({ run_id }) => run_id === row.run_id)
    return { ...tracedRun(row), ...tracedUsage(own, prices) }
  })
}

function tracedRun(row: Row) {
  const { input, config } = parseJson(row.kwargs) as { input: unknown; config?: { tags?: unknown } }
  const output: unknown = row.output === null ? null : parseJson(row.output)
  const isOver = row.ended_at !== null
  const start = (row.started_at ?? row.created_at).toISOString()
  return {
    id: row.run_id,
    name: row.graph_id,
    run_type: 'chain',
    status: row.status,
    start_time: start,
    end_time: row.ended_at?.toISOString() ?? null,
    error: row.error,
    inputs: row.is_guarded ? {} : fieldsOf(input, 'input'),
    outputs: row.is_guarded || !isOver ? null : fieldsOf(output, 'output'),
    extra: { metadata: { ...row.metadata, thread_id: row.thread_id } },
    trace_id: row.run_id,
    parent_run_id: null,
    session_id: row.deployment_id,
    dotted_order: dottedOrder(start, row.run_id),
    first_token_time: row.first_token_at?.toISOString() ?? null,
    tags: tagsOf(config?.tags),
  }
}

/** The beginning and the id of a part of a trace, by which clients order it. */
export function dottedOrder(startTime: string, id: string): string {
  return `${startTime.replace(/[-:.Z]/g, '')}000Z${id}`
}

function tagsOf(tags: unknown): string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/** A value as the fields of an object; what is none is the field of that name. */
export function fieldsOf(value: unknown, name: string): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { [name]: value }
}
