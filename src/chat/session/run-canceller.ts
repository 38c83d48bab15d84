import { type CancelTools, cancelAndVerify, readEnded } from '../../client/cancel-run.ts'
import { stateBefore } from '../../client/state-before.ts'
import type { CancelAction, Run } from '../../contract/agent-server/runs.ts'
import { pause } from '../clock.ts'
import type { RollbackProof } from '../conversation/runs/rollback-proof.ts'
import { asError, isAborted } from '../thrown.ts'
import type { ActionEntry } from './action-history.ts'
import type { RunFollower } from './following/run-follower.ts'
import { removeRun } from './remove-run.ts'
import { readPatiently, readRuns } from './server-reads.ts'
import { type SessionContext, withRecords } from './session-context.ts'
import type { CancelRequest, SessionSnapshot } from './session-types.ts'

export interface Canceller {
  /** Before the run has a name the cancel waits for it. */
  cancelCurrent(action: CancelAction): Promise<void>
  cancelQueued(run_id: string, action: CancelAction): Promise<void>
  /** Deletes the current run, which a cancel does not end. */
  discardCurrent(): Promise<void>
  /** We left a run that is bound to its listener: reads until the server has ended it. */
  verifyLeft(run_id: string): Promise<void>
}

export function createCanceller(context: SessionContext, follower: RunFollower): Canceller {
  const { store, patchRun, clock, options } = context
  const { transport } = options

  function tools(): CancelTools {
    const signal = context.signal()
    return { transport, signal, pause: (ms) => pause(clock, ms, signal) }
  }

  follower.onNamed = (run_id) => {
    const { run } = store.current()
    if (run?.cancel?.stage === 'queued') void send(run_id, run.cancel.action)
  }

  const noteCancel = (run_id: string, change: Partial<ActionEntry>) =>
    context.note((entry) => isCancelOf(entry, run_id), { run_id, ...change })

  function report(run_id: string, change: Partial<CancelRequest>): void {
    if (change.acceptedAt) noteCancel(run_id, { acceptedAt: change.acceptedAt })
    // Once a read has said that the run is over, reads tell what came of the cancel, and no late answer to it.
    if (follower.isOver(run_id)) return
    if (change.error) noteCancel(run_id, { error: change.error.message })
    store.update((snapshot) => withCancel(snapshot, run_id, change))
    store.flush()
  }

  async function send(run_id: string, action: CancelAction): Promise<void> {
    const { thread_id } = store.current()
    if (!thread_id) return
    const signal = context.signal()
    store.update((snapshot) => ({
      ...snapshot,
      ownCancels: [...snapshot.ownCancels.filter((id) => id !== run_id), run_id],
    }))
    report(run_id, { stage: 'asked', error: null })
    try {
      const params = { thread_id, run_id }
      const accepted = () => report(run_id, { stage: 'accepted', acceptedAt: clock.now() })
      let record: Run | null = null
      try {
        record = (await cancelAndVerify(tools(), params, action, accepted)).run
      } catch (error) {
        // Who has followed the run to its end knows more than a cancel that failed.
        if (!follower.isOver(run_id)) throw error
      }
      // The reader is closed only now: closing it first would race with the cancel.
      if (store.current().run?.run_id === run_id) await follower.settle(run_id, record)
      else await readQueue(context, thread_id, run_id)
      noteCancel(run_id, {
        verifiedAt: clock.now(),
        outcome: provenWords(store.current(), run_id, record),
      })
      store.flush()
    } catch (error) {
      if (!isAborted(error, signal)) report(run_id, { stage: 'failed', error: asError(error) })
    }
  }

  return {
    async cancelCurrent(action) {
      const { run } = store.current()
      if (run?.outcome !== 'active') return
      const isUnderWay = run.cancel && run.cancel.stage !== 'failed'
      if (isUnderWay && run.cancel?.action === action) return
      patchRun({ cancel: newRequest(action, clock.now()) })
      context.ask(action === 'rollback' ? 'roll back' : 'stop', run.run_id)
      store.flush()
      if (action === 'rollback' && run.run_id && !run.before) {
        // Not waited for: stopping comes first. Without it the roll-back is reported as not compared.
        void rememberBefore(context, run.run_id).catch(() => undefined)
      }
      if (run.run_id) await send(run.run_id, action)
    },
    async cancelQueued(run_id, action) {
      const request = newRequest(action, clock.now())
      store.update((snapshot) => ({
        ...snapshot,
        queuedCancels: { ...snapshot.queuedCancels, [run_id]: request },
      }))
      context.ask(action === 'rollback' ? 'roll back' : 'stop', run_id)
      store.flush()
      await send(run_id, action)
    },
    async discardCurrent() {
      const { run, thread_id } = store.current()
      if (run?.outcome !== 'active' || !run.run_id || !thread_id) return
      const { run_id } = run
      const signal = context.signal()
      patchRun({ cancel: { ...newRequest('rollback', clock.now()), stage: 'asked' } })
      context.ask('discard', run_id)
      store.flush()
      try {
        const record = await removeRun(tools(), { thread_id, run_id })
        if (record) throw new Error('The server took the deletion, and the run is still there.')
        report(run_id, { stage: 'accepted', acceptedAt: clock.now() })
        await follower.settle(run_id, null)
        noteCancel(run_id, {
          verifiedAt: clock.now(),
          outcome: provenWords(store.current(), run_id, null),
        })
        store.flush()
      } catch (error) {
        if (!isAborted(error, signal)) report(run_id, { stage: 'failed', error: asError(error) })
      }
    },
    async verifyLeft(run_id) {
      const { thread_id } = store.current()
      const signal = context.signal()
      if (!thread_id) return
      try {
        await follower.settle(run_id, await readEnded(tools(), { thread_id, run_id }))
      } catch (error) {
        if (isAborted(error, signal)) return
        context.patch({ status: 'failed', error: asError(error) })
        store.flush()
      }
    },
  }
}

