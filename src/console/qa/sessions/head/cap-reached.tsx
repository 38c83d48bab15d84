import { useState } from 'react'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { useRefusal } from '../../../shell/page/use-refusal.ts'
import { CapsDialog } from './caps-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'

/** Why a session stopped by itself, and both ways on from there. */
export function CapReached({ session }: { session: Session }) {
  const [asked, setAsked] = useState<'caps' | 'close' | null>(null)
  const mayAct = useRefusal('operator') === undefined
  const isPaused = session.status === 'paused'
  return (
    <>
      <Note tone="warn">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="grow">
            {session.status_reason}
            {isPaused && ' What has ended is kept and can be judged.'}
          </span>
          {isPaused && mayAct && (
            <span className="flex flex-wrap gap-2">
              <Button acts size="sm" onClick={() => setAsked('caps')}>
                Raise the limit…
              </Button>
              <Button acts size="sm" onClick={() => setAsked('close')}>
                Close as it is…
              </Button>
            </span>
          )}
        </div>
      </Note>
      {asked === 'caps' && <CapsDialog session={session} onClose={() => setAsked(null)} />}
      <CloseDialog session={session} isOpen={asked === 'close'} onClose={() => setAsked(null)} />
    </>
  )
}
