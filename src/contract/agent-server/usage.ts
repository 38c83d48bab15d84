import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

const counts = {
  input_tokens: z.number(),
  output_tokens: z.number(),
  /** A part of the input. */
  cached_tokens: z.number(),
  /** A part of the output. */
  reasoning_tokens: z.number(),
}

/** What one model took. */
const ModelUsage = z.looseObject({
  /** Null where nobody names it. */
  model: z.nullable(z.string()),
  ...counts,
  /** In the currency of the prices; null where the model has no price. */
  cost: z.nullable(z.number()),
})

/** Ours: tokens as the models counted them, and what they cost by the prices that hold now. */
export const Usage = z.looseObject({
  ...counts,
  /** Null where one of the models has no price: what is known of it stands with the models. */
  cost: z.nullable(z.number()),
  /** Null where there are no prices. */
  currency: z.nullable(z.string()),
  /** The one that took most first. */
  models: z.array(ModelUsage),
})
export type Usage = z.infer<typeof Usage>

/** What a step of a run took; one answer of a model or several. */
const StepUsage = z.extend(Usage, {
  run_id: z.string(),
  /** As in the metadata of the checkpoint that it made; null where the graph does not tell. */
  step: z.nullable(z.number()),
  node: z.nullable(z.string()),
})
export type StepUsage = z.infer<typeof StepUsage>

/** Ours: what the runs of a thread took. A run that was rolled back is no part of it. */
export const getThreadUsage = endpoint({
  name: 'getThreadUsage',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/usage',
  role: 'viewer',
  isAudited: false,
  params: z.object({ thread_id: id }),
  response: z.looseObject({
    /** Null where nothing was counted. */
    total: z.nullable(Usage),
    /** By run and step, oldest first. */
    steps: z.array(StepUsage),
  }),
})

/** What a deployment may spend. Days and months are those of UTC. */
export const usageCapNames = [
  'tokens_per_day',
  'tokens_per_month',
  'cost_per_day',
  'cost_per_month',
] as const
export type UsageCapName = (typeof usageCapNames)[number]

const most = z.number().check(z.gt(0, 'Write a number above 0.'), z.lte(1e15))
/** Absent or null: there is no such limit. Costs are in the currency of the prices. */
export const UsageCap = z.strictObject({
  tokens_per_day: z.nullish(most),
  tokens_per_month: z.nullish(most),
  cost_per_day: z.nullish(most),
  cost_per_month: z.nullish(most),
})
export type UsageCap = z.infer<typeof UsageCap>
