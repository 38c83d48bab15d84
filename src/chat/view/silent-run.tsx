import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { formatClockTime } from '../../ui/format/format-time.ts'
import { useNow } from '../../ui/format/use-now.ts'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { Note } from '../../ui/page/note.tsx'
import type { Silence } from '../session/following/silence.ts'
import type { RunSession, TrackedRun } from '../session/session-types.ts'

type SilentRunProps = { session: RunSession; run: TrackedRun; silence: Silence }

/** The server says that a run is not over and sends nothing of it: since when, and what can be done. */
export function SilentRun({ session, run, silence }: SilentRunProps) {
  const now = useNow('second')
  const [isAsking, setIsAsking] = useState(false)
  const { cancel } = run
  const isStopping = cancel !== null && cancel.stage !== 'failed'
  return (
    <Note
      tone="warn"
      title={
        silence.status === 'pending'
          ? `The run was cut off after ${formatClockTime(silence.since)}, and waits to go on`
          : `The server says “running”, but has sent nothing since ${formatClockTime(silence.since)}`
      }
    >
      <p>
        {silence.status === 'pending'
          ? 'What ran it has ended. It goes on from its last step as soon as the agent is there again.'
          : `That is ${formatDuration(Math.max(0, now - silence.since))} ago. The run may be at a long step, or the server lost it, for instance when it was restarted.`}
        {` This page keeps listening; it last asked at ${formatClockTime(silence.lookedAt)}.`}
      </p>
      {isStopping && cancel.acceptedAt !== null && (
        <p className="mt-1">
          {`The server accepted the stop at ${formatClockTime(cancel.acceptedAt)}, and the run is still there.`}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={session.retryNow}>
          Ask now
        </Button>
        <Button
          acts
          size="sm"
          disabledReason={isStopping ? 'That is asked already' : undefined}
          onClick={() => void session.interrupt()}
        >
          Stop the run
        </Button>
        <Button acts size="sm" variant="danger" onClick={() => setIsAsking(true)}>
          Discard the run
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={() => setIsAsking(false)}
          title="Discard this run?"
          consequence="The run is deleted, and on some servers every checkpoint that it made. What waits behind it can begin then. This cannot be undone."
          confirmLabel="Discard the run"
          onConfirm={async () => {
            // The composer shows how far it has come.
            void session.discard()
          }}
        />
      )}
    </Note>
  )
}
