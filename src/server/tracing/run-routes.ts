import type { Hono } from 'hono'
import { querySelectedRuns, readSelectedRun } from '../../contract/tracing/selected-runs.ts'
import {
  getTracingInfo,
  queryTracedRuns,
  readTracedRun,
  type TracedRun,
} from '../../contract/tracing/traced-runs.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { type ApiKey, requireKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import { selectedRun } from './selected-run.ts'
import { findTracedRun, listTracedRuns } from './traced-runs.ts'

const dayMs = 24 * 3_600_000

const paths = ['/api/v1/runs', '/api/v1/runs/*', '/api/v2/runs', '/api/v2/runs/*']

/** Runs as the published clients read them. What would need traces of others says that there are none. */
export function mountRuns(
  routes: Hono,
  deps: { database: Database; apiKey: ApiKey; now: () => Date },
): void {
  for (const path of ['/api/v1/info', ...paths]) routes.use(path, requireKey(deps.apiKey))
  route(routes, getTracingInfo, () => ({
    instance_flags: {},
    // Clients read all of these, whether they send traces or not.
    batch_ingest_config: {
      use_multipart_endpoint: false,
      size_limit: 100,
      size_limit_bytes: 16 * 1024 * 1024,
      scale_up_nthreads_limit: 1,
      scale_up_qsize_trigger: 1_000,
      scale_down_nempty_trigger: 4,
    },
  }))
  mountTracedRuns(routes, deps.database)
  mountSelectedRuns(routes, deps)
  for (const path of paths) {
    routes.all(path, () => {
      throw new HttpError(
        404,
        'Not supported: this server takes no traces. Runs are read by their id, and listed by POST /api/v1/runs/query.',
      )
    })
  }
}

function mountTracedRuns(routes: Hono, database: Database): void {
  route(routes, readTracedRun, ({ params }) => findRun(database, params.run_id))
  route(routes, queryTracedRuns, async ({ body }) => {
    const { select, limit, cursor, order } = body
    if (isElsewhere(body) || body.parent_run) return { runs: [], cursors: {} }
    const filter = {
      ids: both(body.id, one(body.trace), one(body.trace_id)),
      deployments: both(body.session, one(body.session_id)),
      hasFailed: body.error ?? undefined,
      startedFrom: body.start_time ?? undefined,
    }
    const page = { limit: Math.min(limit ?? 100, 100), cursor, order: order ?? undefined }
    const { runs, next } = await listTracedRuns(database, filter, page)
    return {
      runs: select ? runs.map((run) => narrowed(run, select)) : runs,
      cursors: next === null ? {} : { next },
    }
  })
}

function mountSelectedRuns(routes: Hono, deps: { database: Database; now: () => Date }): void {
  route(routes, readSelectedRun, async ({ params, query }) => {
    const run = await findRun(deps.database, params.run_id)
    if ((query.project_id ?? run.session_id) !== run.session_id) throw noRun()
    return selectedRun(run, query.selects ?? [])
  })
  route(routes, querySelectedRuns, async ({ body }) => {
    if (isElsewhere(body)) return { items: [], next_cursor: null }
    const filter = {
      ids: both(body.ids, one(body.trace_id)),
      deployments: body.project_ids ?? undefined,
      hasFailed: body.has_error ?? undefined,
      startedFrom: body.min_start_time ?? new Date(deps.now().getTime() - dayMs),
      startedUntil: body.max_start_time ?? undefined,
    }
    const page = { limit: body.page_size ?? 100, cursor: body.cursor }
    const { runs, next } = await listTracedRuns(deps.database, filter, page)
    const items = runs.map((run) => selectedRun(run, body.selects ?? []))
    return { items, next_cursor: next }
  })
}

async function findRun(database: Database, runId: string): Promise<TracedRun> {
  const run = await findTracedRun(database, runId)
  if (run) return run
  throw noRun()
}

function noRun(): HttpError {
  return new HttpError(404, 'There is no such run on this server.')
}

/** Every run here is the root of its trace, and a chain. */
function isElsewhere(asked: {
  run_type?: string | null | undefined
  is_root?: boolean | null | undefined
}): boolean {
  return asked.is_root === false || (asked.run_type ?? 'chain').toLowerCase() !== 'chain'
}

function one(id: string | null | undefined): string[] | undefined {
  return id ? [id] : undefined
}

/** What is in every list that was given; undefined where there is none. */
function both(...lists: (readonly string[] | null | undefined)[]): string[] | undefined {
  const [first, ...others] = lists.filter((list) => list !== null && list !== undefined)
  return first?.filter((id) => others.every((other) => other.includes(id)))
}

/** What clients build a run of, whatever else was asked for. */
const always = ['id', 'name', 'run_type', 'start_time', 'trace_id']

function narrowed(run: TracedRun, select: readonly string[]): { id: string } {
  const told = Object.entries(run).filter(
    ([name]) => always.includes(name) || select.includes(name),
  )
  return Object.fromEntries(told) as { id: string }
}
