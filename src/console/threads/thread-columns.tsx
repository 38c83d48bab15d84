import type { Thread } from '../../contract/agent-server/threads.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IdText } from '../../ui/format/short-id.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { longFirstLine, longSecondLine, longSecondLineHead } from '../../ui/table/long-table.tsx'
import { RowCopyButton } from '../../ui/table/row-buttons.tsx'
import { actionsHead, RowLink } from '../lists/column.tsx'
import type { LongColumn } from '../lists/long-list-table.tsx'
import { plainLine } from '../objects/plain-line.ts'
import { threadOrigin } from '../objects/thread-origin.ts'
import { ThreadStatus } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { ThreadRowMenu } from './menu/thread-menu.tsx'

/** A thread of a list; of which deployment it is stands in it where the list is of several. */
export type ListedThread = Thread & { deployment_id?: string | undefined }

interface ThreadColumns {
  /** Whose threads they are; absent where they are of several deployments. */
  deploymentId?: string
  /** The names of those, by their ids. */
  deploymentNames?: ReadonlyMap<string, string>
  /** Names of assistants, by their ids. */
  names: ReadonlyMap<string, string>
}

/** The columns of threads. Where the screen is narrow, when, whose and what was said last stand in a second line. */
export const threadColumns = ({
  deploymentId,
  deploymentNames,
  names,
}: ThreadColumns): readonly LongColumn<ListedThread>[] => [
  {
    head: 'Thread',
    isKept: true,
    className: 'flex-[3_1_0]',
    cellClass: longFirstLine,
    cell: (thread, href) => (
      <RowLink
        href={href(paths.thread(thread.deployment_id ?? deploymentId ?? '', thread.thread_id))}
      >
        {threadTitle(thread)}
      </RowLink>
    ),
  },
  {
    head: 'Status',
    tells: ['status'],
    className: 'w-[124px] flex-none',
    cellClass: `flex items-center ${longFirstLine} max-[899px]:*:first:h-[19px]`,
    cell: (thread) => <ThreadStatus thread={thread} />,
  },
  ...(deploymentNames ? [deploymentColumn(deploymentNames)] : []),
  {
    head: 'Last message',
    className: 'flex-[4_1_0]',
    headClass: longSecondLineHead,
    cellClass: `overflow-clip text-ellipsis whitespace-nowrap text-ink-2 ${longSecondLine} max-[899px]:right-[50px] ${deploymentNames ? 'max-[899px]:left-[188px]' : 'max-[899px]:left-[84px]'}`,
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
  ...(deploymentNames ? [] : [idColumn]),
  {
    head: 'Updated',
    tells: ['since'],
    className: 'w-[136px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `text-ink-2 ${longSecondLine} max-[899px]:left-0 max-[899px]:w-[84px] max-[899px]:pr-0`,
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
  {
    ...actionsHead,
    className: 'w-[50px] flex-none',
    cell: (thread) => (
      <ThreadRowMenu thread={thread} deploymentId={thread.deployment_id ?? deploymentId ?? ''} />
    ),
  },
]

/** Where there is room for it: a menu copies it as well. */
const idColumn: LongColumn<ListedThread> = {
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
}

const deploymentColumn = (
  deploymentNames: ReadonlyMap<string, string>,
): LongColumn<ListedThread> => ({
  head: 'Deployment',
  className: 'w-[150px] flex-none',
  headClass: longSecondLineHead,
  // To the row's end: a finger finds it, and not the title above it.
  cellClass: `overflow-clip text-ellipsis whitespace-nowrap ${longSecondLine} max-[899px]:bottom-0! max-[899px]:left-[96px] max-[899px]:w-[92px] max-[899px]:px-0`,
  cell: ({ deployment_id: id = '' }, href) => (
    <a
      href={href(paths.deployment(id))}
      title={deploymentNames.get(id)}
      className="rounded-sm text-ink-2 no-underline hover:underline max-[899px]:block max-[899px]:truncate max-[899px]:pb-[11px] max-[899px]:leading-[12px]"
    >
      {deploymentNames.get(id) ?? shortId(id)}
    </a>
  ),
})

function assistantAndOrigin(thread: Thread, names: ReadonlyMap<string, string>): string[] {
  const { assistant_id: id, graph_id: graph } = thread.metadata ?? {}
  const name = (typeof id === 'string' && names.get(id)) || (typeof graph === 'string' && graph)
  const origin = threadOrigin(thread)
  return [name || '—', ...(origin ? [origin] : [])]
}
