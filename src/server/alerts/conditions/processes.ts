import { isAlive } from '../../cluster/server-store.ts'
import {
  aboutDeployment,
  type Condition,
  deploymentIds,
  figure,
  watchedDeployments,
  windowStart,
  windowText,
} from './finding.ts'

const megabyte = 1024 * 1024

/** Its process was started again after a crash so often within the window, on all servers together. */
export const processRestarted: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; restarts: number }>(
    `select d.id, d.name, sum(a.count)::int as restarts
     from deployments d join alert_restarts a on a.deployment_id = d.id
     where ${watchedDeployments} and a.at >= greatest($2::timestamptz, $4::timestamptz)
     group by d.id having sum(a.count) >= $3`,
    [deploymentIds(rule), windowStart(rule, now), rule.threshold, rule.watched_since],
  )
  return rows.map((row) => {
    const times = row.restarts === 1 ? 'once' : `${row.restarts} times`
    return aboutDeployment(row, {
      title: `The process of ${row.name} was restarted`,
      detail: `It crashed and was started again ${times} in ${windowText(rule)}. The deployment's log says why.`,
    })
  })
}

/** Its process uses so many per cent of the memory that it may use, on one server at least. */
export const memory: Condition = async (db, rule) => {
  const rows = await db.query<{ id: string; name: string; used: number; most: number }>(
    `select distinct on (d.id) d.id, d.name, (p ->> 'memory_bytes')::float8 as used,
       (p ->> 'memory_limit_bytes')::float8 as most
     from alert_server_facts s, jsonb_array_elements(s.processes) p
       join deployments d on d.id = (p ->> 'deployment_id')::uuid
     where ${isAlive('s.server_id')} and ${watchedDeployments}
       and (p ->> 'memory_bytes')::float8 * 100 >= (p ->> 'memory_limit_bytes')::float8 * $2::float8
     order by d.id, used desc`,
    [deploymentIds(rule), rule.threshold],
  )
  return rows.map((row) => {
    const share = figure((row.used * 100) / row.most)
    return aboutDeployment(row, {
      title: `The process of ${row.name} uses ${share} % of its memory`,
      detail: `${Math.round(row.used / megabyte)} MB of ${Math.round(row.most / megabyte)} MB; the rule allows less than ${rule.threshold} %. At the limit it is ended.`,
    })
  })
}
