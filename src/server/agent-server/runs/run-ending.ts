import { cancelErrorNames } from '../../../contract/agent-server/run-events.ts'
import type { EndReason, RunStatus } from '../../../contract/agent-server/runs.ts'
import type { Queryable } from '../../db/database.ts'
import type { EventMessage, RunEnd, ThreadSnapshot } from '../../executor/protocol.ts'
import { insertEvents } from '../streams/run-event-store.ts'
import type { RunLog } from '../streams/run-log.ts'
import { deleteCheckpoints } from '../threads/checkpoint-writes.ts'
import {
  holdThread,
  restoreThread,
  settleThread,
  type ThreadMark,
} from '../threads/thread-store.ts'
import { planWebhookCall } from '../webhooks/webhook-store.ts'
import type { EngineContext } from './engine-context.ts'
import { withField } from './run-feedback.ts'
import { deleteRun, lockRun, type RunRow, recordEnd } from './run-store.ts'

/** How a run ends: as its executor says, or lost with the processes that worked on it. */
export type Ending = RunEnd | { outcome: 'lost'; snapshot: null }

/** What readers of an ended run get: the last event of the stream, and what waiting answers (JSON). */
export interface Farewell {
  event: EventMessage | null
  output: string
  isDeleted: boolean
  /** Its webhook is to be called. */
  hasWebhook?: boolean
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
    await holdThread(tx, run.deployment_id, run.thread_id)
    const row = await lockRun(tx, run.run_id)
    const isOurs =
      row?.status === 'running' && row.attempt === run.attempt && row.claimed_by === run.claimed_by
    if (!isOurs) return null
    if (row.cancel_action === 'rollback') {
      if (row.thread_before) await undoRun(tx, row, row.thread_before, now)
      await deleteRun(tx, row.run_id)
      await planWebhookCall(tx, row, { ...rolledBack(row), now })
      const hasWebhook = row.webhook !== null
      return { ...stoppedFarewell(row, 'rollback'), isDeleted: true, hasWebhook }
    }
    const { status, endReason, error, farewell } = conclusion(row, ending)
    if (!isUntouched) {
      const { snapshot } = ending
      await settleThread(tx, row.thread_id, threadStatus(status, snapshot), snapshot, now)
    }
    const { output, event } = farewell
    const event_count = log && log.nextId + (event ? 1 : 0)
    const end = { status, end_reason: endReason, error, output, event_count, now }
    await recordEnd(tx, row.run_id, end)
    if (event && log?.isStored) {
      await insertEvents(tx, row.run_id, [{ id: log.nextId, ...event }])
    }
    const values = ending.snapshot?.values ?? null
    await planWebhookCall(tx, row, { status, end_reason: endReason, error, values, now })
    return { ...farewell, isDeleted: false, hasWebhook: row.webhook !== null }
  })
}

/** §3 rollback: takes back what a run did to its thread, which was as `before` when it began. */
export async function undoRun(
  tx: Queryable,
  run: Pick<RunRow, 'run_id' | 'thread_id'>,
  before: ThreadMark,
  now: Date,
): Promise<void> {
  await deleteCheckpoints(tx, run.run_id)
  await restoreThread(tx, run.thread_id, before, now)
}

/** What a webhook is told of a run that is not there any more (§3 rollback). */
export function rolledBack(run: Pick<RunRow, 'cancel_reason'>) {
  const end_reason = run.cancel_reason ?? 'cancelled'
  return { status: 'interrupted' as const, end_reason, error: null, values: null, isDeleted: true }
}

/** For readers of a run that was cancelled before it began (§3). */
export function cancelledBeforeStart(
  run: Pick<RunRow, 'cancel_reason' | 'webhook'>,
  action: 'interrupt' | 'rollback',
): Farewell {
  const isDeleted = action === 'rollback'
  return { ...stoppedFarewell(run, action), isDeleted, hasWebhook: run.webhook !== null }
}

interface Conclusion {
  status: RunStatus
  endReason: EndReason | null
  error: string | null
  farewell: Omit<Farewell, 'isDeleted'>
}

function conclusion(run: RunRow, ending: Ending): Conclusion {
  if (run.cancel_reason === 'deadline') {
    const message =
      'The run took longer than this server allows, so it was stopped. Its completed steps were kept.'
    const farewell = failure('RunTimeout', message)
    return { status: 'timeout', endReason: 'deadline', error: message, farewell }
  }
  if (run.cancel_action || ending.outcome === 'stopped') {
    const farewell = stoppedFarewell(run, 'interrupt')
    const endReason = run.cancel_reason ?? 'cancelled'
    return { status: 'interrupted', endReason, error: null, farewell }
  }
  if (ending.outcome === 'success') {
    const output = outputOf(ending.snapshot)
    return { status: 'success', endReason: null, error: null, farewell: { event: null, output } }
  }
  const isLost = ending.outcome === 'lost'
  const error = isLost ? 'ProcessLost' : ending.error
  const message = isLost
    ? `The agent's process ended ${run.attempt} times while it worked on this run, so it was given up.`
    : ending.message
  const endReason = isLost ? 'lost' : 'failed'
  return { status: 'error', endReason, error: message, farewell: failure(error, message) }
}

function threadStatus(status: RunStatus, snapshot: ThreadSnapshot | null): ThreadMark['status'] {
  if (status === 'error') return 'error'
  if (!snapshot) return status === 'success' ? 'idle' : 'interrupted'
  return snapshot.next.length > 0 ? 'interrupted' : 'idle'
}

function stoppedFarewell(
  run: Pick<RunRow, 'cancel_reason'>,
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
  return failure(cancelErrorNames[action], `${what}${why ?? ''}.`)
}

function failure(error: string, message: string): Omit<Farewell, 'isDeleted'> {
  const data = { error, message }
  return {
    event: { event: 'error', data: JSON.stringify(data) },
    output: JSON.stringify({ __error__: data }),
  }
}

/** The farewell of a run that ended at another process, from what is stored of it. */
export function farewellFrom(output: string | null): Farewell {
  const stored = output ?? 'null'
  // Only an error's output is read; the values of others can be large.
  if (!stored.startsWith('{"__error__":')) return { event: null, output: stored, isDeleted: false }
  const { __error__ } = JSON.parse(stored) as { __error__: object }
  const event = { event: 'error', data: JSON.stringify(__error__) }
  return { event, output: stored, isDeleted: false }
}

/** The final values as JSON, with the open questions beside them. */
function outputOf(snapshot: ThreadSnapshot | null): string {
  const questions = Object.values(snapshot?.interrupts ?? {}).flat()
  const values = snapshot?.values ?? 'null'
  return questions.length > 0 ? withField(values, '__interrupt__', questions) : values
}
