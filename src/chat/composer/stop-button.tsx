import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ConfirmDialog, loadConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem } from '../../ui/overlay/menu.tsx'
import { SplitButton } from '../../ui/overlay/split-button.tsx'
import type { RunSession, TrackedRun } from '../session/session-types.ts'

type StopButtonProps = { session: RunSession; run: TrackedRun }

/** Stop, and its other meanings by name. It says “Stopping” until a read of the run proves it. */
export function StopButton({ session, run }: StopButtonProps) {
  // The run that is asked about: the question stays when that ends, and says so.
  const [asked, setAsked] = useState<string | null>(null)
  const isActive = run.outcome === 'active'
  const isStopping = run.cancel !== null && run.cancel.stage !== 'failed'
  const isBound = run.onDisconnect === 'cancel'
  useEffect(() => {
    // To be asked takes no network then; what is opened says if its code did not come.
    loadConfirmDialog().catch(() => undefined)
  }, [])
  return (
    <>
      {isActive && (
        <SplitButton
          acts
          size="composer"
          isPending={isStopping}
          onClick={() => void session.interrupt()}
          menuLabel="Other ways to stop"
          menu={
            <>
              <MenuItem
                acts
                onSelect={() => void session.interrupt()}
                description="Keeps the run and what it has done"
              >
                Stop and keep
              </MenuItem>
              <MenuItem
                tone="danger"
                onSelect={() => setAsked(run.run_id ?? '')}
                description="Deletes the run and its checkpoints"
                disabledReason={session.rollbackRefusal ?? undefined}
              >
                Stop and roll back
              </MenuItem>
              <MenuItem
                onSelect={session.detach}
                description="The run goes on without this page"
                disabledReason={
                  !run.isFollowed
                    ? 'You are not listening'
                    : isBound
                      ? 'This run is cancelled when nobody listens'
                      : undefined
                }
              >
                Just stop listening
              </MenuItem>
            </>
          }
        >
          {!isStopping && <Square aria-hidden size={12} strokeWidth={1.8} fill="currentColor" />}
          {isStopping
            ? run.cancel?.action === 'rollback'
              ? 'Rolling back…'
              : 'Stopping…'
            : 'Stop'}
        </SplitButton>
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          refusal={
            isActive && (asked === '' || asked === run.run_id)
              ? undefined
              : 'The run has ended meanwhile. Nothing was rolled back: what it did is kept.'
          }
          title="Roll back this run?"
          consequence="The run and every checkpoint that it made are deleted. The thread goes back to what it was before. This cannot be undone."
          confirmLabel="Stop and roll back"
          onConfirm={async () => {
            // The composer shows how far it has come.
            void session.rollback()
          }}
        />
      )}
    </>
  )
}
