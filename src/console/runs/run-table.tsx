import { isActive, type Run } from '../../contract/runs.ts'
import type { Thread } from '../../contract/threads.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Table, Th, Tr } from '../../ui/table.tsx'
import { walkRows } from '../list-rows.ts'
import { RowSpace, useRowWindow } from '../use-row-window.tsx'
import { RunRow } from './run-row.tsx'

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
        {runs.slice(first, end).map((run, index) => (
          <RunRow
            key={run.run_id}
            deploymentId={deploymentId}
            run={run}
            thread={threads.get(run.thread_id)}
            hasQuestion={asking.has(run.run_id)}
            isChosen={chosen.includes(run)}
            onChoose={onChoose}
            rowIndex={first + index + 2}
          />
        ))}
        <RowSpace rows={runs.length - end} columns={columns} />
      </tbody>
    </Table>
  )
}
