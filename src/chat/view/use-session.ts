import { useRef, useSyncExternalStore } from 'react'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import type { FeedbackSnapshot } from '../votes/vote-board.ts'

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
  return useSessionWhen(session, (snapshot) => keys.map((key) => snapshot[key]))
}

/** What the session published when one of `parts` last changed: for what need not follow every piece. */
export function useSessionWhen(
  session: RunSession,
  parts: (snapshot: SessionSnapshot) => readonly unknown[],
): SessionSnapshot {
  const last = useRef<SessionSnapshot | null>(null)
  const read = () => {
    const now = session.getSnapshot()
    if (!last.current || !isSameList(parts(last.current), parts(now))) last.current = now
    return last.current
  }
  return useSyncExternalStore(session.subscribe, read)
}

function isSameList(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((part, index) => part === now[index])
}

const nothing: FeedbackSnapshot = {}

/** Every vote that is known. */
export function useVotes({ feedback }: Pick<RunSession, 'feedback'>): FeedbackSnapshot {
  return useSyncExternalStore(
    feedback?.subscribe ?? subscribeToNothing,
    feedback?.getSnapshot ?? (() => nothing),
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
