import { aboutDeployment, type Condition, deploymentIds, watchedDeployments } from './finding.ts'

interface Row {
  id: string
  name: string
  revision_id: string
  status_reason: string | null
}

/**
 * The latest rollout that came to an end has failed, after the rule began to watch. Those that were interrupted or skipped, and
 * those without traffic, say nothing.
 */
export const rolloutFailed: Condition = async (db, rule) => {
  const rows = await db.query<Row>(
    `select d.id, d.name, r.id as revision_id, r.status_reason
     from deployments d, lateral (
       select * from revisions r where r.deployment_id = d.id and not r.without_traffic
         and r.status in ('DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED')
       order by r.number desc limit 1
     ) r
     where ${watchedDeployments} and r.status <> 'DEPLOYED' and r.updated_at >= $2`,
    [deploymentIds(rule), rule.watched_since],
  )
  return rows.map((row) => ({
    ...aboutDeployment(row, {
      title: `A rollout of ${row.name} failed`,
      detail: row.status_reason ?? 'Its log says why.',
    }),
    subject: `revision ${row.revision_id}`,
    revision_id: row.revision_id,
  }))
}
