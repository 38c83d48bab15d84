import { useEffect, useRef, useState } from 'react'
import { call } from '../../client/api.ts'
import { getThreadStateAt } from '../../contract/agent-server/thread-states.ts'
import { foldState } from '../conversation/conversation.ts'
import { emptyConversation, type ShownMessage } from '../conversation/conversation-types.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { beforePutAway, hasPutAway, isSummarized, type PutAway } from './put-away.ts'
import { shownHead } from './use-time-travel.ts'

/** Messages that went from the thread at once, as they were before that. */
export interface EarlierPage {
  /** The checkpoint that holds them. */
  readonly checkpoint_id: string
  readonly by: PutAway['by']
  readonly messages: readonly ShownMessage[]
}

export interface EarlierOffer {
  /** Oldest first; empty while they are not shown. */
  readonly shown: readonly EarlierPage[]
  readonly hasMore: boolean
  readonly isReading: boolean
  /** Why there is nothing to show. */
  readonly problem: string | null
  /** Reads what went before what is shown. */
  readonly more: () => void
  readonly hide: () => void
}

type Read = Pick<EarlierOffer, 'shown' | 'hasMore' | 'isReading' | 'problem'>

const nothing: Read = { shown: [], hasMore: true, isReading: false, problem: null }

/**
 * Messages that the thread has no more, from its history: asked for only when somebody wants them. Null where it lacks
 * none, as far as anybody can tell.
 */
export function useEarlierMessages(
  session: RunSession,
  snapshot: SessionSnapshot,
): EarlierOffer | null {
  const [read, setRead] = useState(nothing)
  const life = useRef(new AbortController())
  const { thread_id, conversation, run } = snapshot
  const first = conversation.messages[0]?.id ?? null
  // What went before another beginning is something else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only those begin anew
  useEffect(() => {
    const mine = new AbortController()
    life.current = mine
    setRead(nothing)
    return () => mine.abort()
  }, [session, thread_id, first])
  const isAtRest = run?.outcome !== 'active'
  if (read.shown.length === 0 && !(isAtRest && hasPutAway(snapshot))) return null
  const more = async () => {
    const { signal } = life.current
    setRead((now) => ({ ...now, isReading: true, problem: null }))
    const found = await readEarlier(session, snapshot, read.shown, signal).catch(
      (error: Error) => error.message,
    )
    if (signal.aborted) return
    if (typeof found === 'string') {
      setRead((now) => ({ ...now, isReading: false, problem: found }))
      return
    }
    const shown = [found, ...read.shown]
    const hasMore = isSummarized(found.messages)
    setRead({ shown, hasMore, isReading: false, problem: null })
  }
  return { ...read, more: () => void more(), hide: () => setRead(nothing) }
}

/** Rejects with a sentence where the server has them no more. */
async function readEarlier(
  { history, transport }: RunSession,
  snapshot: SessionSnapshot,
  shown: readonly EarlierPage[],
  signal: AbortSignal,
): Promise<EarlierPage> {
  const head = shown[0]?.checkpoint_id ?? shownHead(snapshot)
  const { thread_id } = snapshot
  if (head === null || thread_id === null) throw new Error('The thread has no history.')
  const find = () => beforePutAway(history.getSnapshot().entries, head)
  await history.refresh()
  await history.readUntil(() => find() !== 'unknown')
  const found = find()
  if (found === null || found === 'unknown') {
    const { error } = history.getSnapshot()
    throw new Error(
      error
        ? `The thread’s history could not be read. ${error.message}`
        : 'The thread’s history does not hold them.',
    )
  }
  const { checkpoint_id, by } = found
  const state = await call(transport, getThreadStateAt, {
    params: { thread_id, checkpoint_id },
    signal,
  })
  const below = [snapshot.conversation, ...shown].flatMap(({ messages }) => messages)
  const known = new Set(below.map(({ id }) => id))
  const { messages } = foldState(emptyConversation, state, { run_id: null, at: null })
  return { checkpoint_id, by, messages: messages.filter(({ id }) => !known.has(id)) }
}
