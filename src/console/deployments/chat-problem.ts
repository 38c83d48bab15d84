import type { Deployment } from '../../contract/control-plane/deployments.ts'

/** Why a deployment cannot be talked to yet, or undefined. */
export function chatProblem(deployment: Deployment): string | undefined {
  return deployment.active_revision_id ? undefined : 'No revision is deployed yet'
}
