import { useState } from 'react'
import type { Transport } from '../../client/api.ts'
import type { CancelAction, Run } from '../../contract/runs.ts'
import { Button } from '../../ui/button.tsx'
import { CancelAllDialog } from './cancel-all-dialog.tsx'
import { CancelChosenDialog } from './cancel-chosen-dialog.tsx'
import type { RunOutcome } from './cancel-many.ts'
import { cancelWords } from './cancel-words.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'

type CancelButtonsProps = {
  agent: Transport
  deploymentName: string
  /** Active runs that were chosen. */
  chosen: readonly Run[]
  /** A cancel has been carried out; runs, threads and states may have changed. */
  onDone: () => void
}

type Asking =
  | { kind: 'chosen'; action: CancelAction; runs: readonly Run[] }
  | { kind: 'all' }
  | { kind: 'told'; action: CancelAction; outcomes: RunOutcome[] | null }
  | null

/** Stops many runs: asks first, and tells of each what became of it. */
export function CancelButtons({ agent, deploymentName, chosen, onDone }: CancelButtonsProps) {
  const [asking, setAsking] = useState<Asking>(null)
  const tell = (outcomes: RunOutcome[] | null, action: CancelAction) => {
    setAsking({ kind: 'told', outcomes, action })
    onDone()
  }
  // A dialog closes itself after it was confirmed, when what became of the runs is shown already.
  const close = (kind: 'chosen' | 'all') =>
    setAsking((current) => (current?.kind === kind ? null : current))
  const chosenButton = (action: CancelAction) => (
    <Button
      variant={action === 'rollback' ? 'danger' : 'default'}
      disabledReason={chosen.length === 0 ? 'Choose pending or running runs first' : undefined}
      onClick={() => setAsking({ kind: 'chosen', action, runs: chosen })}
    >
      {cancelWords[action].label}
    </Button>
  )
  return (
    <>
      {chosenButton('interrupt')}
      {chosenButton('rollback')}
      <Button onClick={() => setAsking({ kind: 'all' })}>Cancel all…</Button>
      {asking?.kind === 'chosen' && (
        <CancelChosenDialog
          agent={agent}
          runs={asking.runs}
          action={asking.action}
          onClose={() => close('chosen')}
          onDone={(outcomes) => tell(outcomes, asking.action)}
        />
      )}
      {asking?.kind === 'all' && (
        <CancelAllDialog
          agent={agent}
          deploymentName={deploymentName}
          onClose={() => close('all')}
          onDone={tell}
        />
      )}
      {asking?.kind === 'told' && (
        <OutcomesDialog
          outcomes={asking.outcomes}
          action={asking.action}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
