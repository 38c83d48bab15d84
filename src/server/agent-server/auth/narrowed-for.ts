import type { Narrowed } from '../access/narrowed.ts'
import type { EngineContext } from '../engine-context.ts'
import { authorize } from './ask-auth.ts'
import { guardOf } from './guard-of.ts'
import { listGuarded } from './guarded-store.ts'
import { studioUser } from './studio-user.ts'

/**
 * What a search over deployments may find of those with an authorization of their own: it is asked as for the operators'
 * user, and what it does not answer is not found.
 */
export async function narrowedFor(
  engine: Pick<EngineContext, 'database' | 'executors'>,
  search: { deployment_id?: readonly string[] | null | undefined },
): Promise<Narrowed[]> {
  const narrowed: Narrowed[] = []
  const named = search.deployment_id?.map((id) => id.toLowerCase())
  for (const deployment_id of await guardedIds(engine)) {
    if (named && !named.includes(deployment_id)) continue
    narrowed.push({ deployment_id, filter: await filterFor(engine, deployment_id, search) })
  }
  return narrowed
}

async function guardedIds({
  database,
  executors,
}: Pick<EngineContext, 'database' | 'executors'>): Promise<string[]> {
  const here = executors.ids().filter((id) => executors.find(id)?.active?.revision.auth)
  return [...new Set([...here, ...(await listGuarded(database))])]
}

async function filterFor(
  engine: Pick<EngineContext, 'database' | 'executors'>,
  deploymentId: string,
  search: object,
): Promise<Narrowed['filter']> {
  try {
    const served = await guardOf(engine, deploymentId)
    // Served without one by now.
    if (!served) return {}
    if (served.revision.auth?.disable_studio_auth) return 'none'
    const asked = { event: 'threads:search', value: { ...search }, user: studioUser }
    return (await authorize(served, asked)).filter ?? {}
  } catch {
    // Refused, failed or not at hand: a search over all deployments goes on without this one.
    return 'none'
  }
}
