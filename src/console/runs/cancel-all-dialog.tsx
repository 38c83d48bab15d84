import { useState } from 'react'
import { call, type Transport } from '../../client/api.ts'
import { type CancelAction, cancelRuns } from '../../contract/runs.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import type { RunOutcome } from './cancel-many.ts'
import { cancelWords } from './cancel-words.ts'

const scopes = [
  { value: 'all', label: 'Pending and running runs' },
  { value: 'pending', label: 'Pending runs' },
  { value: 'running', label: 'Running runs' },
] as const
type Scope = (typeof scopes)[number]['value']

const actions = [
  { value: 'interrupt', label: cancelWords.interrupt.label },
  { value: 'rollback', label: cancelWords.rollback.label },
] as const

type CancelAllDialogProps = {
  agent: Transport
  deploymentName: string
  onClose: () => void
  /** The outcomes are null where the server accepts without telling. */
  onDone: (outcomes: RunOutcome[] | null, action: CancelAction) => void
}

/** Cancels by status across every thread of the deployment (§4.2 rule 2), after its name was typed. */
export function CancelAllDialog({ agent, deploymentName, onClose, onDone }: CancelAllDialogProps) {
  const [status, setStatus] = useState<Scope>('all')
  const [action, setAction] = useState<CancelAction>('interrupt')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Cancel runs of ${deploymentName}`}
      consequence={
        <>
          <p>This reaches every thread of the deployment, not only what the list shows.</p>
          <div className="my-3 flex flex-wrap gap-2">
            <SelectMenu
              label="Which runs"
              variant="default"
              value={status}
              options={scopes}
              onValueChange={setStatus}
            />
            <SelectMenu
              label="How"
              variant="default"
              value={action}
              options={actions}
              onValueChange={setAction}
            />
          </div>
          <p>{cancelWords[action].means}</p>
        </>
      }
      confirmLabel="Cancel runs"
      typedName={deploymentName}
      onConfirm={async () => {
        const answer = await call(agent, cancelRuns, {
          query: { action, wait: true },
          body: { status },
        })
        onDone(answer?.runs ?? null, action)
      }}
    />
  )
}
