import type { Thread } from '../../contract/agent-server/threads.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IdText } from '../../ui/format/short-id.tsx'
import { longFirstLine, longSecondLine, longSecondLineHead } from '../../ui/table/long-table.tsx'
import { RowCopyButton } from '../../ui/table/row-buttons.tsx'
import { actionsHead, RowLink } from '../lists/column.tsx'
import type { LongColumn } from '../lists/long-list-table.tsx'
import { plainLine } from '../objects/plain-line.ts'
import { threadOrigin } from '../objects/thread-origin.ts'
import { ThreadStatus } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { ThreadRowMenu } from './thread-menu.tsx'

/**
 * The columns of threads. Where the screen is narrow, when and what was said last stand in a second line.
 * @param names of assistants, by their ids
 */
export const threadColumns = (
  deploymentId: string,
  names: ReadonlyMap<string, string>,
): readonly LongColumn<Thread>[] => [
  {
    head: 'Thread',
    className: 'flex-[3_1_0]',
    cellClass: longFirstLine,
    cell: (thread, href) => (
      <RowLink href={href(paths.thread(deploymentId, thread.thread_id))}>
        {threadTitle(thread)}
      </RowLink>
    ),
  },
  {
    head: 'Status',
    className: 'w-[124px] flex-none',
    cellClass: `flex items-center ${longFirstLine} max-[899px]:*:first:h-[19px]`,
    cell: (thread) => <ThreadStatus thread={thread} />,
  },
  {
    head: 'Last message',
    className: 'flex-[4_1_0]',
    headClass: longSecondLineHead,
    cellClass: `overflow-clip text-ellipsis whitespace-nowrap text-ink-2 ${longSecondLine} max-[899px]:right-[50px] max-[899px]:left-[84px]`,
    cell: ({ summary }) => plainLine(summary?.last_message ?? ''),
  },
  {
    head: 'Assistant',
    className: 'w-[150px] flex-none max-[1199px]:hidden',
    cellClass: 'overflow-clip text-ellipsis whitespace-nowrap',
    cell: (thread) => {
      const [assistant, origin] = assistantAndOrigin(thread, names)
      return (
        <span title={origin ? `${assistant} · ${origin}` : assistant}>
          {assistant}
          {origin && <span className="text-ink-3"> · {origin}</span>}
        </span>
      )
    },
  },
  {
    head: 'ID',
    className: 'w-[150px] flex-none max-[999px]:hidden',
    cellClass: 'flex items-center gap-1',
    cell: ({ thread_id: id }) => (
      <>
        <span className="mono" title={id}>
          <IdText id={id} />
        </span>
        <RowCopyButton text={id} label="Copy thread id" />
      </>
    ),
  },
  {
    head: 'Updated',
    className: 'w-[136px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `text-ink-2 ${longSecondLine} max-[899px]:left-0`,
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
  {
    ...actionsHead,
    className: 'w-[50px] flex-none',
    cell: (thread) => <ThreadRowMenu thread={thread} deploymentId={deploymentId} />,
  },
]

function assistantAndOrigin(thread: Thread, names: ReadonlyMap<string, string>): string[] {
  const { assistant_id: id, graph_id: graph } = thread.metadata ?? {}
  const name = (typeof id === 'string' && names.get(id)) || (typeof graph === 'string' && graph)
  const origin = threadOrigin(thread)
  return [name || '—', ...(origin ? [origin] : [])]
}
