import {
  type DeploymentRuns,
  type RunFigures,
  type RunSummary,
  type RunSummaryRequest,
  usuallySummarized,
} from '../../../contract/search/run-summary.ts'
import type { Queryable } from '../../db/database.ts'
import { ofSession } from '../../session-rows.ts'
import type { Prices } from '../../usage/prices.ts'
import { usageOfSpan } from '../../usage/usage-store.ts'
import { size, sumUsage } from '../../usage/usage-sums.ts'
import { deploymentCondition, hiddenCondition, type Param } from '../search-parts.ts'
import { figureParts, figureSums } from './run-figures.ts'
import { summaryOrder } from './summary-order.ts'

interface Row extends RunFigures {
  deployment_id: string | null
  part: number | null
}

const none: RunFigures = {
  runs: 0,
  ended: 0,
  failed: 0,
  p50_seconds: null,
  p95_seconds: null,
  first_token_seconds: null,
}

/**
 * Counts the runs of a span, and what was spent in it: of all deployments but the hidden ones, of each, and of each in
 * equal parts of the span. Hidden ones are counted where they are named or asked for. `byName`: all ids in the order of
 * their names, where that order is asked for. What sessions made on what serves counts where it is asked for.
 */
export async function summarizeRuns(
  db: Queryable,
  request: RunSummaryRequest,
  {
    now,
    hidden = [],
    byName = [],
    prices,
  }: { now: Date; hidden?: readonly string[]; byName?: readonly string[]; prices: Prices },
): Promise<RunSummary> {
  const { created_after: since, created_before, parts = 24 } = request
  const until = created_before ?? now
  const params: unknown[] = []
  const param: Param = (value) => `$${params.push(value)}`
  const [begin, end] = [param(since), param(until)]
  const partMs = Math.max(1, (until.getTime() - since.getTime()) / (parts ?? 24))
  const { deployment_id, with_previews } = request
  const here = deployment_id
    ? deploymentCondition('', deployment_id, with_previews, param)
    : with_previews
      ? null
      : hiddenCondition('deployment_id', hidden, param)
  const isOwn = with_previews ? null : `not ${ofSession('')}`
  const conditions = [here, isOwn].flatMap((one) => (one ? ` and ${one}` : [])).join('')
  const rows = await db.query<Row>(
    `select deployment_id, part, ${figureSums}
     from (
       select deployment_id, ${figureParts},
         floor(extract(epoch from created_at - ${begin}::timestamptz) * 1000 / ${param(partMs)}::float8)::int
           as part
       from runs where created_at >= ${begin} and created_at < ${end}${conditions}
     ) made group by grouping sets ((), (deployment_id), (deployment_id, part))`,
    params,
  )
  const figures = ({ deployment_id: _id, part: _part, ...row }: Row): RunFigures => row
  const total = rows.find((row) => row.deployment_id === null)
  const byDeployment = new Map<string, DeploymentRuns>()
  for (const row of rows) {
    if (row.deployment_id === null || row.part !== null) continue
    const { deployment_id } = row
    byDeployment.set(deployment_id, { deployment_id, ...figures(row), parts: [] })
  }
  const spent = await usageOfSpan(db, [...byDeployment.keys()], {
    ...{ since, until, partMs },
    withSessions: with_previews ?? false,
  })
  const tokensOf = (used: typeof spent) => used.reduce((sum, one) => sum + size(one), 0)
  const bySource = new Map<string, typeof spent>()
  for (const one of spent) {
    const known = bySource.get(one.deployment_id)
    if (known) known.push(one)
    else bySource.set(one.deployment_id, [one])
  }
  for (const row of rows) {
    if (row.deployment_id === null || row.part === null) continue
    const { deployment_id, part } = row
    const used = bySource.get(deployment_id)?.filter((one) => one.part === part) ?? []
    byDeployment.get(deployment_id)?.parts.push({ part, ...figures(row), tokens: tokensOf(used) })
  }
  for (const one of byDeployment.values()) {
    one.tokens = tokensOf(bySource.get(one.deployment_id) ?? [])
  }
  const deployments = [...byDeployment.values()]
    .sort(summaryOrder(request.sort_by ?? 'runs', byName))
    .slice(0, request.limit ?? usuallySummarized)
    .map((one) => {
      const used = bySource.get(one.deployment_id) ?? []
      const parts = one.parts.toSorted((a, b) => a.part - b.part)
      return { ...one, parts, usage: sumUsage(used, prices) }
    })
  const all = { tokens: tokensOf(spent), usage: sumUsage(spent, prices) }
  const deployment_count = byDeployment.size
  return { total: { ...(total ? figures(total) : none), ...all }, deployments, deployment_count }
}
