import { isAlive } from '../../cluster/server-store.ts'
import {
  aboutDeployment,
  type Condition,
  deploymentIds,
  watchedDeployments,
  windowStart,
} from './finding.ts'

/**
 * What serves has answered nobody for as long as the window: its process is gone or does not answer, on one server at
 * least, or a server that runs elsewhere fails when it is asked.
 */
export const notServing: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; since: Date; reason: string }>(
    `select distinct on (o.id) o.* from (
       select d.id, d.name, (p -> 'outage' ->> 'since')::timestamptz as since, p -> 'outage' ->> 'reason' as reason
       from alert_server_facts s, jsonb_array_elements(s.processes) p
         join deployments d on d.id = (p ->> 'deployment_id')::uuid
       where ${isAlive('s.server_id')} and ${watchedDeployments}
       union all
       select d.id, d.name, (d.health ->> 'since')::timestamptz, d.health ->> 'detail'
       from deployments d
       where d.source = 'external_docker' and d.health ->> 'status' in ('failing', 'down') and ${watchedDeployments}
     ) o where o.since <= $2 order by o.id, o.since`,
    [deploymentIds(rule), windowStart(rule, now)],
  )
  return rows.map((row) =>
    aboutDeployment(row, {
      title: `${row.name} does not answer`,
      detail: `${row.reason} It has not answered since ${row.since.toISOString()}.`,
    }),
  )
}
