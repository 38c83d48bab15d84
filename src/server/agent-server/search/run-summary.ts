import {
  type DeploymentRuns,
  mostSummarized,
  type RunFigures,
  type RunSummary,
  type RunSummaryRequest,
} from '../../../contract/search/run-summary.ts'
import type { Queryable } from '../../db/database.ts'
import { hiddenCondition, idCondition, type Param } from './search-parts.ts'

interface Row extends RunFigures {
  deployment_id: string | null
  part: number | null
}

const none: RunFigures = { runs: 0, failed: 0, p50_seconds: null, p95_seconds: null }

/**
 * Counts the runs of a span: of all deployments but the hidden ones, of each, and of each in equal parts of
 * the span. Hidden ones are counted where they are named.
 */
export async function summarizeRuns(
  db: Queryable,
  request: RunSummaryRequest,
  now: Date,
  hidden: readonly string[] = [],
): Promise<RunSummary> {
  const { created_after: since, created_before, parts = 24 } = request
  const until = created_before ?? now
  const params: unknown[] = []
  const param: Param = (value) => `$${params.push(value)}`
  const [begin, end] = [param(since), param(until)]
  const partMs = Math.max(1, (until.getTime() - since.getTime()) / (parts ?? 24))
  const here = request.deployment_id
    ? idCondition('deployment_id', request.deployment_id, param)
    : hiddenCondition('deployment_id', hidden, param)
  const rows = await db.query<Row>(
    `select deployment_id, part, count(*)::int as runs,
       (count(*) filter (where status in ('error', 'timeout')))::int as failed,
       (percentile_cont(0.5) within group (order by seconds))::float8 as p50_seconds,
       (percentile_cont(0.95) within group (order by seconds))::float8 as p95_seconds
     from (
       select deployment_id, status, extract(epoch from ended_at - started_at)::float8 as seconds,
         floor(extract(epoch from created_at - ${begin}::timestamptz) * 1000 / ${param(partMs)}::float8)::int
           as part
       from runs where created_at >= ${begin} and created_at < ${end} ${here ? `and ${here}` : ''}
     ) made group by grouping sets ((), (deployment_id), (deployment_id, part))`,
    params,
  )
  const figures = ({ runs, failed, p50_seconds, p95_seconds }: Row): RunFigures => ({
    runs,
    failed,
    p50_seconds,
    p95_seconds,
  })
  const total = rows.find((row) => row.deployment_id === null)
  const byDeployment = new Map<string, DeploymentRuns>()
  for (const row of rows) {
    if (row.deployment_id === null || row.part !== null) continue
    const { deployment_id } = row
    byDeployment.set(deployment_id, { deployment_id, ...figures(row), parts: [] })
  }
  for (const row of rows) {
    if (row.deployment_id === null || row.part === null) continue
    byDeployment.get(row.deployment_id)?.parts.push({ part: row.part, ...figures(row) })
  }
  const deployments = [...byDeployment.values()]
    .sort((a, b) => b.runs - a.runs || a.deployment_id.localeCompare(b.deployment_id))
    .slice(0, mostSummarized)
  for (const deployment of deployments) deployment.parts.sort((a, b) => a.part - b.part)
  return { total: total ? figures(total) : none, deployments }
}
