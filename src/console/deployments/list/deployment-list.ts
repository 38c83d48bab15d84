import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { type StatusGroup, statusGroup } from '../revision/revision-status.ts'

/** A deployment of the list with what is known of its latest revision. */
export interface ListedDeployment {
  deployment: Deployment
  /** Status of the latest revision; null where it is not known yet. */
  status: string | null
}

export type DeploymentSort = 'attention' | 'newest' | 'updated' | 'name'

/** What needs eyes comes first: what failed, then what moves, then the rest. */
const attention: Record<StatusGroup, number> = { failed: 0, moving: 1, stopped: 2, deployed: 2 }

/**
 * The deployments that a list shows, in its order; the given order is the newest first.
 * @param statuses of latest revisions that were read one by one, by revision id; they are newer
 */
export function listedDeployments(
  deployments: readonly Deployment[],
  statuses: ReadonlyMap<string, Revision>,
  filter: { name: string; group: StatusGroup | 'any'; sort: DeploymentSort },
): ListedDeployment[] {
  const name = filter.name.trim().toLowerCase()
  const listed = deployments
    .filter((deployment) => deployment.name.includes(name))
    .map((deployment) => ({ deployment, status: statusOf(deployment, statuses) }))
    .filter(
      ({ status }) =>
        filter.group === 'any' || (status !== null && statusGroup({ status }) === filter.group),
    )
  return filter.sort === 'newest' ? listed : listed.sort(orders[filter.sort])
}

const orders: Record<
  Exclude<DeploymentSort, 'newest'>,
  (a: ListedDeployment, b: ListedDeployment) => number
> = {
  attention: (a, b) => urgency(a) - urgency(b),
  updated: (a, b) => (a.deployment.updated_at < b.deployment.updated_at ? 1 : -1),
  name: (a, b) => a.deployment.name.localeCompare(b.deployment.name),
}

function urgency({ deployment, status }: ListedDeployment): number {
  if (deployment.health?.status === 'failing') return attention.failed
  return status === null ? attention.deployed : attention[statusGroup({ status })]
}

function statusOf(deployment: Deployment, statuses: ReadonlyMap<string, Revision>): string | null {
  const { latest_revision_id: id, latest_revision_status: told = null } = deployment
  // What has settled stays so, however old a read of the revision itself is.
  if (told !== null && isSettled({ status: told })) return told
  return (id === null ? null : statuses.get(id)?.status) ?? told
}
