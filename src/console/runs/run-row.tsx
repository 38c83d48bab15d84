import { memo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isActive, type Run } from '../../contract/runs.ts'
import type { Thread } from '../../contract/threads.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Duration } from '../../ui/duration.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { shortId } from '../../ui/short-id-text.ts'
import { Td, Tr } from '../../ui/table.tsx'
import { openRow } from '../list-rows.ts'
import { paths } from '../paths.ts'
import { endReason, RunStatus } from '../run-status.tsx'
import { threadTitle } from '../thread-title.ts'

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
}

/** A run in the list. The whole row leads to it. Drawn again only when something of it changed. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { deploymentId, run, thread, hasQuestion, isChosen, onChoose, rowIndex } = props
  const navigate = useNavigate()
  const to = paths.run(deploymentId, run.thread_id, run.run_id)
  return (
    <Tr aria-rowindex={rowIndex} onClick={openRow(() => navigate(to))} className="cursor-pointer">
      <Td className="relative">
        <Checkbox
          label={`Choose run ${shortId(run.run_id)}`}
          isLabelHidden
          disabled={!isActive(run)}
          checked={isChosen}
          onChange={(event) => onChoose([run], event.target.checked)}
        />
      </Td>
      <Td>
        <Link
          to={to}
          title={run.run_id}
          className="mono whitespace-nowrap rounded-sm text-ink no-underline"
        >
          {shortId(run.run_id)}
        </Link>
      </Td>
      <Td>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <RunStatus run={run} hasQuestion={hasQuestion} />
          <span className="max-w-56 truncate text-ink-2 text-sm max-[999px]:hidden">
            {run.error ?? endReason(run)}
          </span>
        </span>
      </Td>
      <Td className="text-ink-2 max-[799px]:hidden">{graphName(run)}</Td>
      <Td className="max-w-56 max-[599px]:max-w-[24vw]">
        <Link
          to={paths.thread(deploymentId, run.thread_id)}
          className="block truncate rounded-sm text-ink-2 no-underline hover:underline"
        >
          {thread ? threadTitle(thread) : shortId(run.thread_id)}
        </Link>
      </Td>
      <Td className="max-[599px]:hidden">
        <RunDuration run={run} />
      </Td>
      <Td className="text-ink-2 max-[699px]:hidden">
        <RelativeTime value={run.created_at} />
      </Td>
    </Tr>
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
