import { useState } from 'react'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Note } from '../../ui/page/note.tsx'
import type { RunSession } from '../session/session-types.ts'

type ViewingNoteProps = { session: RunSession; viewing: ThreadState }

/** Says that the conversation shows an earlier state or another branch, and what sending does then. */
export function ViewingNote({ session, viewing }: ViewingNoteProps) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className="flex-none px-4 pb-2 sm:px-7">
      <div className="mx-auto w-full max-w-[740px]">
        <Note
          tone="info"
          action={
            <Button
              size="sm"
              onClick={() =>
                void session.view(null).catch((error: Error) => setProblem(error.message))
              }
            >
              Show the newest
            </Button>
          }
        >
          You see the thread at an earlier checkpoint
          {viewing.created_at && (
            <>
              {' '}
              (<RelativeTime value={viewing.created_at} />)
            </>
          )}
          . Sending goes on from here, as a branch.
          {problem && <span className="block text-bad">{problem}</span>}
        </Note>
      </div>
    </div>
  )
}