/** The newest cancel of a run in the action history is meant; before the run had a name it is the one without. */
function isCancelOf({ action, run_id }: ActionEntry, wanted: string): boolean {
  const isCancel = ['stop', 'roll back', 'discard'].includes(action)
  return isCancel && (run_id === wanted || run_id === null)
}

/** What became of the cancel of a run, whether that is the current one or waits. */
function withCancel(
  snapshot: SessionSnapshot,
  run_id: string,
  change: Partial<CancelRequest>,
): SessionSnapshot {
  const { run, queuedCancels } = snapshot
  if (run?.run_id === run_id && run.cancel) {
    return { ...snapshot, run: { ...run, cancel: { ...run.cancel, ...change } } }
  }
  const queued = queuedCancels[run_id]
  if (!queued) return snapshot
  return { ...snapshot, queuedCancels: { ...queuedCancels, [run_id]: { ...queued, ...change } } }
}

/** Found only while the run is there: afterwards nothing tells what came before it. */
async function rememberBefore({ store, patchRun, ...context }: SessionContext, run_id: string) {
  const { thread_id } = store.current()
  if (!thread_id) return
  const { transport } = context.options
  const found = await stateBefore(transport, { thread_id, run_id }, context.signal())
  const { run } = store.current()
  // A run of which nothing is there may be rolled back already: then this is the state after it.
  if (found.hasWritten && run?.run_id === run_id && !run.before) patchRun({ before: found.state })
}

/** The runs that wait, after one of them was cancelled. */
async function readQueue(context: SessionContext, thread_id: string, cancelled: string) {
  const { store, options, history } = context
  const signal = context.signal()
  const records = await readPatiently(context.retryTools(signal), () =>
    readRuns(options.transport, thread_id, signal),
  )
  store.update((snapshot) => {
    const { [cancelled]: _done, ...queuedCancels } = snapshot.queuedCancels
    return withRecords({ ...snapshot, queuedCancels }, records, snapshot.state, history)
  })
  store.flush()
  context.changed()
}

/** What the reads after a cancel proved. */
function provenWords({ run }: SessionSnapshot, run_id: string, record: Run | null): string {
  if (run?.run_id === run_id && run.cancel) {
    const { stage, proof } = run.cancel
    if (stage === 'missed') return 'it had ended by itself'
    if (stage === 'not_removed') return 'stopped, but the run is still there'
    return proof ? `rolled back, ${proofWords[proof]}` : 'stopped'
  }
  return record ? record.status : 'gone'
}

const proofWords: Record<RollbackProof, string> = {
  same: 'the state is as before the run',
  different: 'but the state is not as before the run',
  unknown: 'the state before the run is not known here',
}

function newRequest(action: CancelAction, askedAt: number): CancelRequest {
  return {
    action,
    stage: 'queued',
    proof: null,
    askedAt,
    acceptedAt: null,
    verifiedAt: null,
    error: null,
  }
}
