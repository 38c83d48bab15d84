import { getRetention } from '../control-plane/retention.ts'
import { firstReads, type Read } from './first-reads.ts'

/** How long a deployment keeps what is its own. */
export function retentionRead(deployment_id: string): Read<typeof getRetention> {
  const params = { deployment_id }
  return { endpoint: getRetention, input: { params }, keptAs: 'answer', needsControlPlane: true }
}

export const retentionPage = firstReads('retention', ({ deploymentId }) => [
  retentionRead(deploymentId),
])
