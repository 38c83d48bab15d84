import type { RunListener } from '../../contract/agent-server/runs.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'

/** Who listens to a run through the server that was asked, and whether the run depends on it. */
export function RunListeners({ listeners }: { listeners: readonly RunListener[] }) {
  if (listeners.length === 0) return 'Nobody at the moment'
  return (
    <ul>
      {listeners.map(({ since, cancels_on_disconnect: isBound }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: connections have no other name
        <li key={index}>
          A connection since <RelativeTime value={since} />
          {isBound && <span className="text-warn">, the run is cancelled when it drops</span>}
        </li>
      ))}
    </ul>
  )
}
