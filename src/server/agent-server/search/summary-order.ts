import type { DeploymentRuns, SummaryOrder } from '../../../contract/search/run-summary.ts'

type Compare = (one: DeploymentRuns, other: DeploymentRuns) => number

/** In an order of `summaryOrders`; alike ones with more runs first. `byName`: ids in the order of their names. */
export function summaryOrder(order: SummaryOrder, byName: readonly string[]): Compare {
  const places = new Map(byName.map((id, place) => [id, place]))
  const keys: Record<SummaryOrder, (one: DeploymentRuns) => number> = {
    worst: ({ failed, ended }) => surelyFailed(failed, ended ?? 0),
    runs: ({ runs }) => runs,
    latency: (one) => one.p95_seconds ?? -1,
    first_token: (one) => one.first_token_seconds ?? -1,
    tokens: ({ tokens }) => tokens ?? 0,
    name: ({ deployment_id }) => -(places.get(deployment_id) ?? byName.length),
  }
  const key = keys[order]
  return (one, other) =>
    key(other) - key(one) ||
    other.failed - one.failed ||
    other.runs - one.runs ||
    one.deployment_id.localeCompare(other.deployment_id)
}

/** Of 95 %. */
const z = 1.96

/** The share that at least fails, by what was seen: the lower end of Wilson's interval. */
export function surelyFailed(failed: number, ended: number): number {
  if (failed === 0 || ended === 0) return 0
  const share = failed / ended
  const middle = share + z ** 2 / (2 * ended)
  const spread = z * Math.sqrt((share * (1 - share)) / ended + z ** 2 / (4 * ended ** 2))
  return (middle - spread) / (1 + z ** 2 / ended)
}
