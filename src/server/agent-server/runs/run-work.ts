import type { EventMessage, RunEnd } from '../../executor/protocol.ts'
import type { RunLog } from '../streams/run-log.ts'
import { hasCheckpoints } from '../threads/checkpoint-store.ts'
import { deleteWrites } from '../threads/checkpoint-writes.ts'
import { refreshStaleThreads } from '../threads/stale-threads.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { asError, type EngineContext } from './engine-context.ts'
import { type EngineLimits, runLimitMs } from './engine-limits.ts'
import { blame, tryAgain, uncounted } from './lost-runs.ts'
import { lookAtStart, requeueRun } from './run-claims.ts'
import { type Ending, endRun, type Farewell } from './run-ending.ts'
import { feedbackEvent } from './run-feedback.ts'
import { orderOf } from './run-request.ts'
import { lockRun, type RunRow, requestCancel } from './run-store.ts'

/** Has the runs of this process executed: from the claim of each to its end, or until it is given back. */
export class RunWork {
  readonly #context: EngineContext
  readonly #attempts: Attempts
  readonly #limits: EngineLimits
  readonly #announce: (runId: string, farewell: Farewell) => void
  readonly #kick: () => void

  constructor(
    context: EngineContext,
    parts: {
      attempts: Attempts
      limits: EngineLimits
      /** Tells whoever listens or waits how a run has ended, and looks for the next one. */
      announce(runId: string, farewell: Farewell): void
      /** Looks for runs that can start. */
      kick(): void
    },
  ) {
    this.#context = context
    this.#attempts = parts.attempts
    this.#limits = parts.limits
    this.#announce = parts.announce
    this.#kick = parts.kick
  }

