import { cancelErrorNames, unknownInterrupt } from '../../../contract/agent-server/run-events.ts'
import type { EndReason, RunStatus } from '../../../contract/agent-server/runs.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { Queryable } from '../../db/database.ts'
import type { EventMessage, RunEnd, ThreadSnapshot } from '../../executor/protocol/run-order.ts'
import { plainOutput, storedOutput } from '../../run-output.ts'
import { takeBackUsage } from '../../usage/usage-store.ts'
import type { EngineContext } from '../engine-context.ts'
import type { RunRow } from '../run-row.ts'
import { type Claim, deleteRun, lockHeld, recordEnd } from '../run-store/run-life-cycle.ts'
import { insertEvents } from '../streams/log/run-event-store.ts'
import type { RunLog } from '../streams/log/run-log.ts'
import { deleteCheckpoints, deleteResults } from '../threads/checkpoint-writes.ts'
import {
  holdThread,
  restoreThread,
  settleThread,
  type ThreadMark,
} from '../threads/thread-store.ts'
import { planWebhookCall } from '../webhooks/webhook-store.ts'
import { withField } from './run-feedback.ts'

/** How a run ends: as its executor says, or lost with the processes that worked on it. */
export type Ending = (RunEnd | { outcome: 'lost'; snapshot: null; reason?: string | undefined }) & {
  /** Of the attempt that ends it. */
  first_token_at?: Date | null
}

/** What readers of an ended run get: the last event of the stream, and what waiting answers (JSON). */
export interface TerminalEvent {
  event: EventMessage | null
  output: string
  isDeleted: boolean
  /** Its webhook is to be called. */
  hasWebhook?: boolean
}

/**
 * Ends a run that is running here, in one transaction (§3): a cancel that was accepted meanwhile
 * goes before what the executor says. Answers null when the attempt has the run no more.
 * `isUntouched` says that the attempt changed nothing on the thread.
 */
export async function endRun(
  context: Pick<EngineContext, 'database' | 'now'>,
  run: Claim & Pick<RunRow, 'thread_id' | 'deployment_id'>,
  ending: Ending,
  log: RunLog | undefined,
  isUntouched = false,
): Promise<TerminalEvent | null> {
  const now = context.now()
  const stored = ending.outcome === 'success' ? await storedOutput(outputOf(ending.snapshot)) : null
  return context.database.transaction(async (tx) => {
    await holdThread(tx, run.deployment_id, run.thread_id)
    const row = await lockHeld(tx, run)
    if (!row) return null
    if (row.cancel_action === 'rollback') {
      if (row.thread_before) await undoRun(tx, row, row.thread_before, now)
      await takeBackUsage(tx, row.run_id)
      await deleteRun(tx, row.run_id)
      await planWebhookCall(tx, row, { ...rolledBack(row), now })
      const hasWebhook = row.webhook !== null
      return { ...stoppedTerminal(row, 'rollback'), isDeleted: true, hasWebhook }
    }
    const { status, endReason, error, terminal } = conclusion(row, ending)
    const { event } = terminal
    const output = status === 'success' && stored ? stored : plainOutput(terminal.output)
    const { snapshot, first_token_at } = ending
    const event_count = log && log.nextId + (event ? 1 : 0)
    const told = { output, event_count, answer: snapshot?.answer ?? null, first_token_at }
    const last = log && event ? [{ id: log.nextId, ...event, at: Date.now() }] : []
    const end = { status, end_reason: endReason, error }
    // None of them waits for another one's answer.
    await Promise.all([
      !isUntouched && settleThread(tx, row.thread_id, threadStatus(status, ending), snapshot, now),
      // Or no later run could begin on them.
      !isUntouched && snapshot?.hides_results && deleteResults(tx, row),
      recordEnd(tx, row.run_id, { ...end, ...told, now }),
      // Somebody elsewhere may have begun to follow it just now: what was not stored for them yet is here.
      log &&
        (row.is_logged || log.isStored) &&
        insertEvents(tx, row.run_id, [...log.unstored, ...last]),
      planWebhookCall(tx, row, { ...end, values: snapshot?.values ?? null, now }),
    ])
    return { ...terminal, isDeleted: false, hasWebhook: row.webhook !== null }
  })
}

