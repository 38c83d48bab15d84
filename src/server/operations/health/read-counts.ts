import { unsettled } from '../../control-plane/revisions/revision-statuses.ts'
import type { Queryable } from '../../db/database.ts'

interface OfStatus {
  status: string
  count: number
}

/** How much there is of what operators watch; `rollouts` are the revisions on their way. */
export async function readCounts(db: Queryable): Promise<{
  runs: OfStatus[]
  waiting: number
  oldestSeconds: number
  rollouts: OfStatus[]
  deployments: number
}> {
  const [runs, waiting, rollouts, deployments] = await Promise.all([
    db.query<OfStatus>('select status, count(*)::int as count from runs group by status'),
    db.query<{ count: number; age: number | null }>(
      `select count(*)::int as count,
         extract(epoch from now() - min(created_at))::float8 as age from runs where status = 'pending'`,
    ),
    db.query<OfStatus>(
      'select status, count(*)::int as count from revisions where status = any($1) group by status',
      [unsettled],
    ),
    db.query<{ count: number }>('select count(*)::int as count from deployments'),
  ])
  return {
    runs,
    waiting: waiting[0]?.count ?? 0,
    oldestSeconds: Math.max(0, waiting[0]?.age ?? 0),
    rollouts,
    deployments: deployments[0]?.count ?? 0,
  }
}
