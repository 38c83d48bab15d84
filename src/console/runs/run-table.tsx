import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { LongSpace, LongTable, LongTh, longSecondLineHead } from '../../ui/table/long-table.tsx'
import { walkRows } from '../lists/list-rows.ts'
import { useRowLinks } from '../lists/row-links.ts'
import { useRowWindow } from '../lists/use-row-window.tsx'
import { RunRow, runColumns } from './run-row.tsx'

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
  const isChosen = new Set(chosen)
  const { body, first, end } = useRowWindow(runs.length)
  const { href, onClick } = useRowLinks()
  return (
    <LongTable
      label="Runs"
      rowCount={runs.length + 1}
      hasSecondLine
      hasThirdLine
      head={
        <>
          <LongTh className={runColumns.choice}>
            <Checkbox
              label="Choose all active runs"
              isLabelHidden
              disabled={active.length === 0}
              checked={active.length > 0 && chosen.length === active.length}
              isIndeterminate={chosen.length > 0 && chosen.length < active.length}
              onChange={(event) => onChoose(active, event.target.checked)}
            />
          </LongTh>
          <LongTh className={runColumns.run}>Run</LongTh>
          <LongTh className={runColumns.status}>Status</LongTh>
          <LongTh className={runColumns.assistant}>Assistant</LongTh>
          <LongTh className={cx(runColumns.thread, 'max-[599px]:sr-only')}>Thread</LongTh>
          <LongTh className={cx(runColumns.duration, longSecondLineHead)}>Duration</LongTh>
          <LongTh className={cx(runColumns.created, longSecondLineHead)}>Created</LongTh>
        </>
      }
      ref={body}
      onClick={onClick}
      onKeyDown={walkRows('tr')}
    >
      <LongSpace rows={first} />
      {runs.slice(first, end).map((run, index) => (
        <RunRow
          key={run.run_id}
          deploymentId={deploymentId}
          run={run}
          thread={threads.get(run.thread_id)}
          hasQuestion={asking.has(run.run_id)}
          isChosen={isChosen.has(run)}
          onChoose={onChoose}
          rowIndex={first + index + 2}
          href={href}
        />
      ))}
      <LongSpace rows={runs.length - end} />
    </LongTable>
  )
}
