import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { longFirstLine, longSecondLine, longSecondLineHead } from '../../ui/table/long-table.tsx'
import type { LongColumn } from '../lists/long-list-table.tsx'
import { RunStatus } from '../objects/run-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { RunNote } from './run-note.tsx'

/** A run in the list. */
export interface ListedRun {
  run: Run
  /** The run's thread, as far as it is known. */
  thread: Thread | undefined
  /** It left a question open. */
  hasQuestion: boolean
  isChosen: boolean
}

const onPhoneFirst = 'max-[599px]:self-start max-[599px]:pt-[5px] max-[599px]:pb-0'
const oneLine = 'overflow-clip text-ellipsis whitespace-nowrap'
const noteClass = `min-w-0 overflow-clip text-ellipsis text-sm ${longSecondLine} max-[599px]:left-[226px] min-[600px]:left-[274px] max-[899px]:right-3`

/**
 * The columns of runs. Where the screen is narrow, when a run was made, how long it took and the note on it stand
 * in a second line; on a phone the thread has a line of its own between.
 */
export const runColumns = (
  deploymentId: string,
  onChoose: (runs: readonly Run[], isChosen: boolean) => void,
): readonly LongColumn<ListedRun>[] => [
  {
    head: 'Choice',
    className: 'w-12 flex-none',
    cell: ({ run, isChosen }) => (
      <Checkbox
        label={`Choose run ${shortId(run.run_id)}`}
        isLabelHidden
        disabled={!isActive(run)}
        checked={isChosen}
        onChange={(event) => onChoose([run], event.target.checked)}
      />
    ),
  },
  {
    head: 'Run',
    className: 'w-[112px] flex-none max-[899px]:w-[92px]',
    cellClass: `${longFirstLine} ${onPhoneFirst}`,
    cell: ({ run }, href) => (
      <a
        href={href(paths.run(deploymentId, run.thread_id, run.run_id))}
        title={run.run_id}
        className="mono whitespace-nowrap rounded-sm text-ink no-underline"
      >
        {shortId(run.run_id)}
      </a>
    ),
  },
  {
    head: 'Status',
    className: 'flex-[4_1_0] min-[600px]:max-[899px]:w-[122px] min-[600px]:max-[899px]:flex-none',
    cellClass: `flex items-center gap-2 whitespace-nowrap ${longFirstLine} ${onPhoneFirst} max-[899px]:*:first:h-[19px]`,
    cell: ({ run, hasQuestion }) => (
      <>
        <RunStatus run={run} hasQuestion={hasQuestion} />
        <RunNote run={run} className={noteClass} />
      </>
    ),
  },
  {
    head: 'Assistant',
    className: 'flex-[2_1_0] max-[1199px]:hidden',
    cellClass: `${oneLine} text-ink-2 ${longFirstLine}`,
    cell: ({ run }) => graphName(run),
  },
  {
    head: 'Thread',
    className: 'flex-[3_1_0]',
    headClass: 'max-[599px]:sr-only',
    cellClass: `${longFirstLine} max-[599px]:absolute max-[599px]:top-[28px] max-[599px]:right-0 max-[599px]:left-12 max-[599px]:pb-0`,
    cell: ({ run, thread }, href) => (
      <a
        href={href(paths.thread(deploymentId, run.thread_id))}
        title={thread ? threadTitle(thread) : run.thread_id}
        className={`block rounded-sm text-ink-2 no-underline hover:underline max-[599px]:leading-6 ${oneLine}`}
      >
        {thread ? threadTitle(thread) : shortId(run.thread_id)}
      </a>
    ),
  },
  {
    head: 'Duration',
    className: 'w-[110px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `${oneLine} ${longSecondLine} max-[899px]:left-[140px] max-[899px]:w-[90px]`,
    cell: ({ run }) => <RunDuration run={run} />,
  },
  {
    head: 'Created',
    className: 'w-[110px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `text-ink-2 ${longSecondLine} max-[899px]:left-12 max-[899px]:w-[92px]`,
    cell: ({ run }) => <RelativeTime value={run.created_at} />,
  },
]

/** How long it took or has taken. */
function RunDuration({ run }: { run: Run }) {
  if (!run.started_at) return <span className="text-ink-3">–</span>
  return <Duration start={run.started_at} end={isActive(run) ? null : run.ended_at} />
}

function graphName(run: Run): string {
  const graph = run.metadata?.graph_id
  return typeof graph === 'string' ? graph : shortId(run.assistant_id ?? '–')
}
