import { useQuery } from '@tanstack/react-query'
import {
  getThreadStorage,
  type ThreadStorage,
} from '../../../contract/agent-server/thread-storage.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { query, useApi } from '../../api.tsx'

type ThreadSizeProps = {
  deploymentId: string
  threadId: string
  /** Read again whenever it changes: there is another checkpoint. */
  progress: string
}

/** How much is kept of a thread, and of which of its values. Nothing is shown where the server does not tell. */
export function ThreadSize({ deploymentId, threadId, progress }: ThreadSizeProps) {
  const api = useApi()
  const read = query(api.agent(deploymentId), getThreadStorage, { params: { thread_id: threadId } })
  const { data } = useQuery({
    ...read,
    queryKey: [...read.queryKey, progress],
    placeholderData: (before) => before,
    // Servers that search runs are those that tell it.
    enabled: searchesRuns(api.connection),
    retry: false,
  })
  if (!data) return null
  return (
    <details className="mt-3 border-t pt-1.5 text-sm">
      <summary className="cursor-pointer py-1 text-ink-2">
        {formatBytes(data.total_bytes)} are kept of this thread
      </summary>
      <table aria-label="What is kept of this thread" className="mt-2 w-full border-collapse">
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="py-0.5 text-left font-normal">
              Value
            </th>
            <th scope="col" className="py-0.5 pl-3 text-right font-normal">
              Times
            </th>
            <th scope="col" className="py-0.5 pl-3 text-right font-normal">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(data).map(({ name, isChannel, count, bytes }) => (
            <tr key={name}>
              <th
                scope="row"
                className={`break-all py-0.5 text-left font-normal ${isChannel ? 'mono' : 'text-ink-2'}`}
              >
                {name}
              </th>
              <td className="py-0.5 pl-3 text-right align-top text-ink-2 tabular-nums">
                {count.toLocaleString('en')}
              </td>
              <td className="w-px whitespace-nowrap py-0.5 pl-3 text-right align-top tabular-nums">
                {formatBytes(bytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The values of the state, the largest first; then what else is kept, where there is any. */
function rowsOf({ channel_values, checkpoints, pending_writes }: ThreadStorage) {
  const values = Object.entries(channel_values.by_channel)
    .map(([name, { versions, bytes }]) => ({ name, isChannel: true, count: versions, bytes }))
    .sort((one, other) => other.bytes - one.bytes)
  const others = [
    { name: 'Checkpoints', isChannel: false, ...checkpoints },
    { name: 'What steps wrote', isChannel: false, ...pending_writes },
  ]
  return [...values, ...others.filter(({ count }) => count > 0)]
}
