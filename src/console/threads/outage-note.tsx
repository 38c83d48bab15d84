import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { RunSession } from '../../chat/session/session-types.ts'
import { useSessionWhen } from '../../chat/view/use-session.ts'
import { deploymentRead } from '../../contract/pages/deployment-pages.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'

/** A stream that spoke a moment ago is not looked at. */
const lookMs = 6_000

type OutageNoteProps = {
  deploymentId: string
  session: RunSession
  /** The agent answers again. The same function in every render. */
  onBack: () => void
}

/** Above the box: that the agent answers nobody at present, since when and why. Nothing while it does. */
export function OutageNote({ deploymentId, session, onBack }: OutageNoteProps) {
  const { data: deployment } = useQuery(readQuery(useApi(), deploymentRead(deploymentId)))
  const { status, since, detail } = deployment?.health ?? {}
  const isOut = status === 'down' || status === 'failing'
  const { run } = useSessionWhen(session, ({ run }) => [run?.outcome, run?.silence])
  // Its stream stays open, and says nothing of it: what the run waits for is asked.
  const isUnasked = status === 'down' && run?.outcome === 'active' && run.silence === null
  useEffect(() => {
    if (!isUnasked) return
    const timer = setInterval(session.retryNow, lookMs)
    return () => clearInterval(timer)
  }, [session, isUnasked])
  const wasOut = useRef(isOut)
  useEffect(() => {
    // What could not be read or sent while it was out can be now.
    if (wasOut.current && !isOut) {
      session.retryNow()
      onBack()
    }
    wasOut.current = isOut
  }, [session, isOut, onBack])
  if (!isOut) return null
  return (
    <div className="flex-none px-4 pb-2 sm:px-7">
      <div className="mx-auto w-full max-w-[740px]">
        <Note
          tone="bad"
          title={
            <>
              {status === 'down' ? 'The agent is down' : 'The agent does not answer'}
              {since && (
                <>
                  , for <Duration start={since} />
                </>
              )}
            </>
          }
          action={
            <Link to={paths.deployment(deploymentId)} className="text-ink text-sm">
              The deployment
            </Link>
          }
        >
          {detail}
        </Note>
      </div>
    </div>
  )
}
