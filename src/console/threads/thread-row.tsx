import { memo } from 'react'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IdText } from '../../ui/format/short-id.tsx'
import { longCell, longFirstLine, longRow, longSecondLine } from '../../ui/table/long-table.tsx'
import { RowCopyButton } from '../../ui/table/row-buttons.tsx'
import { plainLine } from '../objects/plain-line.ts'
import { ThreadStatus } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { ThreadRowMenu } from './thread-menu.tsx'

/** How wide the columns are. Where the screen is narrow, when and what was said last stand in a second line. */
export const threadColumns = {
  thread: 'flex-[3_1_0]',
  status: 'w-[124px] flex-none',
  lastMessage: 'flex-[4_1_0]',
  id: 'w-[150px] flex-none max-[999px]:hidden',
  updated: 'w-[136px] flex-none',
  actions: 'w-[50px] flex-none',
}
const cells = {
  thread: longCell(threadColumns.thread, longFirstLine),
  status: longCell(
    threadColumns.status,
    `flex items-center ${longFirstLine} max-[899px]:*:first:h-[19px]`,
  ),
  lastMessage: longCell(
    threadColumns.lastMessage,
    `overflow-clip text-ellipsis whitespace-nowrap text-ink-2 ${longSecondLine} max-[899px]:right-[50px] max-[899px]:left-[84px]`,
  ),
  id: longCell(threadColumns.id, 'flex items-center gap-1'),
  updated: longCell(threadColumns.updated, `text-ink-2 ${longSecondLine} max-[899px]:left-0`),
  actions: longCell(threadColumns.actions),
}

type ThreadRowProps = {
  thread: Thread
  deploymentId: string
  /** Its place in the whole table, counted from 1, the head included. */
  rowIndex: number
  href: (path: string) => string
}

/** A thread in the list. The whole row leads to it. Drawn again only when something of it changed. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, deploymentId, rowIndex, href } = props
  const id = thread.thread_id
  const title = threadTitle(thread)
  return (
    <tr {...longRow(rowIndex)}>
      <td {...cells.thread}>
        <a
          href={href(paths.thread(deploymentId, id))}
          title={title}
          className="block overflow-clip text-ellipsis whitespace-nowrap rounded-sm font-semibold text-ink no-underline"
        >
          {title}
        </a>
      </td>
      <td {...cells.status}>
        <ThreadStatus thread={thread} />
      </td>
      <td {...cells.lastMessage}>{plainLine(thread.summary?.last_message ?? '')}</td>
      <td {...cells.id}>
        <span className="mono" title={id}>
          <IdText id={id} />
        </span>
        <RowCopyButton text={id} label="Copy thread id" />
      </td>
      <td {...cells.updated}>
        <RelativeTime value={thread.updated_at} />
      </td>
      <td {...cells.actions}>
        <ThreadRowMenu thread={thread} deploymentId={deploymentId} />
      </td>
    </tr>
  )
})
