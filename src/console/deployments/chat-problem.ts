import type { Deployment } from '../../contract/control-plane/deployments.ts'

/** Why a deployment cannot be talked to yet, or undefined. */
export function chatProblem(deployment: Deployment): string | undefined {
  const isServed = deployment.is_agent_server || deployment.active_revision_id
  return isServed ? undefined : 'No revision is deployed yet'
}
