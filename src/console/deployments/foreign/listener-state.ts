import type { Listener } from '../../../contract/control-plane/listeners.ts'
import { formatRelativeTime } from '../../../ui/format/format-time.ts'

/** How a listener is, as far as its record tells: what it runs, and when that was last written. */
export function listenerState(
  { version, compute_config, updated_at }: Listener,
  now: Date,
): string {
  const namespaces = compute_config.k8s_namespaces ?? []
  return [
    version ? `version ${version}` : 'has not called yet',
    namespaces.length > 0 && namespaces.join(', '),
    `updated ${formatRelativeTime(Date.parse(updated_at), now.getTime())}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
