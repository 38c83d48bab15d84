import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const count = z.optional(z.int().check(z.gte(0), z.lte(100_000)))

/**
 * What goes wrong between this browser session and the servers, on purpose. Absent means that nothing
 * does. Events are those of a run's stream.
 */
export const FaultPlan = z.strictObject({
  /** Streams are cut after so many events. */
  drop_after: count,
  /** Streams fall silent after so many events, and stay open. */
  stall_after: count,
  /** Every event comes twice, with the same id. */
  repeat_ids: z.optional(z.boolean()),
  /** Of every two events the second comes first. */
  reorder: z.optional(z.boolean()),
  /** Streams bring comments only. */
  heartbeats_only: z.optional(z.boolean()),
  /** Requests are answered with 500. */
  status_500: z.optional(z.boolean()),
  /** Requests wait so many milliseconds. */
  delay_ms: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  /** Connections break off without an answer. */
  offline: z.optional(z.boolean()),
  /** Feedback addresses are refused as run out. */
  expire_feedback: z.optional(z.boolean()),
  /** The plan ends after it has been at work so many times; it lasts when absent. */
  times: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
})
export type FaultPlan = z.infer<typeof FaultPlan>

/** 404 unless the server was started with `--faults`. */
export const getFaults = endpoint({
  name: 'getFaults',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/faults',
  response: FaultPlan,
})

/** Replaces the plan of this browser session; an empty one ends it. */
export const setFaults = endpoint({
  name: 'setFaults',
  area: 'gateway',
  method: 'PUT',
  path: '/gateway/faults',
  body: FaultPlan,
  response: FaultPlan,
})
