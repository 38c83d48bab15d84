import { createContext, useEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '../../ui/page/after-paint.ts'
import type { InnerMessage } from '../conversation/conversation-types.ts'
import type { Turn } from '../conversation/turns.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { type InnerOfRun, readInner } from './read-inner.ts'
import { runsOfTurn } from './runs-of-turn.ts'

/** What was said within the tool calls of a thread, as far as it is known. */
export interface InnerWords extends InnerOfRun {
  /** Reads what was said in runs of a turn that were not followed here. Never rejects: a server may have nothing stored. */
  read(turn: Turn): void
}

const none: InnerOfRun = { inner: [], carriedOut: new Map() }

export const KnownInnerWords = createContext<InnerWords>({ ...none, read() {} })

/** Turns at the end of a thread of which it is read with the thread; of others once a card of theirs is opened. */
const readWithThread = 3

/** What was heard of the session's thread, with what was read of earlier runs. */
export function useInnerWords(
  session: RunSession,
  { conversation, run, records, thread_id, log }: SessionSnapshot,
  turns: readonly Turn[],
): InnerWords {
  const [earlier, setEarlier] = useState<InnerOfRun>(none)
  const asked = useRef(new Set<string>())
  const leaving = useRef(new AbortController())
  const latest = useRef({ records, thread_id })
  latest.current = { records, thread_id }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread begins anew
  useEffect(() => {
    const mine = new AbortController()
    leaving.current = mine
    asked.current = new Set()
    setEarlier(none)
    return () => mine.abort()
  }, [session, thread_id])
  // Of the one that is followed all is heard here.
  const followed = log.count > 0 ? run?.run_id : null
  useEffect(() => {
    if (followed) asked.current.add(followed)
  }, [followed])
  const read = useMemo(
    () => (turn: Turn) => {
      const { records: runs, thread_id: thread } = latest.current
      const { signal } = leaving.current
      if (!thread) return
      for (const run_id of runsOfTurn(turn, runs)) {
        if (asked.current.has(run_id)) continue
        asked.current.add(run_id)
        readInner(session.transport, { thread_id: thread, run_id }, signal).then(
          (found) => {
            if (signal.aborted || found.inner.length === 0) return
            setEarlier((known) => joined(known, found))
          },
          // It can be asked again by opening the card again.
          () => asked.current.delete(run_id),
        )
      }
    },
    [session],
  )
  const isIdle = run?.outcome !== 'active'
  useEffect(() => {
    const last = isIdle
      ? turns.slice(-readWithThread).filter(({ results }) => results.size > 0)
      : []
    if (last.length > 0) return afterPaint(() => last.forEach(read))
  }, [turns, isIdle, read])
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
