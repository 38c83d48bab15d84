import type { CancelAction, Run } from '../../../contract/agent-server/runs.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { cancelWords } from './cancel-words.ts'

type CancelChosenDialogProps = {
  runs: readonly Run[]
  action: CancelAction
  onClose: () => void
  onConfirm: () => void
}

/** Asks before the chosen runs are cancelled. */
export function CancelChosenDialog({ runs, action, onClose, onConfirm }: CancelChosenDialogProps) {
  const { label, means } = cancelWords[action]
  const count = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={action === 'rollback' ? `Stop and roll back ${count}?` : `Stop ${count}?`}
      consequence={means}
      confirmLabel={label}
      tone={action === 'rollback' ? 'danger' : 'primary'}
      onConfirm={async () => onConfirm()}
    />
  )
}
