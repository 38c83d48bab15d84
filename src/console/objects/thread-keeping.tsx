import type { Thread } from '../../contract/agent-server/threads.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'

/** Until when a thread is kept, where that is not for ever. */
export function ThreadKeeping({ thread }: { thread: Pick<Thread, 'ttl'> }) {
  const { expires_at, strategy } = thread.ttl ?? {}
  if (!expires_at) return null
  return (
    <p className="flex-none border-b px-3 py-1.5 text-ink-2">
      {strategy === 'keep_latest'
        ? 'The history of this thread will be deleted: '
        : 'This thread will be deleted: '}
      <RelativeTime value={expires_at} />
    </p>
  )
}
