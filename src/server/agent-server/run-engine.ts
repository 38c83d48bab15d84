import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { EventMessage, RunEnd } from '../executor/protocol.ts'
import { answerStoreCall, deleteWrites, hasCheckpoints } from './checkpoint-store.ts'
import { asError, type EngineContext } from './engine-context.ts'
import { Fleet } from './fleet.ts'
import { blame, tryAgain, uncounted } from './lost-runs.ts'
import { openingSummary } from './opening-summary.ts'
import { type Ending, endRun, type Farewell } from './run-ending.ts'
import type { RunLog } from './run-log.ts'
import { RunLogs } from './run-logs.ts'
import { orderOf } from './run-request.ts'
import {
  claimRun,
  lockHeld,
  lockOrphans,
  lockRun,
  type RunRow,
  recordFeedback,
  recordStart,
  requeueRun,
} from './run-store.ts'
import type { ServedRevision } from './served-revision.ts'
import { refreshStaleThreads } from './stale-threads.ts'
import { lockThread, markThreadStarted } from './thread-store.ts'

const runsAtOnce = 10
const idleCheckMs = 10_000
/** A claim and an end take less. */
const abandonedMs = 30_000

/** One attempt at a run, from its claim to its end. */
interface Attempt {
  readonly run: RunRow
  readonly served: ServedRevision
  readonly log: RunLog
  isStarted: boolean
  isStopAsked: boolean
  /** It did not stop in time, so its process was ended. */
  isStuck: boolean
  grace: NodeJS.Timeout | undefined
}

/** Takes waiting runs in order, has them executed, and ends them; one run of a thread at a time. */
export class RunEngine implements EngineContext {
  readonly database: Database
  readonly now: () => Date
  readonly processId = randomUUID()
  readonly fleet: Fleet
  readonly logs: RunLogs
  readonly report: (error: Error) => void
  readonly issueFeedbackUrls: EngineContext['issueFeedbackUrls']
  readonly #stopGraceMs: number
  readonly #attempts = new Map<string, Attempt>()
  readonly #endings = new Map<string, (() => void)[]>()
  #isScheduling = false
  #isAskedAgain = false
  #isStopped = false
  readonly #idleCheck: NodeJS.Timeout

