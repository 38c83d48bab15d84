import type { Deployment } from './deployments.ts'
import { hasFailed } from './revisions.ts'

/** What of a deployment says how it is. */
export type HealthFacts = Pick<
  Deployment,
  'status' | 'active_revision_id' | 'latest_revision_status' | 'health'
>

/** What serves answers nobody, and is not simply coming up. */
export function isFailing(health: Deployment['health']): boolean {
  return health?.status === 'failing' || health?.status === 'down'
}

/**
 * Nobody is answered: what serves does not answer, or nothing serves and the latest rollout failed. A failed
 * rollout beside one that serves is no such thing.
 */
export function isUnwell(deployment: HealthFacts): boolean {
  const { status, active_revision_id, latest_revision_status: latest, health } = deployment
  if (status === 'AWAITING_DELETE') return false
  if (active_revision_id !== null) return isFailing(health)
  return Boolean(latest && hasFailed({ status: latest }))
}
