import { memo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Thread } from '../../contract/threads.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { Td, Tr } from '../../ui/table.tsx'
import { openRow } from '../list-rows.ts'
import { paths } from '../paths.ts'
import { plainLine } from '../plain-line.ts'
import { ThreadStatus } from '../thread-status.tsx'
import { threadTitle } from '../thread-title.ts'
import { ThreadMenu } from './thread-menu.tsx'

type ThreadRowProps = {
  thread: Thread
  deploymentId: string
  /** Its place in the whole table, counted from 1, the head included. */
  rowIndex: number
}

/** A thread in the list. The whole row leads to it. Drawn again only when something of it changed. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, deploymentId, rowIndex } = props
  const navigate = useNavigate()
  const to = paths.thread(deploymentId, thread.thread_id)
  return (
    <Tr aria-rowindex={rowIndex} onClick={openRow(() => navigate(to))} className="cursor-pointer">
      <Td className="max-w-72 max-[599px]:max-w-[42vw]">
        <Link
          to={to}
          title={threadTitle(thread)}
          className="block truncate rounded-sm font-semibold text-ink no-underline"
        >
          {threadTitle(thread)}
        </Link>
      </Td>
      <Td>
        <ThreadStatus thread={thread} />
      </Td>
      <Td className="w-1/3 max-w-80 truncate text-ink-2 max-[899px]:hidden">
        {plainLine(thread.summary?.last_message ?? '')}
      </Td>
      <Td className="relative max-[999px]:hidden">
        <ShortId id={thread.thread_id} noun="thread" />
      </Td>
      <Td className="text-ink-2 max-[599px]:hidden">
        <RelativeTime value={thread.updated_at} />
      </Td>
      <Td className="w-px">
        <ThreadMenu thread={thread} deploymentId={deploymentId} />
      </Td>
    </Tr>
  )
})
