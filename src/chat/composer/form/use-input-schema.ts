import { useEffect, useState } from 'react'
import { call } from '../../../client/api.ts'
import { getAssistantSchemas } from '../../../contract/agent-server/graphs.ts'
import { afterPaint } from '../../../ui/page/after-paint.ts'
import type { RunSession } from '../../session/session-types.ts'

/** Longer than any server needs that has the schema; then it counts as telling none. */
const patienceMs = 5_000

/**
 * The schemas of the input and of the context of an assistant's graph: `null` where the server tells none. They are read
 * after the page is drawn; without an assistant, not at all.
 */
export function useInputSchema(session: RunSession, assistant_id: string) {
  const [found, setFound] = useState<{ id: string; schema: unknown; context: unknown } | null>(null)
  useEffect(() => {
    if (assistant_id === '') return
    const leaving = new AbortController()
    const callOff = afterPaint(() => {
      const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(patienceMs)])
      call(session.transport, getAssistantSchemas, { params: { assistant_id }, signal }).then(
        ({ input_schema: schema = null, context_schema: context = null }) =>
          setFound({ id: assistant_id, schema, context }),
        () => leaving.signal.aborted || setFound({ id: assistant_id, schema: null, context: null }),
      )
    })
    return () => {
      callOff()
      leaving.abort()
    }
  }, [session, assistant_id])
  const isRead = found?.id === assistant_id
  return {
    schema: isRead ? found.schema : null,
    context: isRead ? found.context : null,
    isReading: !isRead,
  }
}
