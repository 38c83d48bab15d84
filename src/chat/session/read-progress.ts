import { call } from '../../client/api.ts'
import { getThreadState } from '../../contract/agent-server/threads.ts'
import { foldState } from '../conversation/conversation.ts'
import type { EventLog } from '../conversation/event-log.ts'
import type { SessionContext } from './session-context.ts'

/**
 * Reads the thread's state because nothing comes of the run that is followed: some servers do not
 * stream to who joins late. True when the run has written since; that is on the screen then, unless
 * the stream speaks again, which is newer.
 */
export async function readProgress(
  { store, options, clock }: SessionContext,
  signal: AbortSignal,
  log: EventLog,
): Promise<boolean> {
  const { thread_id, run, state: before } = store.current()
  if (!thread_id || !run?.run_id) return false
  const { count } = log
  const state = await call(options.transport, getThreadState, {
    params: { thread_id },
    signal,
    // Not to know is not to have moved: the run itself was read a moment ago.
  }).catch(() => null)
  if (signal.aborted || state?.metadata?.run_id !== run.run_id) return false
  if (state.checkpoint?.checkpoint_id === before?.checkpoint?.checkpoint_id) return false
  if (log.count !== count) return true
  store.update((snapshot) => ({
    ...snapshot,
    state,
    conversation: foldState(snapshot.conversation, state, {
      run_id: run.run_id,
      at: clock.now(),
    }),
  }))
  store.flush()
  return true
}
