import type { Thread } from '../../contract/agent-server/threads.ts'
import { cx } from '../../ui/cx.ts'
import { LongSpace, LongTable, LongTh, longSecondLineHead } from '../../ui/table/long-table.tsx'
import { walkRows } from '../lists/list-rows.ts'
import { useRowLinks } from '../lists/row-links.ts'
import { useRowWindow } from '../lists/use-row-window.tsx'
import { ThreadRow, threadColumns } from './thread-row.tsx'

type ThreadTableProps = { threads: readonly Thread[]; deploymentId: string }

/** Threads as rows; a whole row leads to its thread. See `threadColumns` for narrow screens. */
export function ThreadTable({ threads, deploymentId }: ThreadTableProps) {
  const { body, first, end } = useRowWindow(threads.length)
  const { href, onClick } = useRowLinks()
  return (
    <LongTable
      label="Threads"
      rowCount={threads.length + 1}
      hasSecondLine
      head={
        <>
          <LongTh className={threadColumns.thread}>Thread</LongTh>
          <LongTh className={threadColumns.status}>Status</LongTh>
          <LongTh className={cx(threadColumns.lastMessage, longSecondLineHead)}>
            Last message
          </LongTh>
          <LongTh className={threadColumns.id}>ID</LongTh>
          <LongTh className={cx(threadColumns.updated, longSecondLineHead)}>Updated</LongTh>
          <LongTh className={threadColumns.actions}>
            <span className="sr-only">Actions</span>
          </LongTh>
        </>
      }
      ref={body}
      onClick={onClick}
      onKeyDown={walkRows('tr')}
    >
      <LongSpace rows={first} />
      {threads.slice(first, end).map((thread, index) => (
        <ThreadRow
          key={thread.thread_id}
          thread={thread}
          deploymentId={deploymentId}
          rowIndex={first + index + 2}
          href={href}
        />
      ))}
      <LongSpace rows={threads.length - end} />
    </LongTable>
  )
}
