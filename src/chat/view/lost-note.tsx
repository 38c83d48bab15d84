import { Note } from '../../ui/page/note.tsx'
import type { SessionSnapshot } from '../session/session-types.ts'

/** Says that the thread that stood here was deleted, and what sending does now. */
export function LostNote({ snapshot: { isLost } }: { snapshot: SessionSnapshot }) {
  if (!isLost) return null
  return (
    <div className="flex-none px-4 pb-2 sm:px-7">
      <div className="mx-auto w-full max-w-[740px]">
        <Note tone="warn" title="This thread was deleted">
          Its messages and runs are gone with it. What you typed is still here: to send it begins a
          new thread.
        </Note>
      </div>
    </div>
  )
}
