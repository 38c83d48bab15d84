import type { Deployment } from './deployments.ts'
import { hasFailed } from './revisions.ts'

/** What of a deployment says how it is. */
export type HealthFacts = Pick<
  Deployment,
  'status' | 'active_revision_id' | 'latest_revision_status' | 'health'
>

/**
 * Nobody is answered: what serves does not answer, or nothing serves and the latest rollout failed. A failed
 * rollout beside one that serves is no such thing.
 */
export function isUnwell(deployment: HealthFacts): boolean {
  const { status, active_revision_id, latest_revision_status: latest, health } = deployment
  if (status === 'AWAITING_DELETE') return false
  if (active_revision_id !== null) return health?.status === 'failing'
  return Boolean(latest && hasFailed({ status: latest }))
}
