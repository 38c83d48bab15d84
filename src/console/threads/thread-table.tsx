import { Link, useNavigate } from 'react-router-dom'
import type { Thread } from '../../contract/threads.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { openRow, walkRows } from '../list-rows.ts'
import { paths } from '../paths.ts'
import { plainLine } from '../plain-line.ts'
import { ThreadStatus } from '../thread-status.tsx'
import { threadTitle } from '../thread-title.ts'
import { RowSpace, useRowWindow } from '../use-row-window.tsx'
import { ThreadMenu } from './thread-menu.tsx'

const columns = 6

type ThreadTableProps = { threads: readonly Thread[]; deploymentId: string }

/** Threads as rows; a whole row leads to its thread. Narrow screens leave columns out. */
export function ThreadTable({ threads, deploymentId }: ThreadTableProps) {
  const navigate = useNavigate()
  const { body, first, end } = useRowWindow(threads.length)
  return (
    <Table label="Threads" rowCount={threads.length + 1}>
      <thead>
        <Tr>
          <Th>Thread</Th>
          <Th>Status</Th>
          <Th className="max-[899px]:hidden">Last message</Th>
          <Th className="max-[999px]:hidden">ID</Th>
          <Th className="max-[599px]:hidden">Updated</Th>
          <Th className="relative">
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </thead>
      <tbody ref={body} onKeyDown={walkRows('tr')}>
        <RowSpace rows={first} columns={columns} />
        {threads.slice(first, end).map((thread, index) => {
          const to = paths.thread(deploymentId, thread.thread_id)
          return (
            <Tr
              key={thread.thread_id}
              aria-rowindex={first + index + 2}
              onClick={openRow(() => navigate(to))}
              className="cursor-pointer"
            >
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
        })}
        <RowSpace rows={threads.length - end} columns={columns} />
      </tbody>
    </Table>
  )
}
