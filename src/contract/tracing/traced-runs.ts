import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

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
