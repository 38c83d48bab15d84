import type { Transport } from '../../client/api.ts'
import type { CancelAction, Run } from '../../contract/runs.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { cancelChosen, type RunOutcome } from './cancel-many.ts'
import { cancelWords } from './cancel-words.ts'

type CancelChosenDialogProps = {
  agent: Transport
  runs: readonly Run[]
  action: CancelAction
  onClose: () => void
  onDone: (outcomes: RunOutcome[]) => void
}

/** Asks before the chosen runs are cancelled. */
export function CancelChosenDialog(props: CancelChosenDialogProps) {
  const { agent, action, onClose, onDone } = props
  const { label, means } = cancelWords[action]
  const count = `${props.runs.length} ${props.runs.length === 1 ? 'run' : 'runs'}`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={action === 'rollback' ? `Stop and roll back ${count}?` : `Stop ${count}?`}
      consequence={means}
      confirmLabel={label}
      tone={action === 'rollback' ? 'danger' : 'primary'}
      onConfirm={async () => onDone(await cancelChosen(agent, props.runs, action))}
    />
  )
}
