import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transport } from '../../../client/api.ts'
import type { CancelAction, Run } from '../../../contract/agent-server/runs.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { type ActiveRuns, activeRunsQuery } from '../active-runs.ts'
import { cancelWords } from './cancel-words.ts'

const scopes = [
  { value: 'all', label: 'Pending and running runs' },
  { value: 'pending', label: 'Pending runs' },
  { value: 'running', label: 'Running runs' },
] as const
type Scope = (typeof scopes)[number]['value']

type CancelAllDialogProps = {
  agent: Transport
  deploymentName: string
  /** Ids of the threads of which active runs are shown. */
  seen: readonly string[]
  /** Why runs cannot be rolled back here. */
  rollbackRefusal: string | null
  onClose: () => void
  /** `known` are the runs that the count was of. */
  onConfirm: (status: Scope, action: CancelAction, known: readonly Run[]) => void
}

/** Cancels by status across every thread of the deployment (§4.2 rule 2), after its name was typed. */
export function CancelAllDialog(props: CancelAllDialogProps) {
  const { agent, deploymentName, seen, rollbackRefusal, onClose, onConfirm } = props
  const [status, setStatus] = useState<Scope>('all')
  const [action, setAction] = useState<CancelAction>('interrupt')
  const active = useQuery(activeRunsQuery(agent, seen))
  const known = (active.data?.runs ?? []).filter((run) => status === 'all' || run.status === status)
  const actions = [
    { value: 'interrupt' as const, label: cancelWords.interrupt.label },
    ...(rollbackRefusal ? [] : [{ value: 'rollback' as const, label: cancelWords.rollback.label }]),
  ]
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
          <p role="status" className="mb-2 font-strong text-ink tabular-nums">
            {active.data
              ? countText(known, active.data)
              : active.error
                ? 'How many there are now could not be read.'
                : 'Counting…'}
          </p>
          <p>{cancelWords[action].means}</p>
          {rollbackRefusal && <p className="mt-2">No rollback: {rollbackRefusal}</p>}
        </>
      }
      confirmLabel="Cancel runs"
      typedName={deploymentName}
      onConfirm={async () => onConfirm(status, action, known)}
    />
  )
}

function countText(known: readonly Run[], { isComplete }: ActiveRuns): string {
  if (known.length === 0) return 'There are none now.'
  const threads = new Set(known.map(({ thread_id }) => thread_id)).size
  const runs = `${known.length} ${known.length === 1 ? 'run' : 'runs'}`
  const where = `${threads} ${threads === 1 ? 'thread' : 'threads'}`
  return `${isComplete ? '' : 'At least '}${runs} in ${where} now.`
}
