import { asError } from '../../as-error.ts'
import { DatabaseAwayError } from '../../db/database-errors.ts'
import { throughOutage } from '../../db/through-outage.ts'
import type { EventMessage } from '../../executor/protocol/run-order.ts'
import type { EngineContext } from '../engine-context.ts'
import type { ExecutorEvent } from '../executors/executor-event.ts'
import type { RunRow } from '../run-row.ts'
import { lockHeld, requestCancel, requeueRun } from '../run-store/run-life-cycle.ts'
import type { RunLog } from '../streams/log/run-log.ts'
import { hasCheckpoints } from '../threads/checkpoint-store.ts'
import { deleteWrites } from '../threads/checkpoint-writes.ts'
import { readStaleThreads } from '../threads/stale-threads.ts'
import type { RunTraces } from '../traces/run-traces.ts'
import type { Attempts, RunAttempt } from './attempts.ts'
import { attributeCrash, tryAgain, uncounted } from './crash-attribution.ts'
import { type EngineLimits, runLimitMs } from './engine-limits.ts'
import { pollStart } from './run-claims.ts'
import { type Ending, endRun, type TerminalEvent } from './run-ending.ts'
import type { RunEnds } from './run-ends.ts'
import { feedbackEvent } from './run-feedback.ts'
import { orderOf } from './run-request.ts'
import { lookedThrough, ToldUpdates } from './told-updates.ts'

/** Afterwards the sweep finds what this process holds without working on it. */
const putBackLimitMs = 20_000

/** A message of the run's answer or a part of one, also where only the streaming protocol tells it. */
const tellsMessage = ({ event }: EventMessage) => /^~?messages(?!\/metadata)/.test(event)

/** Has the runs of this process executed: from the claim of each to its end, or until it is given back. */
export class RunWork {
  readonly #context: EngineContext
  readonly #attempts: Attempts
  readonly #limits: EngineLimits
  readonly #ends: RunEnds
  readonly #onFree: () => void
  readonly #onReady: (deploymentId: string) => void

  constructor(
    context: EngineContext,
    parts: {
      attempts: Attempts
      limits: EngineLimits
      ends: RunEnds
      /** Another run may be able to start. */
      onFree(): void
      /** A deployment can take runs, for the first time or again. */
      onReady(deploymentId: string): void
    },
  ) {
    this.#context = context
    this.#attempts = parts.attempts
    this.#limits = parts.limits
    this.#ends = parts.ends
    this.#onFree = parts.onFree
    this.#onReady = parts.onReady
  }

