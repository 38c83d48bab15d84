import type { Hono } from 'hono'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { getThreadUsage } from '../../../contract/agent-server/usage.ts'
import type { Queryable } from '../../db/database.ts'
import { route } from '../../http/route.ts'
import type { Prices } from '../../usage/prices.ts'
import { usageOfRuns, usageOfThread } from '../../usage/usage-store.ts'
import { sumUsage, sumUsageBy } from '../../usage/usage-sums.ts'
import { deploymentOf } from '../agent-routes.ts'
import { unknownThread } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import { findThreadGraph } from '../threads/thread-store.ts'

/** `/threads/{thread_id}/usage` of an agent server. */
export function mountUsage(app: Hono, engine: RunEngine): void {
  route(app, getThreadUsage, async ({ params, context }) => {
    const key = { deployment_id: deploymentOf(engine, context), thread_id: params.thread_id }
    if (!(await findThreadGraph(engine.database, key.deployment_id, key.thread_id))) {
      throw unknownThread(key.thread_id)
    }
    const parts = await usageOfThread(engine.database, key)
    const prices = engine.prices()
    const bySteps = sumUsageBy(
      parts,
      ({ run_id, step, node }) => JSON.stringify([run_id, step, node]),
      prices,
    )
    const steps = bySteps.map(({ key, usage }) => {
      const [run_id, step, node] = JSON.parse(key) as [string, number | null, string | null]
      return { run_id, step, node, ...usage }
    })
    return { total: parts.length > 0 ? sumUsage(parts, prices) : null, steps }
  })
}

/** The runs with what each has taken so far; null where nothing was counted. */
export async function withUsage<R extends Run>(
  db: Queryable,
  runs: readonly R[],
  prices: Prices,
): Promise<(R & Pick<Run, 'usage'>)[]> {
  const parts = await usageOfRuns(
    db,
    runs.map(({ run_id }) => run_id),
  )
  const sums = new Map(
    sumUsageBy(parts, ({ run_id }) => run_id, prices).map(({ key, usage }) => [key, usage]),
  )
  return runs.map((run) => ({ ...run, usage: sums.get(run.run_id) ?? null }))
}
