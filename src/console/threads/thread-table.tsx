import type { Thread } from '../../contract/threads.ts'
import { Table, Th, Tr } from '../../ui/table.tsx'
import { walkRows } from '../list-rows.ts'
import { RowSpace, useRowWindow } from '../use-row-window.tsx'
import { ThreadRow } from './thread-row.tsx'

const columns = 6

type ThreadTableProps = { threads: readonly Thread[]; deploymentId: string }

/** Threads as rows; a whole row leads to its thread. Narrow screens leave columns out. */
export function ThreadTable({ threads, deploymentId }: ThreadTableProps) {
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
        {threads.slice(first, end).map((thread, index) => (
          <ThreadRow
            key={thread.thread_id}
            thread={thread}
            deploymentId={deploymentId}
            rowIndex={first + index + 2}
          />
        ))}
        <RowSpace rows={threads.length - end} columns={columns} />
      </tbody>
    </Table>
  )
}
