import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, moment, notSupported } from '../query.ts'

/** A run as the published client of the tracing service reads it. */
const TracedRun = z.looseObject({
  id: z.string(),
  name: z.string(),
  run_type: z.string(),
  status: z.string(),
  start_time: z.string(),
  end_time: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** Empty where the project decides by itself who may read its threads. */
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.nullable(z.record(z.string(), z.unknown())),
  extra: z.record(z.string(), z.unknown()),
  trace_id: z.string(),
  parent_run_id: z.nullable(z.string()),
  /** The tracing project: the deployment. */
  session_id: z.string(),
  /** Its beginning and its id, by which clients order the runs of a trace. */
  dotted_order: z.string(),
  first_token_time: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** Null where no model counted any. */
  prompt_tokens: z.nullable(z.number()),
  completion_tokens: z.nullable(z.number()),
  total_tokens: z.nullable(z.number()),
  /** In the currency of the prices; null where a model has none. */
  total_cost: z.nullable(z.number()),
})
export type TracedRun = z.infer<typeof TracedRun>

/** 404 for a run that is not of this server. */
export const readTracedRun = endpoint({
  name: 'readTracedRun',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/runs/{run_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ run_id: id }),
  response: TracedRun,
})

const ids = z.nullish(z.array(id).check(z.maxLength(200)))
const noExpressions = notSupported(
  'Filter expressions are not read here: filter by id, session, trace, run_type, error, start_time and is_root.',
)

/**
 * Which runs: those of every deployment where no `session` is named, each the root of its trace and of the type `chain`.
 * What a run did is listed where its `trace` is named: its steps (`chain`), the answers of models (`llm`) and the calls
 * of tools (`tool`); without a trace 422 answers a question for these.
 */
const TracedRunQuery = z.strictObject({
  id: ids,
  session: ids,
  session_id: z.nullish(id),
  trace: z.nullish(id),
  trace_id: z.nullish(id),
  /** Without a trace a root: its steps. */
  parent_run: z.nullish(id),
  run_type: z.nullish(z.string()),
  is_root: z.nullish(z.boolean()),
  /** Failed, timed out or cancelled, or none of these. */
  error: z.nullish(z.boolean()),
  /** Began then or later. */
  start_time: z.nullish(moment),
  order: z.nullish(z.enum(['asc', 'desc'])),
  /** What is told besides what tells a run from others; all of it when absent. */
  select: z.nullish(z.array(z.string()).check(z.maxLength(100))),
  /** A page has 100 at most. */
  limit: z.nullish(z.int().check(z.gte(1))),
  cursor: z.nullish(z.string().check(z.maxLength(100))),
  query: noExpressions,
  filter: noExpressions,
  trace_filter: noExpressions,
  tree_filter: noExpressions,
  reference_example: notSupported(),
  execution_order: notSupported(),
  end_time: notSupported(),
})

/** As the published clients list runs (`list_runs`, `listRuns`), newest first. */
export const queryTracedRuns = endpoint({
  name: 'queryTracedRuns',
  area: 'tracing',
  method: 'POST',
  path: '/api/v1/runs/query',
  role: 'viewer',
  isAudited: false,
  body: TracedRunQuery,
  response: z.looseObject({
    runs: z.array(z.looseObject({ id: z.string() })),
    /** `next` is absent on the last page. */
    cursors: z.looseObject({ next: z.optional(z.string()) }),
  }),
})

/** What the published client asks before it sends: nothing is taken here in parts. */
export const getTracingInfo = endpoint({
  name: 'getTracingInfo',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/info',
  role: 'viewer',
  isAudited: false,
  response: z.looseObject({
    instance_flags: z.record(z.string(), z.unknown()),
    batch_ingest_config: z.looseObject({ use_multipart_endpoint: z.boolean() }),
  }),
})
