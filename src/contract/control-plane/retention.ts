import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/** What a deployment keeps for so many days or for ever. Events without a number are kept as the server's settings say. */
export const retentionNames = ['threads', 'runs', 'events', 'logs', 'votes'] as const
export type RetentionName = (typeof retentionNames)[number]

export const mostRetentionDays = 3_650
const problem = `Write a whole number of days from 1 to ${mostRetentionDays.toLocaleString('en-GB')}, or null to keep them.`
const days = z.nullish(
  z.int(problem).check(z.minimum(1, problem), z.maximum(mostRetentionDays, problem)),
)

/** Days by what is kept. In a PATCH an absent one stays as it is; null: for ever. */
export const RetentionRule = z.strictObject({
  /** Since anything about the thread changed last. */
  threads_days: days,
  /** Since the run ended. */
  runs_days: days,
  events_days: days,
  /** Since the line was written by the agent. */
  logs_days: days,
  /** Since the vote was first given. */
  votes_days: days,
})
export type RetentionRule = z.infer<typeof RetentionRule>

const counted = <Value extends z.ZodMiniType>(value: Value) =>
  z.looseObject({ threads: value, runs: value, events: value, logs: value, votes: value })

/** What a deployment keeps how long, and what went because of it. */
const Retention = z.looseObject({
  deployment_id: z.string(),
  /** Every number is told; null: for ever. */
  rule: z.looseObject(RetentionRule.shape),
  updated_at: z.nullable(z.string()),
  updated_by: z.nullable(z.string()),
  /** When it was last found that nothing is left to remove; null: not since the rule was set. */
  swept_at: z.nullable(z.string()),
  /** What went in the last 30 days, the present one included. */
  removed: counted(z.number()),
})
export type Retention = z.infer<typeof Retention>

/** Why a thread that is old enough stays all the same. */
export const stayReasons = ['busy', 'waits', 'qa', 'ttl', 'schedule', 'embed'] as const

/** What a rule would remove now. Each thing is counted once, whatever it goes for. */
const RetentionPreview = z.looseObject({
  at: z.string(),
  goes: counted(z.looseObject({ count: z.number(), oldest: z.nullable(z.string()) })),
  /** About what they take in the database, before it is compacted. */
  bytes: z.number(),
  /** Threads that are old enough and stay, by one of `stayReasons`. */
  stays: z.array(z.looseObject({ reason: z.string(), count: z.number() })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

const params = z.object({ deployment_id: id })
const path = '/v1/deployments/{deployment_id}/retention'

/** Ours. */
export const getRetention = endpoint({
  name: 'getRetention',
  area: 'control-plane',
  method: 'GET',
  path,
  role: 'viewer',
  isAudited: false,
  params,
  response: Retention,
})

/** Ours. What is old enough goes from now on, in the background. 422 for a deployment whose runs are another server's. */
export const patchRetention = endpoint({
  name: 'patchRetention',
  area: 'control-plane',
  method: 'PATCH',
  path,
  role: 'operator',
  isAudited: true,
  params,
  body: RetentionRule,
  response: Retention,
})

/** Ours. Changes nothing. A number that is absent stands for ever here. */
export const previewRetention = endpoint({
  name: 'previewRetention',
  area: 'control-plane',
  method: 'POST',
  path: `${path}/preview`,
  role: 'viewer',
  isAudited: false,
  params,
  body: RetentionRule,
  response: RetentionPreview,
})
