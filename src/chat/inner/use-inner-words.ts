import { createContext, useEffect, useMemo, useRef, useState } from 'react'
import type { InnerMessage } from '../conversation/conversation-types.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { type InnerOfRun, readInner } from './read-inner.ts'

/** What was said within the tool calls of a thread, as far as it is known. */
export interface InnerWords extends InnerOfRun {
  /** Reads what was said in a run that was not followed here. Never rejects: a server may have nothing stored. */
  read(run_id: string): void
}

const none: InnerOfRun = { inner: [], carriedOut: new Map() }

export const KnownInnerWords = createContext<InnerWords>({ ...none, read() {} })

/** What was heard of the session's thread, with what was read of earlier runs. */
export function useInnerWords(
  session: RunSession,
  { conversation, run, thread_id, log }: SessionSnapshot,
): InnerWords {
  const [earlier, setEarlier] = useState<InnerOfRun>(none)
  const asked = useRef(new Set<string>())
  const leaving = useRef(new AbortController())
  const latest = useRef({ run, thread_id, log })
  latest.current = { run, thread_id, log }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread begins anew
  useEffect(() => {
    const mine = new AbortController()
    leaving.current = mine
    asked.current = new Set()
    setEarlier(none)
    return () => mine.abort()
  }, [session, thread_id])
  const read = useMemo(
    () => (run_id: string) => {
      const { run: current, thread_id: thread, log: heard } = latest.current
      const { signal } = leaving.current
      if (!thread || asked.current.has(run_id)) return
      // Of the one that is followed all is heard here.
      if (current?.run_id === run_id && heard.count > 0) return
      asked.current.add(run_id)
      readInner(session.transport, { thread_id: thread, run_id }, signal).then(
        (found) => {
          if (!signal.aborted && found.inner.length > 0) setEarlier((known) => joined(known, found))
        },
        // It can be asked again by opening the card again.
        () => asked.current.delete(run_id),
      )
    },
    [session],
  )
  const { inner, speakers } = conversation
  return useMemo(
    () => ({ ...joined(earlier, { inner, carriedOut: speakers.carriedOut }), read }),
    [earlier, inner, speakers.carriedOut, read],
  )
}

/** What is in both is taken from the second. */
function joined(one: InnerOfRun, other: InnerOfRun): InnerOfRun {
  const keys = new Set(other.inner.map(({ key }) => key))
  const inner: InnerMessage[] = one.inner.filter(({ key }) => !keys.has(key))
  return {
    inner: [...inner, ...other.inner],
    carriedOut: new Map([...one.carriedOut, ...other.carriedOut]),
  }
}
