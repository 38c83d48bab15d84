import { HttpError } from '../../http/http-error.ts'
import type { EngineContext } from '../engine-context.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import { listGuarded } from './guarded-store.ts'

/**
 * The revision that serves a deployment here; null where none does. Rejects with 503 where what serves it elsewhere has
 * rules of its own, which are not at hand in this process: nothing is let in unasked.
 */
export async function servedOf(
  { database, executors }: Pick<EngineContext, 'database' | 'executors'>,
  deploymentId: string,
): Promise<ServedRevision | null> {
  const active = executors.find(deploymentId)?.active
  if (active) return active
  if (!(await listGuarded(database)).includes(deploymentId)) return null
  throw new HttpError(
    503,
    'The project’s own authorization is not up on this server, so nothing is let in. Try again once a revision serves.',
  )
}

/** The revision whose authorization is to be asked for a deployment; null where there is none. Rejects as `servedOf`. */
export async function guardOf(
  engine: Pick<EngineContext, 'database' | 'executors'>,
  deploymentId: string,
): Promise<ServedRevision | null> {
  const served = await servedOf(engine, deploymentId)
  return served?.revision.auth ? served : null
}
