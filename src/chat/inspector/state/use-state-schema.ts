import { useEffect, useState } from 'react'
import { call } from '../../../client/api.ts'
import { getAssistantSchemas } from '../../../contract/agent-server/graphs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { RunSession } from '../../session/session-types.ts'

/** The schema of a state by the graph that wrote it; null where nobody tells, and until it is read. */
export function useStateSchema(session: RunSession, state: ThreadState): unknown {
  const [schema, setSchema] = useState<unknown>(null)
  const wrote = state.metadata?.assistant_id ?? state.metadata?.graph_id
  const assistant_id = session.getSnapshot().run?.assistant_id ?? wrote
  useEffect(() => {
    if (typeof assistant_id !== 'string') return
    const leaving = new AbortController()
    const { signal } = leaving
    call(session.transport, getAssistantSchemas, { params: { assistant_id }, signal }).then(
      (schemas) => setSchema(schemas.state_schema ?? null),
      // Without it the text is edited as JSON alone.
      () => undefined,
    )
    return () => leaving.abort()
  }, [session, assistant_id])
  return schema
}
