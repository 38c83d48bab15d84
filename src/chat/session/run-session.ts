import type { CancelAction } from '../../contract/agent-server/runs.ts'
import { createFollower } from './following/run-follower.ts'
import { moveToFront } from './move-to-front.ts'
import { createThreadReader } from './open-thread.ts'
import { createCanceller } from './run-canceller.ts'
import { createSessionContext, threadName } from './session-context.ts'
import type { RunSession, RunSessionOptions } from './session-types.ts'
import { createSubmitter } from './submit-run.ts'
import { createTimeTravel } from './time-travel.ts'

/**
 * A session on one thread: it submits, listens, reconnects, cancels and re-reads, and publishes what
 * is so. The server is the truth: a stream's end leads to a read of the run and of the state.
 */
export function createRunSession(options: RunSessionOptions): RunSession {
  const context = createSessionContext(options)
  const { store, patch } = context
  const follower = createFollower(context)
  const canceller = createCanceller(context, follower)
  const reader = createThreadReader(context, follower)
  const submitter = createSubmitter(context, follower, reader)
  const travel = createTimeTravel(context, follower, reader)
  let stopListening: () => void = () => {}

  async function cancel(action: CancelAction, run_id?: string): Promise<void> {
    const { run } = store.current()
    if (run_id && run_id !== run?.run_id) return canceller.cancelQueued(run_id, action)
    return canceller.cancelCurrent(action)
  }

  /** Another tab changed the thread, or voted. */
  function onTold(): void {
    if (context.signal().aborted) return
    void context.feedback?.readAgain()
    if (follower.isFollowing()) void reader.readQueue()
    else void reader.read(true)
  }

  /** The thread may have got its id only now. */
  function listenToTabs(): void {
    stopListening()
    const { thread_id } = store.current()
    const stop = thread_id && options.channel?.listen(threadName(options, thread_id), onTold)
    stopListening = stop || (() => {})
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    feedback: context.feedback,
    feedbackKeys: options.feedbackKeys ?? [],
    keepsVotes: options.keepsVotes ?? false,
    rollbackRefusal: options.rollbackRefusal ?? null,
    transport: options.transport,
    history: context.history,
    async open() {
      if (!context.signal().aborted) return
      context.live()
      listenToTabs()
      await reader.read(false)
    },
    async refresh() {
      if (context.signal().aborted || follower.isFollowing()) return
      // A read is under way that goes on until it is answered.
      if (store.current().reconnecting) return context.wake()
      await reader.read(store.current().opening === 'open')
    },
    async submit(work, submitOptions) {
      const isNew = store.current().thread_id === null
      const result = await submitter.submit(work, submitOptions)
      if (isNew && !context.signal().aborted) listenToTabs()
      return result
    },
    async join(run_id) {
      follower.detach()
      context.ask('listen', run_id)
      const record = store.current().records.find((item) => item.run_id === run_id)
      await follower.join(record ?? { run_id })
    },
    detach() {
      const { run } = store.current()
      context.ask('stop listening', run?.run_id ?? null)
      follower.detach()
      // A bound run is cancelled by our leaving: that too is only true once a read says so.
      if (run?.run_id && run.onDisconnect === 'cancel') void canceller.verifyLeft(run.run_id)
      store.flush()
    },
    interrupt: (run_id) => cancel('interrupt', run_id),
    rollback: (run_id) => cancel('rollback', run_id),
    discard: canceller.discardCurrent,
    moveToFront: (run_id) => moveToFront(context, canceller, submitter, run_id),
    retryNow() {
      context.wake()
      follower.lookAgain()
      if (context.history.getSnapshot().error) void context.history.refresh()
    },
    view: travel.view,
    updateState: travel.updateState,
    close() {
      stopListening()
      context.leave()
      follower.detach()
      patch({ opening: 'closed', status: 'idle', reconnecting: null })
      store.flush()
    },
  }
}