  constructor(
    deps: Pick<EngineContext, 'database' | 'now' | 'report' | 'issueFeedbackUrls'> & {
      /** How long a run may take to stop before its process is ended. */
      stopGraceMs: number
    },
  ) {
    this.database = deps.database
    this.now = deps.now
    this.report = deps.report
    this.issueFeedbackUrls = deps.issueFeedbackUrls
    this.#stopGraceMs = deps.stopGraceMs
    this.logs = new RunLogs(deps.database)
    this.fleet = new Fleet({
      onEvents: (runId, events) => this.#take(runId, events),
      onEnded: (runId, end) => this.#onEnded(runId, end),
      onLost: (runIds) => this.#onLost(runIds),
      onReady: (deploymentId) => this.onReady(deploymentId),
      store: (deployment_id, body) =>
        answerStoreCall(this.database, { process: this.processId, deployment_id }, body),
    })
    // Changes are told; this finds what was missed while the database did not answer.
    this.#idleCheck = setInterval(() => {
      this.#sweep().catch((error) => this.report(asError(error)))
    }, idleCheckMs).unref()
  }

  /** A deployment can take runs, for the first time or again. */
  onReady(deploymentId: string): void {
    this.kick()
    refreshStaleThreads(this, deploymentId).catch((error) => this.report(asError(error)))
  }

  /** Looks for runs that can start. To be called whenever that may have changed. */
  kick(): void {
    this.#isAskedAgain = true
    if (this.#isScheduling || this.#isStopped) return
    this.#isScheduling = true
    this.#schedule()
      .catch((error) => this.report(asError(error)))
      .finally(() => {
        this.#isScheduling = false
        if (this.#isAskedAgain) this.kick()
      })
  }

  /** Resolves when the run has ended. Ask before the change that may end it. */
  whenEnded(runId: string): { ended: Promise<void>; forget(): void } {
    let forget = () => {}
    const ended = new Promise<void>((resolve) => {
      this.#endings.set(runId, [...(this.#endings.get(runId) ?? []), resolve])
      forget = () => {
        const others = (this.#endings.get(runId) ?? []).filter((other) => other !== resolve)
        if (others.length > 0) this.#endings.set(runId, others)
        else this.#endings.delete(runId)
      }
    })
    return { ended, forget: () => forget() }
  }

  /** Stops a run whose cancel is recorded. One that does not stop in time loses its process. */
  stopRun(runId: string): void {
    const attempt = this.#attempts.get(runId)
    if (!attempt) return
    attempt.isStopAsked = true
    if (!attempt.isStarted) return
    attempt.served.abort(runId)
    attempt.grace ??= setTimeout(() => {
      attempt.isStuck = true
      attempt.served.kill()
    }, this.#stopGraceMs)
  }

  /** Tells the readers of a run how it ended, and whoever waits for that. */
  announce(runId: string, farewell: Farewell): void {
    const log = this.logs.find(runId)
    if (log) {
      if (farewell.event) log.appendStored(farewell.event)
      log.end(farewell.output)
      if (farewell.isDeleted) this.logs.forget(runId)
      else this.logs.retire(runId)
    }
    for (const resolve of this.#endings.get(runId) ?? []) resolve()
    this.#endings.delete(runId)
    this.kick()
  }

  /** Gives up a run that was deleted with its deployment. */
  drop(runId: string, farewell: Farewell): void {
    clearTimeout(this.#attempts.get(runId)?.grace)
    this.#attempts.delete(runId)
    this.announce(runId, farewell)
  }

  /** Takes up the runs that a process left behind which is not there any more. */
  async recover(deploymentId: string): Promise<void> {
    const orphans = await this.database.transaction((tx) =>
      lockOrphans(tx, deploymentId, this.processId),
    )
    for (const run of orphans) await this.#giveBack(run, 'orphaned')
    this.kick()
  }

  /** Hands the running runs back to the queue: they go on from their last checkpoint next time. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#idleCheck)
    const attempts = [...this.#attempts.values()]
    this.#attempts.clear()
    for (const { run, log, grace } of attempts) {
      clearTimeout(grace)
      await log.flush()
      const isCancelled = await this.database.transaction(async (tx) => {
        const row = await lockRun(tx, run.run_id)
        if (row?.cancel_action) return true
        // Being handed back is no failure of the attempt.
        if (row?.status === 'running') await requeueRun(tx, run.run_id, uncounted(run, this.now()))
        return false
      })
      if (isCancelled) await this.#conclude(run, { outcome: 'stopped', snapshot: null }, log)
    }
    await this.fleet.stop()
  }

  /** Takes up runs that this process holds without working on them, because an end was not stored. */
  async #sweep(): Promise<void> {
    const before = new Date(this.now().getTime() - abandonedMs)
    const held = await this.database.transaction((tx) => lockHeld(tx, this.processId, before))
    for (const run of held) {
      if (!this.#attempts.has(run.run_id)) await this.#giveBack(run, 'innocent')
    }
    this.kick()
  }

  async #schedule(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false
      while (!this.#isStopped && this.#attempts.size < runsAtOnce) {
        const attempt = await this.#claim()
        if (!attempt) break
        this.#begin(attempt).catch(async (error) => {
          this.report(asError(error))
          const message = 'The server could not start the run; its log says why.'
          const end = { outcome: 'failed' as const, error: 'Error', message, snapshot: null }
          await this.#settle(attempt, end)
          attempt.served.release(attempt.run.run_id)
        })
      }
    }
  }

  async #claim(): Promise<Attempt | null> {
    const deployments = this.fleet.ready()
    if (deployments.length === 0) return null
    const withSuspect = [...this.#attempts.values()].flatMap(({ run }) =>
      run.is_suspect ? [run.deployment_id] : [],
    )
    const claimed = await this.database.transaction(async (tx) => {
      const now = this.now()
      const run = await claimRun(tx, { deployments, withSuspect, process: this.processId, now })
      if (!run) return null
      const served = this.fleet.find(run.deployment_id)?.active
      const before = await lockThread(tx, run.deployment_id, run.thread_id)
      if (!before || !served?.reserve(run.run_id)) {
        await requeueRun(tx, run.run_id, uncounted(run, this.now()))
        return null
      }
      await recordStart(tx, run, served.revision.revision_id, before)
      const { input } = JSON.parse(run.kwargs) as { input?: unknown }
      await markThreadStarted(tx, run, openingSummary(input), now)
      return { run, served }
    })
    if (!claimed) return null
    const log = await this.logs.open(claimed.run)
    const attempt: Attempt = {
      ...claimed,
      log,
      isStarted: false,
      isStopAsked: false,
      isStuck: false,
      grace: undefined,
    }
    this.#attempts.set(claimed.run.run_id, attempt)
    return attempt
  }

  async #begin(attempt: Attempt): Promise<void> {
    const { run, served, log } = attempt
    const isContinued = await this.database.transaction(async (tx) => {
      const isContinued = await hasCheckpoints(tx, run.run_id)
      if (!isContinued) await deleteWrites(tx, run.run_id)
      return isContinued
    })
    const feedback = await this.#feedbackUrls(run)
    const { run_id, thread_id, attempt: number } = run
    await log.append([
      { event: 'metadata', data: JSON.stringify({ run_id, attempt: number, thread_id }) },
      ...(feedback ? [{ event: 'feedback', data: JSON.stringify(feedback) }] : []),
    ])
    // A cancel may have come between the claim and now.
    const present = await this.database.transaction((tx) => lockRun(tx, run_id))
    if (this.#attempts.get(run_id) !== attempt) return
    if (attempt.isStopAsked || present?.cancel_action) {
      await this.#settle(attempt, { outcome: 'stopped', snapshot: null }, !isContinued)
      served.release(run_id)
      return
    }
    attempt.isStarted = true
    served.start(orderOf(run, isContinued))
  }

  /** Made once a run. Without them it runs all the same: feedback is not worth a failed answer. */
  async #feedbackUrls(run: RunRow): Promise<Record<string, string> | null> {
    if (run.feedback || run.feedback_keys.length === 0) return run.feedback
    try {
      const { run_id, deployment_id, feedback_keys: keys } = run
      const urls = await this.issueFeedbackUrls({ run_id, deployment_id, keys })
      await recordFeedback(this.database, run_id, urls)
      return urls
    } catch (error) {
      this.report(asError(error))
      return null
    }
  }

  async #take(runId: string, events: EventMessage[]): Promise<void> {
    const attempt = this.#attempts.get(runId)
    if (!attempt) return
    await attempt.log.append(events).catch((error) => this.report(asError(error)))
  }

  #onEnded(runId: string, end: RunEnd): void {
    const attempt = this.#attempts.get(runId)
    if (attempt) void this.#settle(attempt, end)
  }

  #onLost(runIds: string[]): void {
    const lost = runIds.flatMap((runId) => this.#attempts.get(runId) ?? [])
    for (const { run, verdict } of blame(lost)) {
      clearTimeout(this.#attempts.get(run.run_id)?.grace)
      this.#attempts.delete(run.run_id)
      this.#giveBack(run, verdict).catch((error) => this.report(asError(error)))
    }
  }

  /** Ends the attempt and with it the run. Never rejects. */
  async #settle(attempt: Attempt, ending: Ending, isUntouched = false): Promise<void> {
    const { run, log } = attempt
    clearTimeout(attempt.grace)
    try {
      await log.flush()
      await this.#conclude(run, ending, log, isUntouched)
    } catch (error) {
      this.report(asError(error))
    } finally {
      if (this.#attempts.get(run.run_id) === attempt) this.#attempts.delete(run.run_id)
      this.kick()
    }
  }

  async #conclude(run: RunRow, ending: Ending, log?: RunLog, isUntouched = false): Promise<void> {
    const farewell = await endRun(this, run, ending, log, isUntouched)
    if (farewell) this.announce(run.run_id, farewell)
  }

  /** A run whose process is gone: cancelled as asked, tried again, or given up. */
  async #giveBack(run: RunRow, verdict: Parameters<typeof tryAgain>[2]): Promise<void> {
    const log = await this.logs.open(run)
    await log.flush()
    if (await tryAgain(this, run, verdict)) return this.kick()
    await this.#conclude(run, { outcome: 'lost', snapshot: null }, log)
    await refreshStaleThreads(this, run.deployment_id)
  }
}
