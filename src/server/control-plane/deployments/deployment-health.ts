import type { DeploymentHealth } from '../../../contract/control-plane/deployments.ts'
import type { SeenProcess } from '../../cluster/agent-host.ts'
import type { DeploymentRow } from './deployment-store.ts'

/**
 * Whether what serves a deployment is well, whatever became of its latest revision; null while nothing
 * serves. What runs elsewhere is told as it was asked last, what runs here as this server sees its process.
 * @param hasFailed starting it on this server was tried, and goes on being tried
 */
export function healthOf(
  row: Pick<DeploymentRow, 'source' | 'active_revision_id' | 'health' | 'updated_at'>,
  seen: SeenProcess,
  hasFailed: boolean,
): DeploymentHealth | null {
  if (row.source === 'external_docker') return row.health
  if (row.active_revision_id === null) return null
  const checked_at = seen.checked_at ?? row.updated_at.toISOString()
  if (seen.state === 'none' && hasFailed) {
    const detail = 'It could not be started on this server. Its log says why; it is tried again.'
    return { status: 'failing', checked_at, detail }
  }
  return { ...inWords[seen.state], checked_at }
}

const inWords: Record<SeenProcess['state'], Pick<DeploymentHealth, 'status' | 'detail'>> = {
  up: { status: 'ok', detail: 'Its process answers.' },
  starting: { status: 'starting', detail: 'Its process has ended and is being started again.' },
  none: { status: 'starting', detail: 'It is being started on this server.' },
  not_answering: {
    status: 'failing',
    detail: 'Its process does not answer: it is busy without a pause, or hangs.',
  },
}
