import type { CancelAction } from '../contract/runs.ts'
import { cancelAndVerify, verifyEnded } from './cancel-run.ts'
import { asError } from './follow-run.ts'
import type { Follower } from './run-follower.ts'
import { isAborted, readPatiently, readRuns } from './server-reads.ts'
import { type SessionContext, withRecords } from './session-context.ts'
import type { CancelRequest } from './session-types.ts'

export interface Canceller {
  /** Before the run has a name the cancel waits for it. */
  cancelCurrent(action: CancelAction): Promise<void>
  cancelQueued(run_id: string, action: CancelAction): Promise<void>
  /** We left a run that is bound to its listener: reads until the server has ended it. */
  verifyLeft(run_id: string): Promise<void>
}

export function createCanceller(
  context: SessionContext,
  follower: Follower,
  lifeSignal: () => AbortSignal,
): Canceller {
  const { store, patchRun, clock, options } = context
  const tools = () => ({ transport: options.transport, clock, signal: lifeSignal() })

  follower.onNamed = (run_id) => {
    const { run } = store.current()
    if (run?.cancel?.stage === 'queued') void send(run_id, run.cancel.action)
  }

  function report(run_id: string, change: Partial<CancelRequest>): void {
    store.update((snapshot) => {
      const { run, queuedCancels } = snapshot
      if (run?.run_id === run_id && run.cancel) {
        return { ...snapshot, run: { ...run, cancel: { ...run.cancel, ...change } } }
      }
      const queued = queuedCancels[run_id]
      if (!queued) return snapshot
      return {
        ...snapshot,
        queuedCancels: { ...queuedCancels, [run_id]: { ...queued, ...change } },
      }
    })
    store.flush()
  }

  async function send(run_id: string, action: CancelAction): Promise<void> {
    const { thread_id } = store.current()
    if (!thread_id) return
    const signal = lifeSignal()
    store.update((snapshot) => ({
      ...snapshot,
      ownCancels: [...snapshot.ownCancels.filter((id) => id !== run_id), run_id],
    }))
    report(run_id, { stage: 'asked', error: null })
    try {
      const params = { thread_id, run_id }
      const ended = await cancelAndVerify(tools(), params, action, (change) =>
        report(run_id, change),
      )
      if (!ended) return
      // The reader is closed only now: closing it first would race with the cancel.
      if (store.current().run?.run_id === run_id) await follower.settle(run_id, ended.record)
      else await readQueue(thread_id, run_id)
    } catch (error) {
      if (!isAborted(error, signal)) report(run_id, { stage: 'failed', error: asError(error) })
    }
  }

  async function readQueue(thread_id: string, cancelled: string): Promise<void> {
    const signal = lifeSignal()
    const records = await readPatiently(context.retryTools(signal), () =>
      readRuns(options.transport, thread_id, signal),
    )
    store.update((snapshot) => {
      const { [cancelled]: _done, ...queuedCancels } = snapshot.queuedCancels
      return withRecords({ ...snapshot, queuedCancels }, records, snapshot.state)
    })
    store.flush()
    options.onRunsChanged?.()
  }

  return {
    async cancelCurrent(action) {
      const { run } = store.current()
      if (run?.outcome !== 'active') return
      const isUnderWay = run.cancel && run.cancel.stage !== 'failed'
      if (isUnderWay && run.cancel?.action === action) return
      patchRun({ cancel: newRequest(action, clock.now()) })
      store.flush()
      if (run.run_id) await send(run.run_id, action)
    },
    async cancelQueued(run_id, action) {
      const request = newRequest(action, clock.now())
      store.update((snapshot) => ({
        ...snapshot,
        queuedCancels: { ...snapshot.queuedCancels, [run_id]: request },
      }))
      store.flush()
      await send(run_id, action)
    },
    async verifyLeft(run_id) {
      const { thread_id } = store.current()
      const signal = lifeSignal()
      if (!thread_id) return
      try {
        const ended = await verifyEnded(tools(), { thread_id, run_id })
        if (ended) await follower.settle(run_id, ended.record)
      } catch (error) {
        if (isAborted(error, signal)) return
        context.patch({ status: 'failed', error: asError(error) })
        store.flush()
      }
    },
  }
}

function newRequest(action: CancelAction, askedAt: number): CancelRequest {
  return { action, stage: 'queued', askedAt, acceptedAt: null, verifiedAt: null, error: null }
}
