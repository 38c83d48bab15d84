import { isUnwell } from '../../contract/control-plane/deployment-health.ts'
import type { Deployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import type { Rollout } from '../../contract/control-plane/rollouts.ts'
import type { EndpointOutput } from '../../contract/endpoint.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { healthWords } from '../objects/deployment-health.tsx'
import { paths } from '../paths.ts'
import type { OverviewRow } from './overview-list.tsx'

/** Those that answer nobody; one that has never served is told of by its failed rollout, where that is shown. */
export function unwellDeployments(
  deployments: readonly Deployment[],
  failed: readonly Rollout[],
): Deployment[] {
  const isToldOf = ({ id, active_revision_id }: Deployment) =>
    active_revision_id === null && failed.some(({ deployment_id }) => deployment_id === id)
  return deployments.filter((deployment) => isUnwell(deployment) && !isToldOf(deployment))
}

/** How many there are in all. A server that does not know the filter tells of all deployments, and of these how many. */
export function countUnwell({ resources, unwell }: EndpointOutput<typeof listDeployments>): number {
  return unwell ?? resources.filter(isUnwell).length
}

/** A deployment that answers nobody: how it is, why and since when. */
export function unwellRow(deployment: Deployment): OverviewRow {
  const { id, name, health, updated_at } = deployment
  const { words, detail = 'Its latest rollout failed.' } = healthWords(deployment)
  return {
    key: id,
    look: 'fails',
    to: paths.deployment(id),
    title: `${name} · ${words}`,
    detail,
    time: <RelativeTime value={health?.since ?? updated_at} />,
  }
}
