import {
  type CancelAction,
  type CancelOutcome,
  type EndReason,
  isActive,
} from '../../../contract/agent-server/runs.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { plainOutput } from '../../run-output.ts'
import { takeBackUsage } from '../../usage/usage-store.ts'
import type { AuthFilter } from '../access/auth-filter.ts'
import { unknownRun, unknownThread } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import {
  type CancelCause,
  countStart,
  deleteRun,
  recordEnd,
  requestCancel,
} from '../run-store/run-life-cycle.ts'
import { findRun, listBusyThreads, lockActiveRuns, lockRun } from '../run-store/run-store.ts'
import { insertEvents, nextEventId } from '../streams/log/run-event-store.ts'
import { readStaleThreads } from '../threads/stale-threads.ts'
import { matchesFilter } from '../threads/thread-search.ts'
import { findThread, holdThread, settleThread } from '../threads/thread-store.ts'
import { planWebhookCall } from '../webhooks/webhook-store.ts'
import { cancelledBeforeStart, rolledBack, type TerminalEvent, undoRun } from './run-ending.ts'

interface RunKey {
  deployment_id: string
  thread_id: string
  run_id: string
}

/** What follows a cancel once its transaction is committed. */
export type CancelStep =
  | {
      kind: 'ended'
      run_id: string
      terminal: TerminalEvent
      /** The deployment with a thread whose state is to be read again. */
      unread: string | null
    }
  | { kind: 'stopping'; run_id: string }

/**
 * Cancels an active run within a transaction (§3): a waiting one at once, a working one by asking
 * it to stop.
 */
export async function cancelWithin(
  tx: Queryable,
  run: RunRow,
  action: CancelAction,
  cause: CancelCause,
  now: Date,
): Promise<CancelStep> {
  const { run_id } = run
  if (run.status === 'running') {
    await requestCancel(tx, run_id, action, cause, now)
    return { kind: 'stopping', run_id }
  }
  const cancelled = { ...run, cancel_reason: cause.reason }
  const terminal = cancelledBeforeStart(cancelled, action)
  // It may have begun and be waiting to go on.
  const { thread_before: before } = run
  if (action === 'rollback') {
    if (before) await undoRun(tx, run, before, now)
    await takeBackUsage(tx, run_id)
    await deleteRun(tx, run_id)
    await planWebhookCall(tx, run, { ...rolledBack(cancelled), now })
    return { kind: 'ended', run_id, terminal, unread: null }
  }
  await countStart(tx, run)
  const { output, event } = terminal
  const end = { status: 'interrupted' as const, end_reason: cause.reason, error: null, now }
  await recordEnd(tx, run_id, {
    ...end,
    output: plainOutput(output),
    replaced_by: cause.replaced_by,
  })
  if (before) await settleThread(tx, run.thread_id, 'interrupted', null, now)
  if (event && run.is_logged) {
    const id = await nextEventId(tx, run_id)
    await insertEvents(tx, run_id, [{ id, ...event, at: Date.now() }])
  }
  await planWebhookCall(tx, run, { ...end, values: null })
  return { kind: 'ended', run_id, terminal, unread: before ? run.deployment_id : null }
}

/** Stops a run whose cancel is recorded, wherever it works. */
function requestStop({ attempts, cluster }: RunEngine, runId: string): void {
  if (!attempts.stop(runId)) cluster.notices.send({ kind: 'stop', run_id: runId })
}

/** Tells the readers of cancelled runs, and those that execute them. */
export function followCancel(engine: RunEngine, steps: readonly CancelStep[]): void {
  for (const step of steps) {
    if (step.kind === 'stopping') requestStop(engine, step.run_id)
    else {
      engine.ends.announce(step.run_id, step.terminal)
      if (step.unread) readStaleThreads(engine, step.unread)
    }
  }
}

/**
 * §3: cancels one run; resolves when that is recorded, `done` when the run has ended. Rejects with
 * 404 for an unknown run and 409 for one that is neither pending nor running.
 */
export async function cancelRun(
  engine: RunEngine,
  key: RunKey,
  action: CancelAction,
  reason: EndReason,
): Promise<{ done: Promise<void> }> {
  const waiting = engine.ends.wait(key.run_id)
  try {
    const step = await engine.database.transaction(async (tx) => {
      await holdThread(tx, key.deployment_id, key.thread_id)
      const run = await lockRun(tx, key.run_id)
      const isFound = run?.thread_id === key.thread_id && run.deployment_id === key.deployment_id
      if (!run || !isFound) throw unknownRun()
      if (!isActive(run)) {
        throw new HttpError(
          409,
          `The run has ended with the status “${run.status}”. Only a pending or running run can be cancelled.`,
        )
      }
      return cancelWithin(tx, run, action, { reason }, engine.now())
    })
    followCancel(engine, [step])
    return { done: waiting.ended }
  } catch (error) {
    waiting.forget()
    throw error
  }
}

