import type { Queryable } from '../db/database.ts'
import { type KeyChange, reseal, resealColumn } from '../secrets/reseal-column.ts'
import type { SealedSecret } from './deployments/deployment-store.ts'
import { contextOf, tokenContext } from './deployments/secrets.ts'
import { verifierContext } from './oauth/authorizations.ts'
import { secretContext } from './oauth/provider-client.ts'
import { accessContext, refreshContext } from './oauth/user-tokens.ts'
import type { Build } from './revisions/build-store.ts'
import { envContext } from './rollout/load-revision.ts'

/**
 * Seals everything that the control plane keeps for another key, within the caller's transaction.
 * Answers how many values there were. Throws when one was sealed with yet another key.
 */
export async function resealControlPlane(tx: Queryable, change: KeyChange): Promise<number> {
  let count = await resealRevisions(tx, change)
  for (const place of [
    { table: 'deployments', column: 'sealed_repo_token', context: tokenContext },
    { table: 'oauth_providers', column: 'sealed_client_secret', context: secretContext },
    { table: 'oauth_attempts', column: 'sealed_verifier', context: verifierContext },
    { table: 'oauth_connections', column: 'sealed_access_token', context: accessContext },
    { table: 'oauth_connections', column: 'sealed_refresh_token', context: refreshContext },
  ]) {
    count += await resealColumn(tx, change, place)
  }
  return count
}

async function resealRevisions(tx: Queryable, change: KeyChange): Promise<number> {
  const rows = await tx.query<{
    id: string
    deployment_id: string
    secrets: SealedSecret[]
    build: Build | null
  }>('select id, deployment_id, secrets, build from revisions for update')
  let count = 0
  for (const { id, deployment_id, secrets, build } of rows) {
    const fresh = secrets.map(({ name, sealed }) => ({
      name,
      sealed: reseal(change, sealed, contextOf(deployment_id, name)),
    }))
    const freshBuild = build && {
      ...build,
      sealed_env: reseal(change, build.sealed_env, envContext(id)),
    }
    await tx.query('update revisions set secrets = $2, build = $3 where id = $1', [
      id,
      JSON.stringify(fresh),
      freshBuild && JSON.stringify(freshBuild),
    ])
    count += secrets.length + (build ? 1 : 0)
  }
  return count
}
