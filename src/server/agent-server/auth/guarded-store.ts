import type { Queryable } from '../../db/database.ts'

/** Records whether what serves a deployment from now on brings rules of its own about who is answered what. */
export async function recordGuard(
  tx: Queryable,
  deploymentId: string,
  rules: { hasAuth: boolean } | null,
): Promise<void> {
  await tx.query('delete from guarded_deployments where deployment_id = $1', [deploymentId])
  if (!rules) return
  await tx.query(
    `insert into guarded_deployments (deployment_id, has_auth) values ($1, $2)
     on conflict (deployment_id) do update set has_auth = excluded.has_auth`,
    [deploymentId, rules.hasAuth],
  )
}

/** The deployments of which nothing is to be told without what serves them. */
export async function listGuarded(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ deployment_id: string }>(
    'select deployment_id from guarded_deployments',
  )
  return rows.map(({ deployment_id }) => deployment_id)
}
