import type { Hono } from 'hono'
import { querySelectedRuns, readSelectedRun } from '../../contract/tracing/selected-runs.ts'
import {
  getTracingInfo,
  queryTracedRuns,
  readTracedRun,
  type TracedRun,
} from '../../contract/tracing/traced-runs.ts'
import type { Database } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { type ApiKey, requireKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import type { RunHistory } from '../run-history.ts'
import type { Prices } from '../usage/prices.ts'
import { selectedRun } from './selected-run.ts'
import { listTrace, type PartFilter, type PartPage } from './trace-query.ts'
import { findTracedRun, listTracedRuns } from './traced-runs.ts'

const dayMs = 24 * 3_600_000

const paths = ['/api/v1/runs', '/api/v1/runs/*', '/api/v2/runs', '/api/v2/runs/*']

/** Runs as the published clients read them. What would need traces of others says that there are none. */
export function mountRuns(routes: Hono, deps: Deps): void {
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
  mountTracedRuns(routes, deps)
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

interface Deps {
  database: Database
  history: RunHistory
  prices: () => Prices
  apiKey: ApiKey
  now: () => Date
}

function mountTracedRuns(routes: Hono, deps: Deps): void {
  route(routes, readTracedRun, ({ params }) => findRun(deps, params.run_id))
  route(routes, queryTracedRuns, async ({ body }) => {
    const { select, limit, cursor, order } = body
    const filter = {
      ids: body.id ?? undefined,
      deployments: both(body.session, one(body.session_id)),
      hasFailed: body.error ?? undefined,
      startedFrom: body.start_time ?? undefined,
      ...partsOf(body),
      parent: body.parent_run ?? undefined,
    }
    const page = {
      ...{ limit: Math.min(limit ?? 100, 100), cursor, order: order ?? undefined },
      hasInputs: select?.includes('inputs') ?? true,
    }
    const traces = both(one(body.trace), one(body.trace_id))
    const { runs, next } = await listRuns(deps, traces, filter, page)
    return {
      runs: select ? runs.map((run) => narrowed(run, select)) : runs,
      cursors: next === null ? {} : { next },
    }
  })
}

function mountSelectedRuns(routes: Hono, deps: Deps): void {
  route(routes, readSelectedRun, async ({ params, query }) => {
    const run = await findRun(deps, params.run_id)
    if ((query.project_id ?? run.session_id) !== run.session_id) throw noRun()
    return selectedRun(run, query.selects ?? [])
  })
  route(routes, querySelectedRuns, async ({ body }) => {
    const selects = body.selects ?? []
    const traces = one(body.trace_id)
    const lately = traces ? undefined : new Date(deps.now().getTime() - dayMs)
    const filter = {
      ids: body.ids ?? undefined,
      deployments: body.project_ids ?? undefined,
      hasFailed: body.has_error ?? undefined,
      startedFrom: body.min_start_time ?? lately,
      startedUntil: body.max_start_time ?? undefined,
      ...partsOf(body),
    }
    const page = {
      ...{ limit: body.page_size ?? 100, cursor: body.cursor },
      hasInputs: selects.includes('INPUTS'),
    }
    const { runs, next } = await listRuns(deps, traces, filter, page)
    return { items: runs.map((run) => selectedRun(run, selects)), next_cursor: next }
  })
}

function partsOf(asked: {
  run_type?: string | null | undefined
  is_root?: boolean | null | undefined
}): Pick<PartFilter, 'runType' | 'isRoot'> {
  return { runType: asked.run_type?.toLowerCase(), isRoot: asked.is_root ?? undefined }
}

/** Of a trace that is named all its parts; else the roots, which are of the type `chain`. */
async function listRuns(
  deps: Deps,
  traces: readonly string[] | undefined,
  filter: PartFilter,
  page: PartPage,
): Promise<{ runs: TracedRun[]; next: string | null }> {
  const { runType = 'chain', isRoot, parent } = filter
  if (traces?.length === 0) return { runs: [], next: null }
  const [trace = parent] = traces ?? []
  if (trace !== undefined && isRoot !== true) return listTrace(deps, trace, filter, page)
  if (parent !== undefined || (isRoot && runType !== 'chain')) return { runs: [], next: null }
  if (isRoot === false || runType !== 'chain') {
    throw invalidField(
      ['body', isRoot === false ? 'is_root' : 'run_type'],
      'Steps, models and tools are listed of one trace: name it as well.',
    )
  }
  const found = { ...filter, ids: both(filter.ids, traces) }
  return listTracedRuns(deps.database, found, deps.prices(), page)
}

async function findRun({ database, prices }: Deps, runId: string): Promise<TracedRun> {
  const run = await findTracedRun(database, runId, prices())
  if (run) return run
  throw noRun()
}

function noRun(): HttpError {
  return new HttpError(404, 'There is no such run on this server.')
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
