import { mostRollouts, type Rollout } from '../../../contract/control-plane/rollouts.ts'
import type { Queryable } from '../../db/database.ts'
import { unsettled } from './revision-statuses.ts'
import { lacksSource, type RevisionRow } from './revision-store.ts'

type Row = Pick<
  RevisionRow,
  | 'deployment_id'
  | 'status'
  | 'status_reason'
  | 'source_revision_config'
  | 'without_traffic'
  | 'created_at'
> & { revision_id: string; deployment_name: string; status_at: Date }

const failures = ['CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED']

/** When a revision came to its present status. */
const statusAt = `coalesce(
  (select max((h ->> 'at')::timestamptz) from jsonb_array_elements(r.status_history) h where h ->> 'status' = r.status),
  r.created_at
)`

/** The rollouts of all deployments that are under way, and those that failed or took the traffic over since a moment. */
export async function readRollouts(db: Queryable, since: Date) {
  const read = async (condition: string, params: unknown[], most: number) => {
    const rows = await db.query<Row & { total: number }>(
      `select r.id as revision_id, r.deployment_id, d.name as deployment_name, r.status, r.status_reason,
         ${statusAt} as status_at, r.source_revision_config, r.without_traffic, r.created_at,
         count(*) over ()::int as total
       from revisions r join deployments d on d.id = r.deployment_id
       where ${condition} order by r.number desc limit ${most}`,
      params,
    )
    return { total: rows[0]?.total ?? 0, rollouts: rows.map(present) }
  }
  // It was updated when it came to its status or later, which is found out sooner.
  const sinceThen = `r.updated_at >= $2 and ${statusAt} >= $2`
  const [underWay, failed, takenOver] = await Promise.all([
    read(`r.status = any ($1) and not ${lacksSource}`, [unsettled], mostRollouts),
    read(
      `r.status = any ($1) and ${sinceThen} and r.id = d.latest_revision_id`,
      [failures, since],
      mostRollouts,
    ),
    read(
      `r.status = any ($1) and not r.without_traffic and ${sinceThen}`,
      [['DEPLOYED'], since],
      mostRollouts * 10,
    ),
  ])
  return {
    under_way: underWay.rollouts,
    under_way_total: underWay.total,
    failed: failed.rollouts,
    failed_total: failed.total,
    taken_over: takenOver.rollouts,
    taken_over_total: takenOver.total,
  }
}

function present({ total: _, ...row }: Row & { total: number }): Rollout {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    status_at: row.status_at.toISOString(),
  }
}
