import { Link, useNavigate } from 'react-router-dom'
import { isActive, type Run } from '../../contract/runs.ts'
import type { Thread } from '../../contract/threads.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Duration } from '../../ui/duration.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { shortId } from '../../ui/short-id-text.ts'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { openRow, walkRows } from '../list-rows.ts'
import { paths } from '../paths.ts'
import { endReason, RunStatus } from '../run-status.tsx'
import { threadTitle } from '../thread-title.ts'
import { RowSpace, useRowWindow } from '../use-row-window.tsx'

const columns = 7

type RunTableProps = {
  deploymentId: string
  runs: readonly Run[]
  threads: ReadonlyMap<string, Thread>
  /** Ids of the runs that left a question open. */
  asking: ReadonlySet<string>
  chosen: readonly Run[]
  onChoose: (runs: readonly Run[], isChosen: boolean) => void
}

/** Runs as rows; a whole row leads to its run, and active ones can be chosen. */
export function RunTable({ deploymentId, runs, threads, asking, chosen, onChoose }: RunTableProps) {
  const navigate = useNavigate()
  const active = runs.filter(isActive)
  const { body, first, end } = useRowWindow(runs.length)
  return (
    <Table label="Runs" rowCount={runs.length + 1}>
      <thead>
        <Tr>
          <Th className="relative w-8">
            <Checkbox
              label="Choose all active runs"
              isLabelHidden
              disabled={active.length === 0}
              checked={active.length > 0 && chosen.length === active.length}
              isIndeterminate={chosen.length > 0 && chosen.length < active.length}
              onChange={(event) => onChoose(active, event.target.checked)}
            />
          </Th>
          <Th>Run</Th>
          <Th>Status</Th>
          <Th className="max-[799px]:hidden">Assistant</Th>
          <Th>Thread</Th>
          <Th className="max-[599px]:hidden">Duration</Th>
          <Th className="max-[699px]:hidden">Created</Th>
        </Tr>
      </thead>
      <tbody ref={body} onKeyDown={walkRows('tr')}>
        <RowSpace rows={first} columns={columns} />
        {runs.slice(first, end).map((run, index) => {
          const thread = threads.get(run.thread_id)
          const to = paths.run(deploymentId, run.thread_id, run.run_id)
          return (
            <Tr
              key={run.run_id}
              aria-rowindex={first + index + 2}
              onClick={openRow(() => navigate(to))}
              className="cursor-pointer"
            >
              <Td className="relative">
                <Checkbox
                  label={`Choose run ${shortId(run.run_id)}`}
                  isLabelHidden
                  disabled={!isActive(run)}
                  checked={chosen.includes(run)}
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
                  <RunStatus run={run} hasQuestion={asking.has(run.run_id)} />
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
        })}
        <RowSpace rows={runs.length - end} columns={columns} />
      </tbody>
    </Table>
  )
}

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
