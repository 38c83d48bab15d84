import { memo } from 'react'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { longCell, longFirstLine, longRow, longSecondLine } from '../../ui/table/long-table.tsx'
import { RunStatus } from '../objects/run-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { RunNote } from './run-note.tsx'

/**
 * How wide the columns are. Where the screen is narrow, when a run was made, how long it took and the note on
 * it stand in a second line; on a phone the thread has a line of its own between.
 */
export const runColumns = {
  choice: 'w-12 flex-none',
  run: 'w-[112px] flex-none max-[899px]:w-[92px]',
  status: 'flex-[4_1_0] min-[600px]:max-[899px]:w-[122px] min-[600px]:max-[899px]:flex-none',
  assistant: 'flex-[2_1_0] max-[1199px]:hidden',
  thread: 'flex-[3_1_0]',
  duration: 'w-[110px] flex-none',
  created: 'w-[110px] flex-none',
}
const onPhoneFirst = 'max-[599px]:self-start max-[599px]:pt-[5px] max-[599px]:pb-0'
const oneLine = 'overflow-clip text-ellipsis whitespace-nowrap'
const cells = {
  choice: longCell(runColumns.choice),
  run: longCell(runColumns.run, `${longFirstLine} ${onPhoneFirst}`),
  status: longCell(
    runColumns.status,
    `flex items-center gap-2 whitespace-nowrap ${longFirstLine} ${onPhoneFirst} max-[899px]:*:first:h-[19px]`,
  ),
  assistant: longCell(runColumns.assistant, `${oneLine} text-ink-2 ${longFirstLine}`),
  thread: longCell(
    runColumns.thread,
    `${longFirstLine} max-[599px]:absolute max-[599px]:top-[28px] max-[599px]:right-0 max-[599px]:left-12 max-[599px]:pb-0`,
  ),
  duration: longCell(
    runColumns.duration,
    `${oneLine} ${longSecondLine} max-[899px]:left-[140px] max-[899px]:w-[90px]`,
  ),
  created: longCell(
    runColumns.created,
    `text-ink-2 ${longSecondLine} max-[899px]:left-12 max-[899px]:w-[92px]`,
  ),
}
const noteClass = `min-w-0 overflow-clip text-ellipsis text-sm ${longSecondLine} max-[599px]:left-[226px] min-[600px]:left-[274px] max-[899px]:right-3`

type RunRowProps = {
  deploymentId: string
  run: Run
  /** The run's thread, as far as it is known. */
  thread: Thread | undefined
  /** It left a question open. */
  hasQuestion: boolean
  isChosen: boolean
  onChoose: (runs: readonly Run[], isChosen: boolean) => void
  /** Its place in the whole table, counted from 1, the head included. */
  rowIndex: number
  href: (path: string) => string
}

/** A run in the list. The whole row leads to it. Drawn again only when something of it changed. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { deploymentId, run, thread, hasQuestion, isChosen, onChoose, rowIndex, href } = props
  return (
    <tr {...longRow(rowIndex)}>
      <td {...cells.choice}>
        <Checkbox
          label={`Choose run ${shortId(run.run_id)}`}
          isLabelHidden
          disabled={!isActive(run)}
          checked={isChosen}
          onChange={(event) => onChoose([run], event.target.checked)}
        />
      </td>
      <td {...cells.run}>
        <a
          href={href(paths.run(deploymentId, run.thread_id, run.run_id))}
          title={run.run_id}
          className="mono whitespace-nowrap rounded-sm text-ink no-underline"
        >
          {shortId(run.run_id)}
        </a>
      </td>
      <td {...cells.status}>
        <RunStatus run={run} hasQuestion={hasQuestion} />
        <RunNote run={run} className={noteClass} />
      </td>
      <td {...cells.assistant}>{graphName(run)}</td>
      <td {...cells.thread}>
        <a
          href={href(paths.thread(deploymentId, run.thread_id))}
          title={thread ? threadTitle(thread) : run.thread_id}
          className="block overflow-clip text-ellipsis whitespace-nowrap rounded-sm text-ink-2 no-underline hover:underline max-[599px]:leading-6"
        >
          {thread ? threadTitle(thread) : shortId(run.thread_id)}
        </a>
      </td>
      <td {...cells.duration}>
        <RunDuration run={run} />
      </td>
      <td {...cells.created}>
        <RelativeTime value={run.created_at} />
      </td>
    </tr>
  )
})

/** How long it took or has taken. */
function RunDuration({ run }: { run: Run }) {
  if (!run.started_at) return <span className="text-ink-3">–</span>
  return <Duration start={run.started_at} end={isActive(run) ? null : run.ended_at} />
}

function graphName(run: Run): string {
  const graph = run.metadata?.graph_id
  return typeof graph === 'string' ? graph : shortId(run.assistant_id ?? '–')
}
