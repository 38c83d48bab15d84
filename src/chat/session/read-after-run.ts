import { call } from '../../client/api.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import { getThreadState } from '../../contract/agent-server/threads.ts'
import { asError, isAborted } from '../thrown.ts'
import { startsRun } from './action-history.ts'
import { leaveIfDeleted } from './lost-thread.ts'
import { removeStopped } from './remove-run.ts'
import { readPatiently, readRuns } from './server-reads.ts'
import { nextActive, outcomeWords, type SessionContext, withRecords } from './session-context.ts'
import type { TrackedRun } from './session-types.ts'
import { settledSnapshot } from './settle-run.ts'

/**
 * Reads what a run that is over (`read`; null: gone) has left, and puts that on the screen. Returns the
 * run that is active then, or null. Never rejects: a failure is shown.
 */
export async function settleRun(
  context: SessionContext,
  run_id: string,
  read: Run | null,
): Promise<Run | null> {
  const { store, patch, patchRun, clock, options, history } = context
  const signal = context.signal()
  const { thread_id } = store.current()
  if (!thread_id) return null
  const tools = context.retryTools(signal)
  // Reading may take its time: what is known of the run is told meanwhile.
  if (read && store.current().run?.run_id === run_id) patchRun({ record: read })
  try {
    const params = { thread_id }
    const record = isLeftByRollback(store.current().run, read)
      ? await removeStopped({ transport: options.transport, signal }, thread_id, read)
      : read
    // In this order: a run that is over by now is in the state that is read after.
    const records = await readPatiently(tools, () => readRuns(options.transport, thread_id, signal))
    const state = await readPatiently(tools, () =>
      call(options.transport, getThreadState, { params, signal }),
    )
    store.update((snapshot) => {
      const { run } = snapshot
      const settled =
        run?.run_id === run_id
          ? settledSnapshot(snapshot, run, { run_id, record, records, state, at: clock.now() })
          : snapshot
      return withRecords(settled, records, state, history)
    })
    context.note((entry) => entry.run_id === run_id && startsRun(entry), {
      verifiedAt: clock.now(),
      outcome: outcomeWords[store.current().run?.outcome ?? 'other'],
    })
    store.flush()
    if (!record) history.forget()
    else void history.follow()
    context.changed()
    return nextActive(records) ?? null
  } catch (error) {
    if (isAborted(error, signal) || (await leaveIfDeleted(context, error))) return null
    patch({ status: 'failed', error: asError(error), reconnecting: null })
    patchRun({ isFollowed: false })
    store.flush()
    return null
  }
}

/** A roll-back of ours stopped the run, and the server kept it. */
function isLeftByRollback(run: TrackedRun | null, read: Run | null): read is Run {
  const isOurs = run?.cancel?.action === 'rollback' && run.cancel.stage !== 'failed'
  const isStopped = read?.status === 'error' || read?.status === 'interrupted'
  return isOurs && isStopped && run.run_id === read.run_id
}
