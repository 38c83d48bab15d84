import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { getThreadState } from '../../contract/agent-server/threads.ts'
import { EventLog } from '../conversation/event-log.ts'
import { emptySnapshot, type SessionContext, threadName } from './session-context.ts'

/**
 * A request was refused with 404. If that is because the thread was deleted, as a read of it proves, all that was
 * shown of it goes at once: no run is at work, nothing waits, and what is sent next begins a new thread. What is
 * typed is the composer's, and stays. True when it was so; every other failure changes nothing here.
 */
export async function leaveIfDeleted(context: SessionContext, error: unknown): Promise<boolean> {
  const { store, options, history } = context
  const { thread_id } = store.current()
  const signal = context.signal()
  if (!thread_id || !isNotFound(error)) return false
  const proof = await call(options.transport, getThreadState, {
    params: { thread_id },
    signal,
  }).catch((cause: unknown) => cause)
  if (!isNotFound(proof) || signal.aborted || store.current().thread_id !== thread_id) return false
  // Whatever still listens to it, or waits for one of its runs, ends here.
  context.leave()
  context.live()
  const { actions, returned, conversation } = store.current()
  const parts = [...conversation.messages, ...conversation.interrupts]
  store.update(() => ({
    ...emptySnapshot,
    thread_id: null,
    log: new EventLog(),
    opening: 'open',
    actions,
    returned,
    isLost: true,
    lost: [thread_id, ...parts.flatMap(({ id }) => id ?? [])],
  }))
  store.flush()
  history.forget()
  options.channel?.tell(threadName(options, thread_id))
  options.onThreadLost?.()
  options.onRunsChanged?.()
  return true
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'http' && error.status === 404
}
