import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/page/note.tsx'
import type { RunSession } from '../../session/session-types.ts'

/** Below a conversation that its thread tells, since its graph cannot be asked. */
export function KeptNote({ session }: { session: RunSession }) {
  return (
    <Note
      tone="warn"
      title="As it was kept last"
      action={
        <Button size="sm" onClick={session.retryNow}>
          Read it again
        </Button>
      }
    >
      The agent does not answer, so what comes next is not known here. The conversation is read
      again by itself once it does.
    </Note>
  )
}