/** Cancels a run whose bound client went away (§3), if it is still active. */
export async function cancelDropped(engine: RunEngine, key: RunKey): Promise<void> {
  try {
    await cancelRun(engine, key, 'interrupt', 'disconnected')
  } catch (error) {
    // It had ended, or was rolled back, before its client left.
    if (!(error instanceof HttpError)) throw error
  }
}

/** Which runs a bulk cancel is for (§2.8). */
export type CancelSelection =
  | { thread_id: string; run_ids: string[] }
  | { status: 'pending' | 'running' | 'all' }

/**
 * §2.8: cancels several runs; the answer tells what became of each. Asking again is harmless. By
 * status: every run in that status on all threads of the deployment that the project's own authorization lets
 * through (`allowed`).
 */
export async function cancelRuns(
  engine: RunEngine,
  deploymentId: string,
  selection: CancelSelection,
  action: CancelAction,
  allowed: AuthFilter | null,
): Promise<{ outcomes: CancelOutcome[]; done: Promise<void> }> {
  if ('thread_id' in selection) return cancelListed(engine, deploymentId, selection, action)
  const { status } = selection
  const outcomes: CancelOutcome[] = []
  const waits: Promise<void>[] = []
  for (const thread_id of await listBusyThreads(engine.database, deploymentId)) {
    if (!(await matchesFilter(engine.database, thread_id, allowed))) continue
    const key = { deployment_id: deploymentId, thread_id }
    const isChosen = (run: RunRow) => status === 'all' || run.status === status
    const cancelled = await cancelOnThread(engine, key, isChosen, action)
    outcomes.push(...cancelled.runs.map((run) => outcomeOf(run, 'cancelled')))
    waits.push(...cancelled.waits)
  }
  return { outcomes, done: Promise.all(waits).then(() => {}) }
}

/**
 * One thread at a time, so that a bulk cancel never holds what others wait for; and all of its runs at
 * once, so that none of them starts when the one before it is gone.
 */
async function cancelOnThread(
  engine: RunEngine,
  key: Pick<RunKey, 'deployment_id' | 'thread_id'>,
  isChosen: (run: RunRow) => boolean,
  action: CancelAction,
): Promise<{ runs: RunRow[]; waits: Promise<void>[] }> {
  const waits: ReturnType<RunEngine['ends']['wait']>[] = []
  try {
    const made = await engine.database.transaction(async (tx) => {
      await holdThread(tx, key.deployment_id, key.thread_id)
      const chosen = (await lockActiveRuns(tx, key)).filter(isChosen)
      const steps: CancelStep[] = []
      for (const run of chosen) {
        waits.push(engine.ends.wait(run.run_id))
        steps.push(await cancelWithin(tx, run, action, { reason: 'cancelled' }, engine.now()))
      }
      return { runs: chosen, steps }
    })
    followCancel(engine, made.steps)
    return { runs: made.runs, waits: waits.map(({ ended }) => ended) }
  } catch (error) {
    for (const { forget } of waits) forget()
    throw error
  }
}

async function cancelListed(
  engine: RunEngine,
  deploymentId: string,
  { thread_id, run_ids }: { thread_id: string; run_ids: string[] },
  action: CancelAction,
): Promise<{ outcomes: CancelOutcome[]; done: Promise<void> }> {
  if (!(await findThread(engine.database, deploymentId, thread_id))) throw unknownThread(thread_id)
  const ids = new Set(run_ids.map((id) => id.toLowerCase()))
  const key = { deployment_id: deploymentId, thread_id }
  const isChosen = (run: RunRow) => ids.has(run.run_id)
  const { runs, waits } = await cancelOnThread(engine, key, isChosen, action)
  const cancelled = new Set(runs.map(({ run_id }) => run_id))
  const outcomes: CancelOutcome[] = []
  for (const run_id of ids) {
    const run = { ...key, run_id }
    const isThere = cancelled.has(run_id) || (await findRun(engine.database, run))
    const outcome = isThere ? 'not_active' : 'not_found'
    outcomes.push(outcomeOf(run, cancelled.has(run_id) ? 'cancelled' : outcome))
  }
  return { outcomes, done: Promise.all(waits).then(() => {}) }
}

function outcomeOf(run: { run_id: string; thread_id: string }, outcome: string): CancelOutcome {
  return { run_id: run.run_id, thread_id: run.thread_id, outcome }
}
