import { isUnwell } from '../../../contract/control-plane/deployment-health.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { healthWords } from '../../objects/deployment-health.tsx'
import { type StatusGroup, statusGroup } from '../../objects/revision-status.ts'

/** A deployment of the list with what is known of its latest revision. */
export interface ListedDeployment {
  deployment: Deployment
  /** Status of the latest revision; null where it is not known yet. */
  status: string | null
  /** That revision, where it was read by itself and goes on. */
  revision: Revision | undefined
}

/** What the list can be narrowed down to by how what serves is. */
export const healthGroups = [
  { value: 'well', label: 'Healthy' },
  { value: 'unwell', label: 'Not healthy' },
] as const
type HealthGroup = (typeof healthGroups)[number]['value']

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
  filter: {
    name: string
    group: StatusGroup | 'any'
    health?: HealthGroup | 'any'
    sort: DeploymentSort
  },
): ListedDeployment[] {
  const name = filter.name.trim().toLowerCase()
  const listed = deployments
    .filter((deployment) => deployment.name.includes(name))
    .map((deployment) => ({ deployment, ...latestOf(deployment, statuses) }))
    .filter(
      ({ status }) =>
        filter.group === 'any' || (status !== null && statusGroup({ status }) === filter.group),
    )
    .filter(({ deployment }) => isOfHealth(deployment, filter.health ?? 'any'))
  return filter.sort === 'newest' ? listed : listed.sort(orders[filter.sort])
}

function isOfHealth(deployment: Deployment, group: HealthGroup | 'any'): boolean {
  if (group === 'any') return true
  return (healthWords(deployment).tone === 'ok') === (group === 'well')
}

const orders: Record<
  Exclude<DeploymentSort, 'newest'>,
  (a: ListedDeployment, b: ListedDeployment) => number
> = {
  attention: (a, b) => urgency(a) - urgency(b),
  updated: (a, b) => (a.deployment.updated_at < b.deployment.updated_at ? 1 : -1),
  name: (a, b) => a.deployment.name.localeCompare(b.deployment.name),
}

/** Who was answered and is not any more comes first, then who never was, then a failed push that nobody feels. */
function urgency({ deployment, status }: ListedDeployment): number {
  if (isUnwell(deployment)) return deployment.active_revision_id === null ? -1 : -2
  return status === null ? attention.deployed : attention[statusGroup({ status })]
}

function latestOf(
  deployment: Deployment,
  statuses: ReadonlyMap<string, Revision>,
): Pick<ListedDeployment, 'status' | 'revision'> {
  const { latest_revision_id: id, latest_revision_status: told = null } = deployment
  // What has settled stays so, however old a read of the revision itself is.
  if (told !== null && isSettled({ status: told })) return { status: told, revision: undefined }
  const revision = id === null ? undefined : statuses.get(id)
  return { status: revision?.status ?? told, revision }
}
