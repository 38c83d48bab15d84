import { ofSession } from '../../session-rows.ts'
import {
  aboutDeployment,
  type Condition,
  deploymentIds,
  figure,
  watchedDeployments,
  windowStart,
  windowText,
} from './finding.ts'

/** What testers try on what serves is nothing that somebody waits for. */
const ofVisitors = `not ${ofSession('r.')}`

/** Of the runs that were created within the window and have ended, so many per cent failed or timed out. */
export const errorRate: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; runs: number; failed: number }>(
    `select d.id, d.name, count(*)::int as runs,
       (count(*) filter (where r.status in ('error', 'timeout')))::int as failed
     from deployments d join runs r on r.deployment_id = d.id
     where ${watchedDeployments} and ${ofVisitors} and r.created_at >= $2 and r.created_at <= $3
       and r.status in ('success', 'error', 'timeout', 'interrupted')
     group by d.id having count(*) >= $4
       and count(*) filter (where r.status in ('error', 'timeout')) * 100.0 / count(*) >= $5::float8`,
    [deploymentIds(rule), windowStart(rule, now), now, rule.least, rule.threshold],
  )
  return rows.map((row) =>
    aboutDeployment(row, {
      title: `${figure((row.failed * 100) / row.runs)} % of the runs of ${row.name} fail`,
      detail: `${row.failed} of the ${row.runs} runs of ${windowText(rule)} failed or timed out; the rule allows less than ${rule.threshold} %.`,
    }),
  )
}

/** 95 % of the runs take so long at most. One that is at work counts once it has taken longer than the rule allows. */
export const latency: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; runs: number; p95: number }>(
    `select * from (
       select d.id, d.name, count(*)::int as runs,
         (percentile_cont(0.95) within group (order by s.seconds))::float8 as p95
       from deployments d join runs r on r.deployment_id = d.id,
         lateral (select extract(epoch from coalesce(r.ended_at, $3) - r.started_at)::float8 as seconds) s
       where ${watchedDeployments} and ${ofVisitors} and r.created_at >= $2 and r.created_at <= $3
         and r.started_at is not null and (r.ended_at is not null or s.seconds > $5::float8)
       group by d.id having count(*) >= $4
     ) found where p95 >= $5::float8`,
    [deploymentIds(rule), windowStart(rule, now), now, rule.least, rule.threshold],
  )
  return rows.map((row) =>
    aboutDeployment(row, {
      title: `Runs of ${row.name} take ${figure(row.p95)} s`,
      detail: `Of the ${row.runs} runs of ${windowText(rule)} 5 % took ${figure(row.p95)} s or longer; the rule allows less than ${rule.threshold} s.`,
    }),
  )
}

/** So many runs have waited as long as the window. Those that are planned for later do not wait yet. */
export const queue: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; waiting: number }>(
    `select d.id, d.name, count(*)::int as waiting
     from deployments d join runs r on r.deployment_id = d.id
     where ${watchedDeployments} and ${ofVisitors} and r.status = 'pending'
       and coalesce(r.scheduled_at, r.created_at) <= $2
     group by d.id having count(*) >= $3`,
    [deploymentIds(rule), windowStart(rule, now), rule.threshold],
  )
  const minutes = rule.window_minutes === 1 ? 'a minute' : `${rule.window_minutes} minutes`
  return rows.map((row) =>
    aboutDeployment(row, {
      title: `${row.waiting} runs of ${row.name} wait`,
      detail: `${row.waiting} runs have waited for ${minutes} or longer; the rule allows less than ${rule.threshold}.`,
    }),
  )
}
