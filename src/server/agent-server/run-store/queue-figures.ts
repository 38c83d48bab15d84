import type { ServerMetrics } from '../../../contract/agent-server/assistants.ts'
import { first, type Queryable } from '../../db/database.ts'

/** What waits and works of a deployment's runs, on all servers. */
export async function queueFigures(
  db: Queryable,
  deploymentId: string,
  now: Date,
): Promise<ServerMetrics['queue']> {
  const rows = await db.query<ServerMetrics['queue']>(
    `with waiting as (
       select extract(epoch from $2::timestamptz - coalesce(r.scheduled_at, r.created_at))::float8
           as seconds,
         exists (select 1 from runs o where o.thread_id = r.thread_id and o.status = 'running')
           as is_blocked
       from runs r
       where r.deployment_id = $1 and r.status = 'pending'
         and (r.scheduled_at is null or r.scheduled_at <= $2)
     )
     select count(*)::int as n_pending,
       (select count(*)::int from runs where deployment_id = $1 and status = 'running') as n_running,
       max(seconds) as pending_runs_wait_time_max_secs,
       percentile_cont(0.5) within group (order by seconds) as pending_runs_wait_time_med_secs,
       max(seconds) filter (where not is_blocked) as pending_unblocked_runs_wait_time_max_secs
     from waiting`,
    [deploymentId, now.toISOString()],
  )
  return first(rows) as ServerMetrics['queue']
}