  /**
   * Starts a run that was taken. Never fails: a run that cannot be started ends with an error, and goes back to the
   * queue where it is the database that is away.
   */
  begin(attempt: RunAttempt): void {
    this.#start(attempt).catch(async (error) => {
      this.#report(error)
      // The run's place is another attempt's by now, or gone.
      if (!this.#attempts.isAtWork(attempt)) return
      if (error instanceof DatabaseAwayError) {
        this.#attempts.end(attempt)
        attempt.served.release(attempt.run.run_id)
        return this.#putBack(attempt.run, 'bystander')
      }
      const message = 'The server could not start the run; its log says why.'
      attempt.served.release(attempt.run.run_id)
      await this.#settle(attempt, { outcome: 'failed', error: 'Error', message, snapshot: null })
    })
  }

  /** Takes in what an executor tells. Resolves when it may tell more. */
  async onExecutorEvent(event: ExecutorEvent): Promise<void> {
    switch (event.kind) {
      case 'events': {
        const attempt = this.#attempts.get(event.run_id)
        if (attempt && !attempt.firstTokenAt && event.events.some(tellsMessage)) {
          attempt.firstTokenAt = this.#context.now()
        }
        const events = attempt?.before?.without(event.events) ?? event.events
        return attempt?.log.append(events).catch(this.#report)
      }
      case 'usage': {
        const run = this.#attempts.get(event.run_id)?.run
        if (run) this.#context.usage.record(run, event.usage)
        return
      }
      case 'span': {
        const run = this.#attempts.get(event.run_id)?.run
        if (run) this.#trace((traces) => traces.span(run, event.span))
        return
      }
      case 'ended': {
        const attempt = this.#attempts.get(event.run_id)
        if (attempt) void this.#settle(attempt, event.end)
        return
      }
      case 'lost':
        return this.#onLost(event.run_ids, event.reason)
      case 'down':
        return this.#tellHealth(event.deployment_id, event.isFirstFailure)
      case 'ready':
        this.#tellHealth(event.deployment_id)
        return this.#onReady(event.deployment_id)
    }
  }

  /** Previews and deployments that are being removed are told of as well: whoever shows none reads nothing for it. */
  #tellHealth(deploymentId: string, isDown = false): void {
    const { cluster } = this.#context
    cluster.changed('control-plane', deploymentId, isDown ? { is_down: true } : {})
  }

  #onLost(runIds: readonly string[], reason: string): void {
    const lost = runIds.flatMap((runId) => this.#attempts.get(runId) ?? [])
    for (const { run, attribution } of attributeCrash(lost)) {
      const attempt = this.#attempts.get(run.run_id)
      if (attempt) this.#attempts.end(attempt)
      void this.#putBack(run, attribution, reason)
    }
  }

  /** Gives back a run that nobody works on here any more, when the database is there. Never rejects. */
  async #putBack(...lost: Parameters<RunWork['giveBack']>): Promise<void> {
    const [run] = lost
    const log = this.#context.logs.find(run.run_id)
    const until = performance.now() + putBackLimitMs
    try {
      await throughOutage(
        () => this.giveBack(...lost),
        () => performance.now() < until,
      )
    } catch (error) {
      this.#report(error)
      // What was told and could not be stored is not to be told by whoever goes on.
      if (log) this.#breakOff(run.run_id, log)
    }
  }

  /** A run whose process is gone, `reason` tells why: cancelled as asked, tried again, or given up. */
  async giveBack(
    run: RunRow,
    attribution: Parameters<typeof tryAgain>[2],
    reason?: string,
  ): Promise<void> {
    const { logs, cluster } = this.#context
    const log = await logs.upToDate(run)
    // Whoever listens here may have to follow the run to another process.
    if (cluster.isShared) await logs.store(run.run_id)
    await log.flush()
    logs.letGo(run)
    if (await tryAgain(this.#context, run, attribution)) return this.#onFree()
    await this.#conclude(run, { outcome: 'lost', snapshot: null, reason }, log)
    readStaleThreads(this.#context, run.deployment_id)
  }

  /** The server stops: a run goes back to the queue, and on from its last checkpoint. */
  async handBack({ run, log }: RunAttempt): Promise<void> {
    const { database, logs, now, cluster } = this.#context
    if (cluster.isShared) await logs.store(run.run_id)
    await log.flush()
    const isCancelled = await database.transaction(async (tx) => {
      const row = await lockHeld(tx, run)
      if (!row) return false
      if (row.cancel_action) return true
      // Being handed back is no failure of the attempt.
      const back = { ...uncounted(run, now()), isLogged: cluster.isShared }
      await requeueRun(tx, run.run_id, back)
      return false
    })
    if (isCancelled) await this.#conclude(run, { outcome: 'stopped', snapshot: null }, log)
  }

  /** Another process has taken the run over, because this one did not renew its lease. */
  lose(attempt: RunAttempt): void {
    const { run, served } = attempt
    served.abort(run.run_id)
    served.release(run.run_id)
    this.#attempts.end(attempt)
    this.#context.logs.breakOff(run.run_id)
  }

  async #start(attempt: RunAttempt): Promise<void> {
    const { run, served, log } = attempt
    const { run_id, thread_id, attempt: number } = run
    const isContinued = attempt.isAgain && (await this.#continues(run_id))
    if (attempt.isAgain) attempt.before = new ToldUpdates(await log.latest(lookedThrough))
    const feedback = await this.#feedback(run)
    // Its process may be gone by now, and the run another attempt's: what it told would be refused, and its numbers missing.
    if (!this.#attempts.isAtWork(attempt)) return
    await log.append([
      { event: 'metadata', data: JSON.stringify({ run_id, attempt: number, thread_id }) },
      ...feedback,
    ])
    const isCancelled = await this.#isCancelledMeanwhile(run_id)
    if (!this.#attempts.isAtWork(attempt)) return
    if (attempt.isStopAsked || isCancelled) {
      served.release(run_id)
      return this.#settle(attempt, { outcome: 'stopped', snapshot: null }, !isContinued)
    }
    const { cluster, traces } = this.#context
    const facts = { held: cluster.leaseSpan, traces: traces?.wanted ?? null }
    if (!served.start(orderOf(run, { ...facts, is_continued: isContinued }))) {
      // Its process ended while the run was claimed: nobody was told of a loss that nobody knew of.
      this.#attempts.end(attempt)
      return this.#putBack(run, 'bystander')
    }
    attempt.isStarted = true
    const limitMs = runLimitMs(served.revision.env, this.#limits)
    this.#attempts.limit(attempt, limitMs, this.#context.now(), () => {
      this.#onDeadline(attempt).catch(this.#report)
    })
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
    const { database, logs, cluster } = this.#context
    if (!cluster.isShared) return false
    const present = await pollStart(database, runId)
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
  async #onDeadline(attempt: RunAttempt): Promise<void> {
    const { run } = attempt
    const { database, now } = this.#context
    await database.transaction(async (tx) => {
      const row = await lockHeld(tx, run)
      if (!row || row.cancel_action) return
      await requestCancel(tx, run.run_id, 'interrupt', { reason: 'deadline' }, now())
    })
    if (this.#attempts.isAtWork(attempt)) this.#attempts.stop(run.run_id)
  }

  /** Ends the attempt and with it the run. Never rejects. */
  async #settle(attempt: RunAttempt, ending: Ending, isUntouched = false): Promise<void> {
    const { run, log } = attempt
    attempt.isEnding = true
    clearTimeout(attempt.grace)
    let terminal: TerminalEvent | null = null
    try {
      // What it has done is not to be done again because the database is away just now.
      terminal = await throughOutage(
        async () => {
          await log.flush()
          await this.#context.usage.flush(run.run_id)
          const end = { ...ending, first_token_at: attempt.firstTokenAt }
          return endRun(this.#context, run, end, log, isUntouched)
        },
        () => this.#attempts.isAtWork(attempt),
      )
      if (!terminal && !log.hasEnded) this.#breakOff(run.run_id, log)
    } catch (error) {
      this.#report(error)
    }
    // Its place is free before the next run is looked for.
    this.#attempts.end(attempt)
    if (terminal) this.#announce(run, terminal)
    else this.#onFree()
  }

  async #conclude(run: RunRow, ending: Ending, log: RunLog): Promise<void> {
    const { logs, cluster } = this.#context
    const terminal = await endRun(this.#context, run, ending, log)
    if (terminal) this.#announce(run, terminal)
    // Who listens here to an orphan that another process was first to take up goes on listening.
    else if (run.claimed_by === cluster.serverId && !log.hasEnded) logs.breakOff(run.run_id)
  }

  #announce(run: RunRow, terminal: TerminalEvent): void {
    const error = terminal.event && (JSON.parse(terminal.event.data) as { error: string }).error
    this.#trace((traces) => traces.run(run, { error, at: this.#context.now() }))
    this.#ends.announce(run.run_id, terminal)
  }

  /** Nothing of it is worth a failed run. */
  #trace(tell: (traces: RunTraces) => void): void {
    const { traces } = this.#context
    try {
      if (traces) tell(traces)
    } catch (error) {
      this.#report(error)
    }
  }

  /** Cuts off the readers of a log that an attempt has filled, unless another attempt has begun one of its own. */
  #breakOff(runId: string, log: RunLog): void {
    const { logs } = this.#context
    if (logs.find(runId) === log) logs.breakOff(runId)
  }

  readonly #report = (error: unknown): void => this.#context.report(asError(error))
}
