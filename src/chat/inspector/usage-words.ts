import type { TokenCounts } from '../../contract/agent-server/tokens.ts'
import type { Usage } from '../../contract/agent-server/usage.ts'

const number = (count: number) => count.toLocaleString('en-GB')

/** `1,204 in (400 cached), 310 out (50 reasoning)`. */
export function tokensText(tokens: TokenCounts): string {
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = tokens
  const cached = cached_tokens > 0 ? ` (${number(cached_tokens)} cached)` : ''
  const reasoning = reasoning_tokens > 0 ? ` (${number(reasoning_tokens)} reasoning)` : ''
  return `${number(input_tokens)} in${cached}, ${number(output_tokens)} out${reasoning}`
}

/** `€0.0123`, `unknown`, or `€0.0123 and more` where one of several models has no price. */
export function costText({ cost, currency, models }: Usage): string {
  if (currency === null) return 'unknown'
  if (cost !== null) return moneyText(cost, currency)
  const known = models.flatMap((model) => model.cost ?? [])
  if (known.length === 0) return 'unknown'
  const sum = known.reduce((total, one) => total + one, 0)
  return `${moneyText(sum, currency)} and more`
}

/** Why a cost is not known, in a sentence; null where it is. */
export function unknownCost({ cost, currency, models }: Usage): string | null {
  if (cost !== null && currency !== null) return null
  if (currency === null) return 'This server knows no prices.'
  const names = models
    .filter((one) => one.cost === null)
    .map(({ model }) => model ?? 'an unnamed model')
  return `There is no price for ${names.join(', ')}.`
}

/** In a currency, with as many places as small sums need. */
export function moneyText(amount: number, currency: string): string {
  const places = amount === 0 || amount >= 1 ? 2 : amount >= 0.01 ? 4 : 6
  const style = { style: 'currency', currency, minimumFractionDigits: 2 } as const
  return amount.toLocaleString('en-GB', { ...style, maximumFractionDigits: places })
}
