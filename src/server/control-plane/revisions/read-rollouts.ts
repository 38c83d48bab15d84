import { mostRollouts, type Rollout } from '../../../contract/control-plane/rollouts.ts'
import type { Queryable } from '../../db/database.ts'
import { unsettled } from './revision-statuses.ts'
import type { RevisionRow } from './revision-store.ts'

type Row = Pick<
  RevisionRow,
  | 'deployment_id'
  | 'status'
  | 'status_reason'
  | 'status_history'
  | 'source_revision_config'
  | 'without_traffic'
  | 'created_at'
> & { revision_id: string; deployment_name: string }

const failures = ['CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED']

/** The rollouts of all deployments that are under way, and those that failed or took the traffic over since a moment. */
export async function readRollouts(db: Queryable, since: Date) {
  const read = async (condition: string, params: unknown[], most: number) => {
    const rows = await db.query<Row>(
      `select r.id as revision_id, r.deployment_id, d.name as deployment_name, r.status, r.status_reason,
         r.status_history, r.source_revision_config, r.without_traffic, r.created_at
       from revisions r join deployments d on d.id = r.deployment_id
       where ${condition} order by r.number desc limit ${most}`,
      params,
    )
    return rows.map(present)
  }
  const ended = (rollouts: readonly Rollout[]) =>
    rollouts.filter(({ status_at }) => new Date(status_at) >= since)
  const [under_way, failed, taken_over] = await Promise.all([
    read('r.status = any ($1)', [unsettled], mostRollouts),
    read(
      'r.status = any ($1) and r.updated_at >= $2 and r.id = d.latest_revision_id',
      [failures, since],
      mostRollouts,
    ),
    read(
      `r.status = 'DEPLOYED' and not r.without_traffic and r.updated_at >= $1`,
      [since],
      mostRollouts * 10,
    ),
  ])
  return { under_way, failed: ended(failed), taken_over: ended(taken_over) }
}

function present({ status_history, created_at, ...row }: Row): Rollout {
  const created = created_at.toISOString()
  const status_at = status_history.findLast(({ status }) => status === row.status)?.at ?? created
  return { ...row, created_at: created, status_at }
}
