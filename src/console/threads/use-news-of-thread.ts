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
  const known = useRef<{ thread_id: string | undefined; run: string } | null>(null)
  useEffect(() => {
    const { run } = session.getSnapshot()
    const now = { thread_id, run: `${run?.run_id} ${run?.outcome}` }
    const before = known.current
    known.current = now
    const isNews = before?.thread_id === now.thread_id && before?.run === now.run
    if (isGone || (isNews && updated_at !== undefined && status)) void session.refresh()
  }, [session, thread_id, updated_at, status, isGone])
}
