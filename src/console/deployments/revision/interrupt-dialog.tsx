import { interruptRevision, type Revision } from '../../../contract/control-plane/revisions.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useApi, useCall } from '../../api.tsx'
import { whatRevisionChanges } from '../queries.ts'

type InterruptDialogProps = {
  deploymentId: string
  revision: Revision
  /** The revision that answers, null where none does. */
  servingId: string | null
  onClose: () => void
}

/** Asks before a rollout that is going on is ended. */
export function InterruptDialog(props: InterruptDialogProps) {
  const { deploymentId, revision, servingId, onClose } = props
  const api = useApi()
  const interrupt = useCall(api.controlPlane, interruptRevision, {
    invalidates: () => whatRevisionChanges(api, deploymentId, revision.id),
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Interrupt the rollout of ${shortId(revision.id)}?`}
      consequence={
        <>
          What it is doing now ends, and this revision will not be deployed.{' '}
          {servingId
            ? 'The revision that serves goes on serving.'
            : 'No revision serves yet, so the agent stays unavailable.'}
        </>
      }
      confirmLabel="Interrupt"
      onConfirm={() =>
        interrupt.mutateAsync({ params: { deployment_id: deploymentId, revision_id: revision.id } })
      }
    />
  )
}
