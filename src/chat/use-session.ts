import { useRef, useSyncExternalStore } from 'react'
import type { FeedbackSnapshot } from './feedback-store.ts'
import type { RunSession, SessionSnapshot } from './session-types.ts'

/** What the session last published; renders at most every other frame. */
export function useSession(session: RunSession): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.getSnapshot)
}

/**
 * Some fields of what the session last published: renders only when one of them changed, so not for
 * every piece of an answer. `keys` must be the same list in every render.
 */
export function useSessionPart<Key extends keyof SessionSnapshot>(
  session: RunSession,
  keys: readonly Key[],
): Pick<SessionSnapshot, Key> {
  const last = useRef<SessionSnapshot | null>(null)
  const read = () => {
    const now = session.getSnapshot()
    const before = last.current
    if (!before || keys.some((key) => before[key] !== now[key])) last.current = now
    return last.current ?? now
  }
  return useSyncExternalStore(session.subscribe, read)
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
