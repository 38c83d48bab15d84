import { useState } from 'react'
import type { Transport } from '../../client/api.ts'
import { refusalOf } from '../../contract/connections.ts'
import type { CancelAction, Run } from '../../contract/runs.ts'
import { Button } from '../../ui/button.tsx'
import { useApi } from '../api.tsx'
import { CancelAllDialog } from './cancel-all-dialog.tsx'
import { CancelChosenDialog } from './cancel-chosen-dialog.tsx'
import { type CancelJob, type CancelTarget, startCancelJob } from './cancel-job.ts'
import { CancelJobDialog } from './cancel-job-dialog.tsx'
import { cancelWords } from './cancel-words.ts'

type CancelButtonsProps = {
  agent: Transport
  deploymentName: string
  /** The active runs that are known, and those of them that were chosen. */
  active: readonly Run[]
  chosen: readonly Run[]
  /** What the thread of a run is called; null where it is not known. */
  titleOf: (threadId: string) => string | null
  /** A cancel has been carried out; runs, threads and states may have changed. */
  onDone: () => void
}

type Asking =
  | { kind: 'chosen'; action: CancelAction; runs: readonly Run[] }
  | { kind: 'all'; seen: readonly string[] }
  | { kind: 'job'; job: CancelJob }
  | null

/** Stops many runs: asks first, shows how far it is, and tells of each what became of it. */
export function CancelButtons(props: CancelButtonsProps) {
  const { agent, deploymentName, active, chosen, titleOf, onDone } = props
  const { connection } = useApi()
  const [asking, setAsking] = useState<Asking>(null)
  const bulkRefusal = refusalOf(connection, 'bulk_cancel')
  const rollbackRefusal = refusalOf(connection, 'rollback')
  const start = (target: CancelTarget, action: CancelAction) =>
    setAsking({
      kind: 'job',
      job: startCancelJob(agent, target, action, { isOneByOne: bulkRefusal !== null, onDone }),
    })
  // A dialog closes itself after it was confirmed, when the job is shown already.
  const close = (kind: 'chosen' | 'all') =>
    setAsking((current) => (current?.kind === kind ? null : current))
  const chosenButton = (action: CancelAction, refusal: string | null) => (
    <Button
      acts
      variant={action === 'rollback' ? 'danger' : 'default'}
      disabledReason={
        refusal ?? (chosen.length === 0 ? 'Choose pending or running runs first' : undefined)
      }
      onClick={() => setAsking({ kind: 'chosen', action, runs: chosen })}
    >
      {cancelWords[action].label}
    </Button>
  )
  return (
    <>
      {chosenButton('interrupt', null)}
      {chosenButton('rollback', rollbackRefusal)}
      <Button
        acts
        disabledReason={bulkRefusal ?? undefined}
        onClick={() =>
          setAsking({ kind: 'all', seen: [...new Set(active.map(({ thread_id }) => thread_id))] })
        }
      >
        Cancel all…
      </Button>
      {asking?.kind === 'chosen' && (
        <CancelChosenDialog
          runs={asking.runs}
          action={asking.action}
          onClose={() => close('chosen')}
          onConfirm={() => start({ kind: 'chosen', runs: asking.runs }, asking.action)}
        />
      )}
      {asking?.kind === 'all' && (
        <CancelAllDialog
          agent={agent}
          deploymentName={deploymentName}
          seen={asking.seen}
          rollbackRefusal={rollbackRefusal}
          onClose={() => close('all')}
          onConfirm={(status, action, known) => start({ kind: 'status', status, known }, action)}
        />
      )}
      {asking?.kind === 'job' && (
        <CancelJobDialog job={asking.job} titleOf={titleOf} onClose={() => setAsking(null)} />
      )}
    </>
  )
}
