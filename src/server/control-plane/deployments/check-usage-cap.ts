import { type UsageCap, usageCapNames } from '../../../contract/agent-server/usage.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Prices } from '../../usage/prices.ts'

/** Refuses (422, by field) limits that could not be kept. */
export function checkUsageCap(
  cap: UsageCap | null | undefined,
  source: string,
  prices: Prices,
): void {
  const set = usageCapNames.filter((name) => cap?.[name])
  const faults = set.flatMap((name) => {
    const msg = problemOf(name, source, prices)
    return msg ? [{ loc: ['body', 'usage_cap', name], msg, type: 'value_error' }] : []
  })
  if (faults.length > 0) throw new HttpError(422, faults)
}

function problemOf(name: string, source: string, prices: Prices): string | null {
  if (source === 'external_docker') {
    return 'The runs of this deployment are another server’s: what they use is not counted here.'
  }
  if (name.startsWith('cost') && prices.currency === null) {
    return 'This server knows no prices, so it cannot count costs. Limit tokens, or set the prices first (QUARTERDECK_PRICES).'
  }
  return null
}
