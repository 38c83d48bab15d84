import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import type { Prices } from '../usage/prices.ts'
import { type ModelTokens, size, sumUsage } from '../usage/usage-sums.ts'

export type TracedUsage = Pick<
  TracedRun,
  'prompt_tokens' | 'completion_tokens' | 'total_tokens' | 'total_cost'
>

/** What models took and what that costs, as traces tell it: null where nothing was counted. */
export function tracedUsage(parts: readonly ModelTokens[], prices: Prices): TracedUsage {
  if (parts.length === 0) {
    return { prompt_tokens: null, completion_tokens: null, total_tokens: null, total_cost: null }
  }
  const usage = sumUsage(parts, prices)
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: size(usage),
    total_cost: usage.cost,
  }
}
