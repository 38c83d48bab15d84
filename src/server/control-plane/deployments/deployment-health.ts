import type { DeploymentHealth } from '../../../contract/control-plane/deployments.ts'
import type { SeenProcess } from '../../cluster/agent-host.ts'
import type { DeploymentRow } from './deployment-store.ts'

/**
 * Whether what serves a deployment is well, whatever became of its latest revision; null while nothing
 * serves. What runs elsewhere is told as it was asked last, what runs here as this server sees its process.
 */
export function healthOf(
  row: Pick<DeploymentRow, 'source' | 'active_revision_id' | 'health' | 'updated_at'>,
  { state, outage, checked_at: seenAt }: SeenProcess,
): DeploymentHealth | null {
  if (row.source === 'external_docker') return row.health
  if (row.active_revision_id === null) return null
  const checked_at = seenAt ?? row.updated_at.toISOString()
  const { status, detail } = inWords[state](outage?.reason ?? '')
  return { status, checked_at, detail, ...(outage && { since: outage.since.toISOString() }) }
}

type Words = (reason: string) => Pick<DeploymentHealth, 'status' | 'detail'>

const inWords: Record<SeenProcess['state'], Words> = {
  up: () => ({ status: 'ok', detail: 'Its process answers.' }),
  none: () => ({ status: 'starting', detail: 'It is being started on this server.' }),
  restarting: (reason) => ({
    status: 'restarting',
    detail: `${reason || 'Its process has ended.'} It is being started again.`,
  }),
  down: (reason) => ({
    status: 'down',
    detail: `It could not be started. ${reason} It is tried again.`,
  }),
  not_answering: (reason) => ({ status: 'failing', detail: reason }),
}
