import { useEffect, useState } from 'react'
import { call } from '../../../client/api.ts'
import { getThreadStateAt } from '../../../contract/agent-server/thread-states.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { RunSession } from '../../session/session-types.ts'

/** States are immutable: what was read of a session's thread is kept while somebody may look again. */
const known = new WeakMap<RunSession, Map<string, ThreadState>>()
const mostKept = 20

/** The state at a checkpoint, read when it is first looked at. */
export function useStateAt(session: RunSession, checkpoint_id: string | null) {
  const [found, setFound] = useState<{ id: string; state: ThreadState } | null>(null)
  const [failed, setFailed] = useState<{ id: string; error: Error } | null>(null)
  useEffect(() => {
    const { thread_id } = session.getSnapshot()
    if (checkpoint_id === null || thread_id === null) return
    const kept = known.get(session) ?? new Map<string, ThreadState>()
    known.set(session, kept)
    const hit = kept.get(checkpoint_id)
    if (hit) return setFound({ id: checkpoint_id, state: hit })
    const leaving = new AbortController()
    setFailed(null)
    call(session.transport, getThreadStateAt, {
      params: { thread_id, checkpoint_id },
      signal: leaving.signal,
    }).then(
      (state) => {
        kept.set(checkpoint_id, state)
        if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
        setFound({ id: checkpoint_id, state })
      },
      (error: Error) => leaving.signal.aborted || setFailed({ id: checkpoint_id, error }),
    )
    return () => leaving.abort()
  }, [session, checkpoint_id])
  return {
    state: found?.id === checkpoint_id ? found.state : null,
    error: failed?.id === checkpoint_id ? failed.error : null,
  }
}
