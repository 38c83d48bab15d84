import { useSyncExternalStore } from 'react'
import type { FeedbackSnapshot } from './feedback-store.ts'
import type { RunSession, SessionSnapshot } from './session-types.ts'

/** What the session last published; renders at most once a frame. */
export function useSession(session: RunSession): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.getSnapshot)
}

const nothing: FeedbackSnapshot = {}

/** Every vote that is known. */
export function useVotes({ feedback }: RunSession): FeedbackSnapshot {
  return useSyncExternalStore(
    feedback?.subscribe ?? subscribeToNothing,
    feedback?.getSnapshot ?? (() => nothing),
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
