import { call } from '../../client/api.ts'
import { getThreadStateAt, updateThreadState } from '../../contract/agent-server/thread-states.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { foldState } from '../conversation/conversation.ts'
import { emptyConversation } from '../conversation/conversation-types.ts'
import { answeredIds } from '../conversation/runs/sent-messages.ts'
import { asError } from '../thrown.ts'
import type { RunFollower } from './following/run-follower.ts'
import { leaveIfDeleted } from './lost-thread.ts'
import type { ThreadReader } from './open-thread.ts'
import { type SessionContext, withRecords } from './session-context.ts'
import type { SessionSnapshot, StateChange } from './session-types.ts'

export interface TimeTravel {
  view(checkpoint_id: string | null): Promise<void>
  updateState(change: StateChange): Promise<void>
}

/** Looking at earlier states, and writing new ones by hand. */
export function createTimeTravel(
  context: SessionContext,
  follower: RunFollower,
  reader: ThreadReader,
): TimeTravel {
  const { store, clock, options, history } = context

  function showState(viewing: ThreadState | null, state: ThreadState): void {
    store.update((snapshot: SessionSnapshot) =>
      withRecords(
        {
          ...snapshot,
          viewing,
          conversation: {
            ...foldState(
              { ...snapshot.conversation, messages: kept(snapshot) },
              state,
              { run_id: null, at: null },
              answeredIds(snapshot.records),
            ),
            steps: viewing ? emptyConversation.steps : snapshot.conversation.steps,
          },
        },
        snapshot.records,
        snapshot.state,
        history,
      ),
    )
    store.flush()
  }

  /** Remains of a stopped run belong to the end of their branch only. */
  function kept({ conversation }: SessionSnapshot) {
    return conversation.messages.filter((item) => item.origin === 'state')
  }

  return {
    async view(checkpoint_id) {
      const { thread_id, state } = store.current()
      if (follower.isFollowing()) {
        throw new Error('A run is at work on the thread: stop it or wait until it has ended.')
      }
      const isNewest = checkpoint_id === null || checkpoint_id === state?.checkpoint?.checkpoint_id
      if (!thread_id || (isNewest && !state)) return
      if (isNewest && state) return showState(null, state)
      const found = await call(options.transport, getThreadStateAt, {
        params: { thread_id, checkpoint_id: checkpoint_id ?? '' },
        signal: context.signal(),
      }).catch((error) => {
        void leaveIfDeleted(context, error)
        throw error
      })
      // A run that began meanwhile is what the conversation shows now.
      if (!follower.isFollowing()) showState(found, found)
    },
    async updateState({ values, as_node, checkpoint_id }) {
      const { thread_id } = store.current()
      if (!thread_id) throw new Error('There is no thread yet.')
      context.ask('change state', null)
      const mine = store.current().actions.at(-1)?.key
      const isMine = (entry: { key: number }) => entry.key === mine
      try {
        const { checkpoint } = await call(options.transport, updateThreadState, {
          params: { thread_id },
          body: {
            values,
            ...(as_node && { as_node }),
            ...(checkpoint_id && { checkpoint_id }),
          },
          signal: context.signal(),
        })
        context.note(isMine, { acceptedAt: clock.now() })
        context.patch({ viewing: null })
        const isRead = await reader.read(true)
        const isThere =
          store.current().state?.checkpoint?.checkpoint_id === checkpoint.checkpoint_id
        if (isRead) {
          context.note(isMine, {
            verifiedAt: clock.now(),
            outcome: isThere ? 'is the newest state' : 'a newer state was made meanwhile',
          })
        }
        store.flush()
        context.changed()
        void history.follow()
      } catch (error) {
        context.note(isMine, { error: asError(error).message })
        store.flush()
        void leaveIfDeleted(context, error)
        throw error
      }
    },
  }
}
