import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** One look at the process that runs a deployment's graphs. What could not be measured is null. */
export const ExecutorSample = z.looseObject({
  /** ISO 8601. */
  at: z.string(),
  revision_id: z.string(),
  /** All memory of the process that is in use (its resident set). */
  memory_bytes: z.nullable(z.number()),
  /** Processors that it kept busy since the sample before, on average: 1 is one of them all the time. */
  cpus_busy: z.nullable(z.number()),
  /**
   * The longest time since the sample before for which it could take nothing up. Where it does not answer
   * at all: for how long it was waited.
   */
  loop_delay_ms: z.nullable(z.number()),
  active_runs: z.number(),
  queued_runs: z.number(),
  /** How often this revision's process was started again after a crash. */
  restarts: z.number(),
})
export type ExecutorSample = z.infer<typeof ExecutorSample>

const Executor = z.looseObject({
  /** up, not_answering (it is busy or hangs), restarting (after a crash), down (that failed) or none. */
  state: z.string(),
  /** The revision that serves, as this server knows it. */
  revision_id: z.nullable(z.string()),
  /** When its process was started; null while there is none. */
  started_at: z.nullable(z.string()),
  /** What `resource_spec` allows; null for no limit. */
  memory_limit_bytes: z.nullable(z.number()),
  cpu_limit: z.nullable(z.number()),
  /** How it is kept apart from the server: namespaces-and-users, namespaces or none. */
  isolation: z.optional(z.string()),
  /** What is not kept apart, in sentences. */
  not_separated: z.optional(z.array(z.string())),
  sample_every_ms: z.number(),
  /** Older samples are dropped. */
  kept_ms: z.number(),
  /** Oldest first. */
  samples: z.array(ExecutorSample),
})
export type Executor = z.infer<typeof Executor>

/**
 * Ours: the process that runs the deployment's graphs on the server that answers, as it is now and was in
 * the last minutes. It is measured from outside, so that one that hangs is told of too. Nothing is kept
 * beyond a restart of the server. 404 on other servers.
 */
export const getExecutor = endpoint({
  name: 'getExecutor',
  area: 'agent',
  method: 'GET',
  path: '/executor',
  role: 'viewer',
  isAudited: false,
  response: Executor,
})
