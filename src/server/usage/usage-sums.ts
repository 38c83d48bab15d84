import { addTokens, type TokenCounts } from '../../contract/agent-server/tokens.ts'
import type { Usage } from '../../contract/agent-server/usage.ts'
import { costOf, type Prices } from './prices.ts'

/** Tokens that a model took. */
export interface ModelTokens extends TokenCounts {
  model: string | null
}

const none: TokenCounts = {
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  reasoning_tokens: 0,
}

/** Adds up what models took, and what that costs. One model without a price makes the whole unknown. */
export function sumUsage(parts: readonly ModelTokens[], prices: Prices): Usage {
  const byModel = new Map<string | null, TokenCounts>()
  for (const { model, ...tokens } of parts) {
    byModel.set(model, addTokens(byModel.get(model) ?? none, tokens))
  }
  const models = [...byModel]
    .map(([model, tokens]) => ({ model, ...only(tokens), cost: costOf(prices, model, tokens) }))
    .sort((one, other) => size(other) - size(one))
  const cost = models.reduce<number | null>(
    (sum, one) => (sum === null || one.cost === null ? null : sum + one.cost),
    0,
  )
  return { ...models.reduce(addTokens, none), cost, currency: prices.currency, models }
}

/** The same by what the parts have in common, in the order in which it comes first. */
export function sumUsageBy<Part extends ModelTokens, Key>(
  parts: readonly Part[],
  keyOf: (part: Part) => Key,
  prices: Prices,
): { key: Key; usage: Usage }[] {
  const groups = new Map<Key, Part[]>()
  for (const part of parts) {
    const key = keyOf(part)
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups].map(([key, group]) => ({ key, usage: sumUsage(group, prices) }))
}

/** Input and output together. */
export function size(tokens: TokenCounts): number {
  return tokens.input_tokens + tokens.output_tokens
}

function only(tokens: TokenCounts): TokenCounts {
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = tokens
  return { input_tokens, output_tokens, cached_tokens, reasoning_tokens }
}