  /** Starts a run that was taken. Never fails: a run that cannot be started ends with an error. */
  begin(attempt: Attempt): void {
    this.#start(attempt).catch(async (error) => {
      this.#report(error)
      const message = 'The server could not start the run; its log says why.'
      await this.#settle(attempt, { outcome: 'failed', error: 'Error', message, snapshot: null })
      attempt.served.release(attempt.run.run_id)
    })
  }

  /** Events of an executor; resolves when they are kept. */
  async onEvents(runId: string, events: EventMessage[]): Promise<void> {
    await this.#attempts.get(runId)?.log.append(events).catch(this.#report)
  }

  onEnded(runId: string, end: RunEnd): void {
    const attempt = this.#attempts.get(runId)
    if (attempt) void this.#settle(attempt, end)
  }

  /** The process of an executor is gone with the runs that it worked on. */
  onLost(runIds: string[]): void {
    const lost = runIds.flatMap((runId) => this.#attempts.get(runId) ?? [])
    for (const { run, verdict } of blame(lost)) {
      const attempt = this.#attempts.get(run.run_id)
      if (attempt) this.#attempts.end(attempt)
      this.giveBack(run, verdict).catch(this.#report)
    }
  }

  /** A run whose process is gone: cancelled as asked, tried again, or given up. */
  async giveBack(run: RunRow, verdict: Parameters<typeof tryAgain>[2]): Promise<void> {
    const { logs, signals } = this.#context
    const log = await logs.takeUp(run)
    // Whoever listens here may have to follow the run to another process.
    if (signals.isShared) await logs.store(run.run_id)
    await log.flush()
    if (await tryAgain(this.#context, run, verdict)) return this.#kick()
    await this.#conclude(run, { outcome: 'lost', snapshot: null }, log)
    await refreshStaleThreads(this.#context, run.deployment_id)
  }

  /** The server stops: a run goes back to the queue, and on from its last checkpoint. */
  async handBack({ run, log }: Attempt): Promise<void> {
    const { database, logs, now, processId, signals } = this.#context
    if (signals.isShared) await logs.store(run.run_id)
    await log.flush()
    const isCancelled = await database.transaction(async (tx) => {
      const row = await lockRun(tx, run.run_id)
      const isOurs = row?.status === 'running' && row.claimed_by === processId
      if (!isOurs) return false
      if (row.cancel_action) return true
      // Being handed back is no failure of the attempt.
      const back = { ...uncounted(run, now()), isLogged: signals.isShared }
      await requeueRun(tx, run.run_id, back)
      return false
    })
    if (isCancelled) await this.#conclude(run, { outcome: 'stopped', snapshot: null }, log)
  }

  /** Another process has taken the run over, because this one did not renew its lease. */
  lose(attempt: Attempt): void {
    const { run, served } = attempt
    served.abort(run.run_id)
    served.release(run.run_id)
    this.#attempts.end(attempt)
    this.#context.logs.breakOff(run.run_id)
  }

  async #start(attempt: Attempt): Promise<void> {
    const { run, served, log } = attempt
    const { run_id, thread_id, attempt: number } = run
    const isContinued = attempt.isAgain && (await this.#continues(run_id))
    await log.append([
      { event: 'metadata', data: JSON.stringify({ run_id, attempt: number, thread_id }) },
      ...(await this.#feedback(run)),
    ])
    const isCancelled = await this.#isCancelledMeanwhile(run_id)
    if (!this.#attempts.isAtWork(attempt)) return
    if (attempt.isStopAsked || isCancelled) {
      await this.#settle(attempt, { outcome: 'stopped', snapshot: null }, !isContinued)
      served.release(run_id)
      return
    }
    attempt.isStarted = true
    const limitMs = runLimitMs(served.revision.env, this.#limits)
    this.#attempts.limit(attempt, limitMs, this.#context.now(), () => {
      this.#onDeadline(attempt).catch(this.#report)
    })
    served.start(orderOf(run, isContinued))
  }

  /** Whether there is a checkpoint to go on from. The work of a step that was not completed goes. */
  #continues(runId: string): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => {
      const isContinued = await hasCheckpoints(tx, runId)
      if (!isContinued) await deleteWrites(tx, runId)
      return isContinued
    })
  }

  /** A listener or a cancel at another process, between the claim and now; those of this one are told. */
  async #isCancelledMeanwhile(runId: string): Promise<boolean> {
    const { database, logs, signals } = this.#context
    if (!signals.isShared) return false
    const present = await lookAtStart(database, runId)
    if (present?.is_logged) await logs.store(runId)
    return Boolean(present?.cancel_action)
  }

  /** Issued while the run is there. Without them it runs all the same: feedback is not worth a failed answer. */
  async #feedback({ run_id, deployment_id, feedback_keys: keys }: RunRow): Promise<EventMessage[]> {
    if (keys.length === 0) return []
    try {
      await this.#context.issueFeedbackUrls({ run_id, deployment_id, keys })
      return [feedbackEvent(keys)]
    } catch (error) {
      this.#report(error)
      return []
    }
  }

  /** Stops a run that has worked for too long; a cancel that came before goes on as it is. */
  async #onDeadline(attempt: Attempt): Promise<void> {
    const { run } = attempt
    const { database, now, processId } = this.#context
    await database.transaction(async (tx) => {
      const row = await lockRun(tx, run.run_id)
      const isOurs = row?.claimed_by === processId && row.attempt === run.attempt
      if (!isOurs || row.cancel_action) return
      await requestCancel(tx, run.run_id, 'interrupt', { reason: 'deadline' }, now())
    })
    if (this.#attempts.isAtWork(attempt)) this.#attempts.stop(run.run_id)
  }

  /** Ends the attempt and with it the run. Never rejects. */
  async #settle(attempt: Attempt, ending: Ending, isUntouched = false): Promise<void> {
    const { run, log } = attempt
    clearTimeout(attempt.grace)
    let farewell: Farewell | null = null
    try {
      await log.flush()
      farewell = await endRun(this.#context, run, ending, log, isUntouched)
      if (!farewell && !log.hasEnded) this.#context.logs.breakOff(run.run_id)
    } catch (error) {
      this.#report(error)
    }
    // Its place is free before the next run is looked for.
    this.#attempts.end(attempt)
    if (farewell) this.#announce(run.run_id, farewell)
    else this.#kick()
  }

  async #conclude(run: RunRow, ending: Ending, log: RunLog): Promise<void> {
    const { logs, processId } = this.#context
    const farewell = await endRun(this.#context, run, ending, log)
    if (farewell) this.#announce(run.run_id, farewell)
    // Who listens here to an orphan that another process was first to take up goes on listening.
    else if (run.claimed_by === processId && !log.hasEnded) logs.breakOff(run.run_id)
  }

  readonly #report = (error: unknown): void => this.#context.report(asError(error))
}
