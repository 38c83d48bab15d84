import type { StackHealth } from '../../../contract/gateway/stack.ts'
import type { Queryable } from '../../db/database.ts'

const mostDeployments = 10

/** The runs that are not over: how many wait and work, since when, and of which deployments. */
export async function readQueue(db: Queryable, now: Date): Promise<StackHealth['queue']> {
  const rows = await db.query<{
    deployment_id: string
    name: string | null
    pending: number
    running: number
    scheduled: number
    oldest_pending_at: Date | null
  }>(
    `with active as (
       select deployment_id, status, coalesce(scheduled_at, created_at) as since,
         status = 'pending' and coalesce(scheduled_at <= $1, true) as waits
       from runs where status in ('pending', 'running')
     )
     select a.deployment_id, d.name,
       count(*) filter (where waits)::int as pending,
       count(*) filter (where a.status = 'running')::int as running,
       count(*) filter (where a.status = 'pending' and not waits)::int as scheduled,
       min(since) filter (where waits) as oldest_pending_at
     from active a left join deployments d on d.id = a.deployment_id
     group by 1, 2 order by 3 desc, 4 desc, 2`,
    [now],
  )
  const sum = (part: 'pending' | 'running' | 'scheduled') =>
    rows.reduce((total, row) => total + row[part], 0)
  const waitSince = rows.flatMap(({ oldest_pending_at: at }) => at?.getTime() ?? [])
  return {
    pending: sum('pending'),
    running: sum('running'),
    scheduled: sum('scheduled'),
    oldest_pending_at: waitSince.length > 0 ? new Date(Math.min(...waitSince)).toISOString() : null,
    deployments: rows
      .filter(({ pending, running }) => pending + running > 0)
      .slice(0, mostDeployments)
      .map(({ scheduled: _, oldest_pending_at: at, ...row }) => ({
        ...row,
        oldest_pending_at: at?.toISOString() ?? null,
      })),
  }
}
