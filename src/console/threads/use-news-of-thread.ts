import { useEffect, useRef } from 'react'
import type { RunSession } from '../../chat/session/session-types.ts'
import type { Thread } from '../../contract/agent-server/threads.ts'

/**
 * Has the conversation read the thread again when the server's word of it is news: it was deleted, or something was
 * done to it elsewhere. What this page's own runs did, it knows; a run that is followed tells of itself.
 */
export function useNewsOfThread(
  session: RunSession,
  thread: Thread | undefined,
  isGone: boolean,
): void {
  const { thread_id, updated_at, status } = thread ?? {}
  const known = useRef<Known | null>(null)
  useEffect(() => {
    const now = { thread_id, run: runOf(session) }
    const before = known.current
    known.current = now
    const isSameThread = before !== null && before.thread_id === now.thread_id
    // Before it was opened the conversation knew of no run, which is no run of its own that has come since.
    const isNews = isSameThread && (before.run === null || before.run === now.run)
    if (!isGone && !(isNews && updated_at !== undefined && status)) return
    void session.refresh().then(() => {
      // What was read then is no doing of this page either.
      if (known.current === now) known.current = { thread_id, run: runOf(session) }
    })
  }, [session, thread_id, updated_at, status, isGone])
}

type Known = { readonly thread_id: string | undefined; readonly run: string | null }

/** The last run and what came of it; null while that is not known. */
function runOf(session: RunSession): string | null {
  const { run, opening } = session.getSnapshot()
  return opening === 'open' ? `${run?.run_id} ${run?.outcome}` : null
}
