import { isAlive } from '../cluster/server-store.ts'
import type { Database, Queryable } from '../db/database.ts'
import { lockDeployment } from './deployments/deployment-store.ts'
import { moving } from './revisions/revision-statuses.ts'
import { listIn, moveRevision, type RevisionRow } from './revisions/revision-store.ts'

/**
 * Takes a queued revision for a server, as AWAITING_BUILD. Answers false when another server was
 * first, or when another rollout of the deployment is at work.
 */
export function claimRevision(
  database: Database,
  revision: Pick<RevisionRow, 'id' | 'deployment_id'>,
  serverId: string,
  at: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const deployment = await lockDeployment(tx, revision.deployment_id)
    if (!deployment || deployment.status === 'AWAITING_DELETE') return false
    const busy = await tx.query(
      'select 1 from revisions where deployment_id = $1 and status = any ($2) limit 1',
      [revision.deployment_id, moving],
    )
    if (busy.length > 0) return false
    const claim = { to: 'AWAITING_BUILD' as const, at, from: ['QUEUED'] }
    if (!(await moveRevision(tx, revision.id, claim))) return false
    await tx.query('update revisions set claimed_by = $2, is_switching = false where id = $1', [
      revision.id,
      serverId,
    ])
    return true
  })
}

/** Answers which of a server's rollouts are still its own: nobody ended them, or took them over. */
export async function listHeld(
  db: Queryable,
  serverId: string,
  revisionIds: string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from revisions r join deployments d on d.id = r.deployment_id
     where r.id = any ($2::uuid[]) and r.claimed_by = $1
       and r.status = any ($3) and d.status <> 'AWAITING_DELETE'`,
    [serverId, revisionIds, moving],
  )
  return rows.map((row) => row.id)
}

/**
 * From now on the rollout can only succeed or fail. Answers false when it is not the server's any
 * more: it was ended, or taken over.
 */
export async function beginSwitch(db: Queryable, id: string, serverId: string): Promise<boolean> {
  const rows = await db.query(
    `update revisions set is_switching = true
     where id = $1 and claimed_by = $2 and status = 'DEPLOYING' returning 1`,
    [id, serverId],
  )
  return rows.length > 0
}

/** Rollouts in the middle that no living server works on, oldest first. */
export async function listAbandoned(db: Queryable): Promise<RevisionRow[]> {
  const rows = await listIn(db, moving)
  if (rows.length === 0) return []
  const free = await db.query<{ id: string }>(
    `select id from revisions where id = any ($1::uuid[]) and not ${isAlive('claimed_by')}`,
    [rows.map((row) => row.id)],
  )
  const ids = new Set(free.map((row) => row.id))
  return rows.filter((row) => ids.has(row.id))
}
