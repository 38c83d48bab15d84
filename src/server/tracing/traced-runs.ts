import { parseJson } from '../../contract/exact-json.ts'
import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import { first, type Queryable } from '../db/database.ts'

interface Row {
  run_id: string
  deployment_id: string
  thread_id: string
  graph_id: string
  status: string
  error: string | null
  metadata: Record<string, unknown>
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  kwargs: string
  output: string | null
  is_guarded: boolean
}

/** A run of this server; undefined where there is none. What was said stays with projects that guard it. */
export async function findTracedRun(db: Queryable, runId: string): Promise<TracedRun | undefined> {
  const rows = await db.query<Row>(
    `select run_id, deployment_id, thread_id, graph_id, status, error, metadata, created_at,
       started_at, ended_at, kwargs, output,
       exists (select 1 from guarded_deployments g
         where g.deployment_id = runs.deployment_id and g.has_auth) as is_guarded
     from runs where run_id = $1`,
    [runId],
  )
  const row = first(rows)
  return row && present(row)
}

function present(row: Row): TracedRun {
  const { input } = parseJson(row.kwargs) as { input: unknown }
  const output: unknown = row.output === null ? null : parseJson(row.output)
  const isOver = row.ended_at !== null
  return {
    id: row.run_id,
    name: row.graph_id,
    run_type: 'chain',
    status: row.status,
    start_time: (row.started_at ?? row.created_at).toISOString(),
    end_time: row.ended_at?.toISOString() ?? null,
    error: row.error,
    inputs: row.is_guarded ? {} : fieldsOf(input, 'input'),
    outputs: row.is_guarded || !isOver ? null : fieldsOf(output, 'output'),
    extra: { metadata: { ...row.metadata, thread_id: row.thread_id } },
    trace_id: row.run_id,
    parent_run_id: null,
    session_id: row.deployment_id,
  }
}

function fieldsOf(value: unknown, name: string): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { [name]: value }
}
