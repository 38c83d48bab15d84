import { memo } from 'react'
import { isActive, type Run } from '../../contract/runs.ts'
import type { Thread } from '../../contract/threads.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Duration } from '../../ui/duration.tsx'
import { longCell, longRow } from '../../ui/long-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { shortId } from '../../ui/short-id-text.ts'
import { paths } from '../paths.ts'
import { endReason, RunStatus } from '../run-status.tsx'
import { threadTitle } from '../thread-title.ts'

/** How wide the columns are. Narrow screens leave some out. */
export const runColumns = {
  choice: 'w-12 flex-none',
  run: 'w-[112px] flex-none max-[599px]:w-[92px]',
  status: 'flex-[3_1_0] max-[599px]:w-[122px] max-[599px]:flex-none',
  assistant: 'flex-[2_1_0] max-[799px]:hidden',
  thread: 'flex-[3_1_0]',
  duration: 'w-[124px] flex-none max-[599px]:hidden',
  created: 'w-[124px] flex-none max-[699px]:hidden',
}
const oneLine = 'overflow-clip text-ellipsis whitespace-nowrap'
const cells = {
  choice: longCell(runColumns.choice),
  run: longCell(runColumns.run),
  status: longCell(runColumns.status, 'flex items-center gap-2 whitespace-nowrap'),
  assistant: longCell(runColumns.assistant, `${oneLine} text-ink-2`),
  thread: longCell(runColumns.thread),
  duration: longCell(runColumns.duration, oneLine),
  created: longCell(runColumns.created, 'text-ink-2'),
}

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
  const why = run.error ?? endReason(run)
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
        {why && (
          <span className="min-w-0 overflow-clip text-ellipsis text-ink-2 text-sm max-[999px]:hidden">
            {why}
          </span>
        )}
      </td>
      <td {...cells.assistant}>{graphName(run)}</td>
      <td {...cells.thread}>
        <a
          href={href(paths.thread(deploymentId, run.thread_id))}
          className="block overflow-clip text-ellipsis whitespace-nowrap rounded-sm text-ink-2 no-underline hover:underline"
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

/** How long it took or has taken; of one that waits, when it may start. */
function RunDuration({ run }: { run: Run }) {
  if (run.started_at) {
    return <Duration start={run.started_at} end={isActive(run) ? null : run.ended_at} />
  }
  if (run.status === 'pending' && run.scheduled_at) {
    return (
      <span className="text-ink-2">
        starts <RelativeTime value={run.scheduled_at} />
      </span>
    )
  }
  return <span className="text-ink-3">–</span>
}

function graphName(run: Run): string {
  const graph = run.metadata?.graph_id
  return typeof graph === 'string' ? graph : shortId(run.assistant_id ?? '–')
}
