import * as z from 'zod/mini'
import { Usage } from '../agent-server/usage.ts'
import { endpoint } from '../endpoint.ts'
import { id, moment } from '../query.ts'

/** What is counted of the runs of a span of time. Seconds are null where none has ended. */
export const runFigures = {
  runs: z.number(),
  /** Those that are over, of which alone some can have failed. Absent on earlier versions. */
  ended: z.nullish(z.number()),
  /** Those that failed or timed out. */
  failed: z.number(),
  /** How long half of them took at most, and how long 95 % did, from their start to their end. */
  p50_seconds: z.nullable(z.number()),
  p95_seconds: z.nullable(z.number()),
  /**
   * How long half of those that tell their messages took at most from their start to the first part of one. Null, or
   * absent on earlier versions, where none does.
   */
  first_token_seconds: z.nullish(z.number()),
  /** Input and output of the models together, counted when they were spent. Absent on earlier versions. */
  tokens: z.nullish(z.number()),
}
export const RunFigures = z.looseObject(runFigures)
export type RunFigures = z.infer<typeof RunFigures>

export const DeploymentRuns = z.looseObject({
  deployment_id: z.string(),
  ...runFigures,
  /** What the models took in the span. */
  usage: z.nullish(Usage),
  /** The span in equal parts, the oldest first; those without runs are left out. `part` counts from 0. */
  parts: z.array(z.looseObject({ part: z.number(), ...runFigures })),
})
export type DeploymentRuns = z.infer<typeof DeploymentRuns>

/** How many deployments are told apart where nothing else is asked for. */
export const usuallySummarized = 100

/**
 * In which order: those first that fail most surely (of one run that failed little can be said, of twenty much), that
 * have the most runs, the longest p95, the latest first words, the most tokens; or by name.
 */
export const summaryOrders = ['worst', 'runs', 'latency', 'first_token', 'tokens', 'name'] as const
export type SummaryOrder = (typeof summaryOrders)[number]

const RunSummaryRequest = z.strictObject({
  /** When the runs were created: from the one moment on, before the other (absent: now). */
  created_after: moment,
  created_before: z.nullish(moment),
  deployment_id: z.nullish(z.array(id).check(z.maxLength(200))),
  /**
   * Also the runs of previews, of the deployments that are asked for, each preview told as one of its own; and those
   * that QA sessions made on what serves.
   */
  with_previews: z.nullish(z.boolean()),
  /** How many parts the span has; 24 when absent. */
  parts: z.nullish(z.int().check(z.gte(1), z.lte(100))),
  /** `runs` when absent. */
  sort_by: z.nullish(z.enum(summaryOrders)),
  /** The most deployments that are told apart; `usuallySummarized` when absent. */
  limit: z.nullish(z.int().check(z.gte(1), z.lte(1_000))),
})
export type RunSummaryRequest = z.output<typeof RunSummaryRequest>

const RunSummary = z.looseObject({
  total: z.extend(RunFigures, { usage: z.nullish(Usage) }),
  /** In the order that was asked for, as many as were; those without runs are left out. */
  deployments: z.array(DeploymentRuns),
  /** How many have runs in the span. Absent on earlier versions, which tell those with the most runs. */
  deployment_count: z.nullish(z.number()),
})
export type RunSummary = z.infer<typeof RunSummary>

/** Ours: how many runs there were, how many failed and how long they took, over all deployments and by each. */
export const summarizeRuns = endpoint({
  name: 'summarizeRuns',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/runs/summary',
  role: 'viewer',
  isAudited: false,
  body: RunSummaryRequest,
  response: RunSummary,
})
