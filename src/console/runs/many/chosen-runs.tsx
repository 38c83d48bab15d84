import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CancelAction,
  listRuns,
  type Run,
  runCan,
} from '../../../contract/agent-server/runs.ts'
import { searchThreads } from '../../../contract/agent-server/threads.ts'
import { refusalOf } from '../../../contract/gateway/connections.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { queryKey, useApi } from '../../api.tsx'
import { startManyJob } from '../../lists/selection/many-job.ts'
import { SelectionBar } from '../../lists/selection/selection-bar.tsx'
import type { ChosenRows } from '../../lists/selection/selection-tools.tsx'
import { useManyJob } from '../../lists/selection/use-many-job.tsx'
import { runAgain } from '../../objects/run-again/run-again.ts'
import { cancelWords } from '../cancel/cancel-words.ts'
import type { ListedRun } from '../run-columns.tsx'
import { MakeCasesDialog } from './make-cases-dialog.tsx'

type Runs = readonly ListedRun[]

type ChosenRunsProps = {
  chosen: ChosenRows<ListedRun>
  onStop: (action: CancelAction, runs: readonly Run[]) => void
  /** Runs were made; lists of them are old now. */
  onChanged: () => void
}

/** What can be done with chosen runs: stop them, run them again, make cases of them. */
export function ChosenRuns({ chosen, onStop, onChanged }: ChosenRunsProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const job = useManyJob()
  // A question is about what was chosen when it was asked, whatever goes from the list meanwhile.
  const [asked, setAsked] = useState<{ what: 'again' | 'cases'; runs: Runs } | null>(null)
  const close = () => setAsked(null)
  const { what, runs } = asked ?? { what: null, runs: chosen.rows }
  const stoppable = runs.map(({ run }) => run).filter(runCan.cancel)
  const noneActive = stoppable.length === 0 ? 'None of them is pending or running' : undefined
  const count = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`
  const items = runs.map((item) => ({
    key: item.run.run_id,
    name: `${shortId(item.run.run_id)} · ${item.message || item.title}`,
    item,
  }))
  const again = async () => {
    const act = async ({ run, deploymentId }: ListedRun) => {
      const made = await runAgain(api, deploymentId, run, { to: 'same' })
      return `Runs as ${shortId(made.run_id)}`
    }
    const onEnd = () => {
      for (const id of new Set(runs.map(({ deploymentId }) => deploymentId))) {
        for (const endpoint of [listRuns, searchThreads]) {
          void queryClient.invalidateQueries({ queryKey: queryKey(api.agent(id), endpoint) })
        }
      }
      onChanged()
    }
    job.show(startManyJob(items, { doing: 'Running again', done: 'run again' }, act, onEnd))
  }
  return (
    <>
      <SelectionBar chosen={chosen} facts={factsOf(stoppable)}>
        <Button acts disabledReason={noneActive} onClick={() => onStop('interrupt', stoppable)}>
          {cancelWords.interrupt.label}
        </Button>
        <Button
          acts
          variant="danger"
          disabledReason={refusalOf(api.connection, 'rollback') ?? noneActive}
          onClick={() => onStop('rollback', stoppable)}
        >
          {cancelWords.rollback.label}
        </Button>
        <Button acts onClick={() => setAsked({ what: 'again', runs: chosen.rows })}>
          Run again…
        </Button>
        <Button acts onClick={() => setAsked({ what: 'cases', runs: chosen.rows })}>
          Make cases…
        </Button>
      </SelectionBar>
      {what === 'again' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Run ${count} again?`}
          consequence="Each is asked the same of the same assistant once more, on a copy of its thread, from the state before it. What it costs is spent again."
          confirmLabel="Run again"
          tone="primary"
          onConfirm={again}
        />
      )}
      {what === 'cases' && <MakeCasesDialog items={items} onClose={close} onBegun={job.show} />}
      {job.window}
    </>
  )
}

/** `2 running, 1 pending`. */
function factsOf(active: readonly Run[]): string {
  return (['running', 'pending'] as const)
    .map((status) => ({ status, count: active.filter((run) => run.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`)
    .join(', ')
}
