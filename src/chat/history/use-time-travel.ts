import { useMemo, useRef, useSyncExternalStore } from 'react'
import { type Branches, branchesOf } from '../checkpoints/branches.ts'
import type { HistorySnapshot } from '../checkpoints/thread-history.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import type {
  ContentPart,
  RunSession,
  SessionSnapshot,
  SubmitOptions,
  SubmitResult,
  Work,
} from '../session/session-types.ts'
import { takesMessages } from './takes-messages.ts'

/** Starts a run with the composer's choices, some of them replaced. */
export type StartRun = (work: Work, options?: Partial<SubmitOptions>) => Promise<SubmitResult>

/** What can be done to a thread's past from its conversation. Each rejects with a sentence. */
export interface TravelActions {
  /** Says a message in other words: a new branch begins before it. */
  edit(message: ShownMessage, content: string | readonly ContentPart[]): Promise<void>
  /** Makes an answer again, from its first or a later part on. */
  regenerate(message: ShownMessage, assistant_id: string | null): Promise<void>
  /** Shows the branch that ends at a checkpoint. */
  show(checkpoint_id: string | null): Promise<void>
}

export function useHistory({ history }: RunSession): HistorySnapshot {
  return useSyncExternalStore(history.subscribe, history.getSnapshot)
}

/** The checkpoint that the conversation shows the thread at; null before the first. */
export function shownHead({ viewing, state }: SessionSnapshot): string | null {
  return (viewing ?? state)?.checkpoint?.checkpoint_id ?? null
}

/** Where the shown branch has alternatives, as far as the history was read. */
export function useBranches(session: RunSession, snapshot: SessionSnapshot): Branches {
  const { entries } = useHistory(session)
  const head = shownHead(snapshot)
  return useMemo(() => branchesOf(entries, head), [entries, head])
}

/** The same functions in every render, so that turns need not render again. */
export function useTravelActions(session: RunSession, start: StartRun): TravelActions {
  const latest = useRef(start)
  latest.current = start
  return useMemo(() => {
    const run = async (work: Work, options: Partial<SubmitOptions>) => {
      const result = await latest.current(work, options)
      if (!result.ok) throw result.error
      // The old branch is still there: the switch that leads to it needs the checkpoints.
      void session.history.refresh()
    }
    const before = async (message: ShownMessage) => {
      const head = shownHead(session.getSnapshot())
      if (!message.id || message.origin !== 'state' || head === null) {
        throw new Error(
          'The thread does not hold this message under an id, so its place is not known.',
        )
      }
      const point = await session.history.beforeMessage(message.id, head)
      if (!point.isFound) throw new Error(point.reason)
      return point.entry
    }
    return {
      async edit(message, content) {
        const entry = await before(message)
        const isInput = entry.source === 'input' && entry.parent_id !== null
        const checkpoint_id = isInput ? entry.parent_id : entry.checkpoint_id
        const work = typeof content === 'string' ? { text: content } : { parts: content }
        await run(work, { checkpoint_id })
      },
      async regenerate(message, assistant_id) {
        const entry = await before(message)
        if (entry.next.length === 0) {
          throw new Error('No step of the graph made this message: there is nothing to run again.')
        }
        if (assistant_id && !(await takesMessages(session.transport, assistant_id))) {
          throw new Error(
            'The graph of that assistant takes no messages: it cannot go on with a conversation.',
          )
        }
        await run(
          { input: null },
          { checkpoint_id: entry.checkpoint_id, ...(assistant_id && { assistant_id }) },
        )
      },
      show: (checkpoint_id) => session.view(checkpoint_id),
    }
  }, [session])
}
