import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { getThreadState } from '../../contract/agent-server/threads.ts'
import { EventLog } from '../conversation/event-log.ts'
import { readRuns } from './server-reads.ts'
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
  const isGone = await isDeleted(options.transport, thread_id, signal)
  if (!isGone || signal.aborted || store.current().thread_id !== thread_id) return false
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

/** Some servers have an empty state of every thread, and no runs of one that is not there. */
async function isDeleted(transport: Transport, thread_id: string, signal: AbortSignal) {
  try {
    const state = await call(transport, getThreadState, { params: { thread_id }, signal })
    if (state.checkpoint?.checkpoint_id) return false
    await readRuns(transport, thread_id, signal)
    return false
  } catch (error) {
    return isNotFound(error)
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'http' && error.status === 404
}
