import { cancelErrorNames } from '../../contract/run-events.ts'
import type { EndReason, RunStatus } from '../../contract/runs.ts'
import type { EventMessage, RunEnd, ThreadSnapshot } from '../executor/protocol.ts'
import { deleteCheckpoints } from './checkpoint-store.ts'
import type { EngineContext } from './engine-context.ts'
import { insertEvents } from './run-event-store.ts'
import type { RunLog } from './run-log.ts'
import { deleteRun, lockRun, type RunRow, recordEnd } from './run-store.ts'
import { lockThread, restoreThread, settleThread, type ThreadMark } from './thread-store.ts'

/** How a run ends: as its executor says, or lost with the processes that worked on it. */
export type Ending = RunEnd | { outcome: 'lost'; snapshot: null }

/** What readers of an ended run get: the last event of the stream, and what waiting answers (JSON). */
export interface Farewell {
  event: EventMessage | null
  output: string
  isDeleted: boolean
}

/**
 * Ends a run that is running here, in one transaction (§3): a cancel that was accepted meanwhile
 * goes before what the executor says. Answers null when the run is not this process's any more.
 * `isUntouched` says that the attempt changed nothing on the thread.
 */
export async function endRun(
  context: EngineContext,
  run: Pick<RunRow, 'run_id' | 'thread_id' | 'deployment_id' | 'attempt' | 'claimed_by'>,
  ending: Ending,
  log: RunLog | undefined,
  isUntouched = false,
): Promise<Farewell | null> {
  const now = context.now()
  return context.database.transaction(async (tx) => {
    await lockThread(tx, run.deployment_id, run.thread_id)
    const row = await lockRun(tx, run.run_id)
    const isOurs =
      row?.status === 'running' && row.attempt === run.attempt && row.claimed_by === run.claimed_by
    if (!isOurs) return null
    if (row.cancel_action === 'rollback') {
      await deleteCheckpoints(tx, row.run_id)
      if (row.thread_before) await restoreThread(tx, row.thread_id, row.thread_before, now)
      await deleteRun(tx, row.run_id)
      return { ...stoppedFarewell(row, 'rollback'), isDeleted: true }
    }
    const { status, endReason, error, farewell } = conclusion(row, ending)
    if (!isUntouched) {
      const { snapshot } = ending
      await settleThread(tx, row.thread_id, threadStatus(status, snapshot), snapshot, now)
    }
    const { output, event } = farewell
    await recordEnd(tx, row.run_id, { status, end_reason: endReason, error, output, now })
    if (event && log?.isStored) {
      await insertEvents(tx, row.run_id, [{ id: log.nextId, ...event }])
    }
    return { ...farewell, isDeleted: false }
  })
}

/** For readers of a run that was cancelled before it began (§3). */
export function cancelledBeforeStart(
  run: Pick<RunRow, 'cancel_reason' | 'feedback'>,
  action: 'interrupt' | 'rollback',
): Farewell {
  return { ...stoppedFarewell(run, action), isDeleted: action === 'rollback' }
}

interface Conclusion {
  status: RunStatus
  endReason: EndReason | null
  error: string | null
  farewell: Omit<Farewell, 'isDeleted'>
}

function conclusion(run: RunRow, ending: Ending): Conclusion {
  if (run.cancel_action || ending.outcome === 'stopped') {
    const farewell = stoppedFarewell(run, 'interrupt')
    const endReason = run.cancel_reason ?? 'cancelled'
    return { status: 'interrupted', endReason, error: null, farewell }
  }
  if (ending.outcome === 'success') {
    const output = outputOf(ending.snapshot, run.feedback)
    return { status: 'success', endReason: null, error: null, farewell: { event: null, output } }
  }
  const isLost = ending.outcome === 'lost'
  const error = isLost ? 'ProcessLost' : ending.error
  const message = isLost
    ? `The agent's process ended ${run.attempt} times while it worked on this run, so it was given up.`
    : ending.message
  const endReason = isLost ? 'lost' : 'failed'
  return { status: 'error', endReason, error: message, farewell: failure(run, error, message) }
}

function threadStatus(status: RunStatus, snapshot: ThreadSnapshot | null): ThreadMark['status'] {
  if (status === 'error') return 'error'
  if (!snapshot) return status === 'interrupted' ? 'interrupted' : 'idle'
  return snapshot.next.length > 0 ? 'interrupted' : 'idle'
}

function stoppedFarewell(
  run: Pick<RunRow, 'cancel_reason' | 'feedback'>,
  action: 'interrupt' | 'rollback',
): Omit<Farewell, 'isDeleted'> {
  const why = {
    disconnected: ' because its client disconnected',
    replaced: ' because a newer run took its place',
  }[String(run.cancel_reason)]
  const what =
    action === 'rollback'
      ? 'The run was stopped and rolled back'
      : 'The run was stopped, and its completed steps were kept'
  return failure(run, cancelErrorNames[action], `${what}${why ?? ''}.`)
}

function failure(
  run: Pick<RunRow, 'feedback'>,
  error: string,
  message: string,
): Omit<Farewell, 'isDeleted'> {
  const data = { error, message }
  const feedback = run.feedback ? { __feedback__: run.feedback } : {}
  return {
    event: { event: 'error', data: JSON.stringify(data) },
    output: JSON.stringify({ __error__: data, ...feedback }),
  }
}

/** The final values as JSON, with the open questions and the feedback URLs beside them. */
function outputOf(
  snapshot: ThreadSnapshot | null,
  feedback: Record<string, string> | null,
): string {
  const questions = Object.values(snapshot?.interrupts ?? {}).flat()
  const extra = {
    ...(questions.length > 0 ? { __interrupt__: questions } : {}),
    ...(feedback ? { __feedback__: feedback } : {}),
  }
  const values = snapshot?.values ?? 'null'
  if (Object.keys(extra).length === 0) return values
  // Added to the text, since the values can be large.
  const added = JSON.stringify(extra)
  if (!values.startsWith('{') || values === '{}') return added
  return `${values.slice(0, -1)},${added.slice(1)}`
}