/**
 * §3 rollback: takes back what a run did to its thread, which was as `before` when it began. Every row
 * that a run writes bears its id, and nothing can have been built on them: a thread has one running run
 * at a time, and the next one begins only when this one is gone.
 */
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
): TerminalEvent {
  const isDeleted = action === 'rollback'
  return { ...stoppedTerminal(run, action), isDeleted, hasWebhook: run.webhook !== null }
}

interface Conclusion {
  status: RunStatus
  endReason: EndReason | null
  error: string | null
  terminal: Omit<TerminalEvent, 'isDeleted'>
}

function conclusion(run: RunRow, ending: Ending): Conclusion {
  if (run.cancel_reason === 'deadline') {
    const message =
      'The run took longer than it may here, so it was stopped. Its completed steps were kept.'
    const terminal = failure('RunTimeout', message)
    return { status: 'timeout', endReason: 'deadline', error: message, terminal }
  }
  if (run.cancel_action || ending.outcome === 'stopped') {
    const terminal = stoppedTerminal(run, 'interrupt')
    const endReason = run.cancel_reason ?? 'cancelled'
    return { status: 'interrupted', endReason, error: null, terminal }
  }
  if (ending.outcome === 'success') {
    const output = outputOf(ending.snapshot)
    return { status: 'success', endReason: null, error: null, terminal: { event: null, output } }
  }
  const isLost = ending.outcome === 'lost'
  const error = isLost ? 'ProcessLost' : ending.error
  const message = isLost ? lostInWords(run.attempt, ending.reason) : ending.message
  const endReason = isLost ? 'lost' : 'failed'
  return { status: 'error', endReason, error: message, terminal: failure(error, message) }
}

function lostInWords(times: number, reason: string | undefined): string {
  const lost = `The agent's process ended ${times} times while it worked on this run, so it was given up.`
  return reason ? `${lost} ${reason}` : lost
}

function threadStatus(status: RunStatus, ending: Ending): ThreadMark['status'] {
  const { snapshot } = ending
  // Whose answer was refused has changed nothing: the thread waits as before.
  const isRefused = ending.outcome === 'failed' && ending.error === unknownInterrupt
  if (status === 'error' && !isRefused) return 'error'
  if (!snapshot) return status === 'success' ? 'idle' : 'interrupted'
  return snapshot.next.length > 0 ? 'interrupted' : 'idle'
}

/** Of a run that is rolled back nothing is left that could say why: its readers at all processes are told the same. */
function stoppedTerminal(
  run: Pick<RunRow, 'cancel_reason'>,
  action: 'interrupt' | 'rollback',
): Omit<TerminalEvent, 'isDeleted'> {
  const why = {
    disconnected: ' because its client disconnected',
    replaced: ' because a newer run took its place',
  }[String(run.cancel_reason)]
  const what =
    action === 'rollback'
      ? 'The run was stopped and rolled back'
      : `The run was stopped, and its completed steps were kept${why ?? ''}`
  return failure(cancelErrorNames[action], `${what}.`)
}

function failure(error: string, message: string): Omit<TerminalEvent, 'isDeleted'> {
  const data = { error, message }
  return {
    event: { event: 'error', data: writeJson(data) },
    output: writeJson({ __error__: data }),
  }
}

/** The terminal of a run that ended at another process, from what is stored of it. */
export function terminalFrom(output: string | null): TerminalEvent {
  const stored = output ?? 'null'
  // Only an error's output is read; the values of others can be large.
  if (!stored.startsWith('{"__error__":')) return { event: null, output: stored, isDeleted: false }
  const { __error__ } = parseJson(stored) as { __error__: object }
  const event = { event: 'error', data: writeJson(__error__) }
  return { event, output: stored, isDeleted: false }
}

/** The final values as JSON, with the open questions beside them. */
function outputOf(snapshot: ThreadSnapshot | null): string {
  const questions = Object.values(snapshot?.interrupts ?? {}).flat()
  const values = snapshot?.values ?? 'null'
  return questions.length > 0 ? withField(values, '__interrupt__', questions) : values
}
