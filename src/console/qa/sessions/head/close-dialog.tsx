import { changeSession, type Session } from '../../../../contract/qa/sessions.ts'
import { ConfirmDialog } from '../../../../ui/overlay/later-dialogs.ts'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../../api.tsx'
import { whatSessionsChange } from '../../../objects/qa/qa-queries.ts'

type CloseDialogProps = {
  session: Session
  isOpen: boolean
  onClose: () => void
  /** The session is closed now. */
  onClosed?: () => void
}

/** Asks before a session is closed, of which nothing can be taken back. */
export function CloseDialog({ session, isOpen, onClose, onClosed }: CloseDialogProps) {
  const { session_id, is_blind, status } = session
  const api = useApi()
  const { mutateAsync } = useCall(api.gateway, changeSession, {
    invalidates: () => whatSessionsChange(api),
  })
  const consequences = [
    is_blind && 'Blind ends: everybody sees which answer came from which target.',
    status === 'paused' && 'What has not ended is not tried any more.',
    'Verdicts are final, and nothing is run again. It cannot be opened once more.',
  ]
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Close this session?"
      consequence={consequences.filter(Boolean).join(' ')}
      confirmLabel="Close session"
      tone="primary"
      onConfirm={async () => {
        await mutateAsync({ params: { session_id, action: 'close' } })
        toast.ok('Closed the session')
        onClosed?.()
      }}
    />
  )
}

/** Why a session cannot be closed now, in words; undefined where it can. */
export function whyNotClosed({ status }: Session): string | undefined {
  if (status === 'closed') return 'It is closed'
  return status === 'running' ? 'It can be closed once it has ended, or is paused' : undefined
}
