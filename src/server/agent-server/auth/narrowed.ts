import type { EngineContext } from '../runs/engine-context.ts'
import type { Param } from '../search-parts.ts'
import { metadataColumn } from '../threads/thread-search.ts'
import { authorize } from './ask-auth.ts'
import { type AuthFilter, filterCondition } from './auth-filter.ts'
import { guardOf } from './guard-of.ts'
import { listGuarded } from './guarded-store.ts'
import { studioUser } from './studio-user.ts'

/** A deployment of which only some threads, or none at all, are to be found. */
export interface Narrowed {
  deployment_id: string
  filter: AuthFilter | 'none'
}

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

/** The same for one deployment, whose authorization was asked. */
export function narrowedTo(deployment_id: string, filter: AuthFilter | null): Narrowed[] {
  return filter ? [{ deployment_id, filter }] : []
}

/** SQL for the threads `t` that are let through; each part is true for those of all other deployments. */
export function narrowCondition(narrowed: readonly Narrowed[], param: Param): string[] {
  return narrowed.map(({ deployment_id, filter }) => {
    const isOther = `t.deployment_id <> ${param(deployment_id)}::uuid`
    if (filter === 'none') return isOther
    return `(${isOther} or ${filterCondition(metadataColumn, filter, param)})`
  })
}
