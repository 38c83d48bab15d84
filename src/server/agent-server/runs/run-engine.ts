import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { Fleet } from '../executors/fleet.ts'
import { GraphCalls } from '../graphs/graph-calls.ts'
import { dropDeployment } from '../remove-deployment.ts'
import { ServerLease } from '../server-lease.ts'
import { type Signal, Signals } from '../signals.ts'
import { RunListeners } from '../streams/run-listeners.ts'
import type { RunLog } from '../streams/run-log.ts'
import { RunLogs } from '../streams/run-logs.ts'
import { ThreadWatch } from '../streams/thread-watch.ts'
import { answerStoreCall } from '../threads/checkpoint-store.ts'
import { refreshStaleThreads } from '../threads/stale-threads.ts'
import { type WebhookOptions, Webhooks } from '../webhooks/webhooks.ts'
import { Attempts } from './attempts.ts'
import { EndWaits } from './end-waits.ts'
import { asError, type EngineContext } from './engine-context.ts'
import type { EngineLimits } from './engine-limits.ts'
import { RemoteRuns } from './remote-runs.ts'
import { nextDue } from './run-claims.ts'
import type { Farewell } from './run-ending.ts'
import { RunQueue } from './run-queue.ts'
import type { RunRow } from './run-store.ts'
import { RunSweep } from './run-sweep.ts'
import { RunWork } from './run-work.ts'
import { Upkeep } from './upkeep.ts'

/**
 * Takes waiting runs in order, has them executed, and ends them; one run of a thread at a time.
 * Several engines may share a database: each run is claimed by one of them, and the others follow it
 * for their own listeners.
 */
export class RunEngine implements EngineContext {
  readonly database: Database
  readonly now: () => Date
  readonly processId = randomUUID()
  readonly fleet: Fleet
  readonly signals: Signals
  readonly logs: RunLogs
  readonly listeners = new RunListeners()
  readonly graphCalls = new GraphCalls(this)
  readonly report: (error: Error) => void
  readonly issueFeedbackUrls: EngineContext['issueFeedbackUrls']
  readonly #lease: ServerLease
  readonly #attempts: Attempts
  readonly #queue: RunQueue
  readonly #work: RunWork
  readonly #remote: RemoteRuns
  readonly #sweep: RunSweep
  readonly #upkeep: Upkeep
  readonly #webhooks: Webhooks
  readonly #waits = new EndWaits()
  readonly #threads = new ThreadWatch()
  #isStopped = false

  constructor(
    deps: Pick<EngineContext, 'database' | 'now' | 'report' | 'issueFeedbackUrls'> & {
      limits: EngineLimits
      webhooks: WebhookOptions
    },
  ) {
    this.database = deps.database
    this.now = deps.now
    this.report = deps.report
    this.issueFeedbackUrls = deps.issueFeedbackUrls
    const { limits } = deps
    this.signals = new Signals({
      database: deps.database,
      from: this.processId,
      report: deps.report,
      onSignal: (signal) => this.#onSignal(signal),
      onGap: () => this.#upkeep.now(),
    })
    this.logs = new RunLogs(deps.database, this.signals)
    this.#attempts = new Attempts(limits.stopGraceMs)
    this.#lease = new ServerLease({
      database: deps.database,
      serverId: this.processId,
      leaseMs: limits.leaseMs,
      report: deps.report,
      onLapse: () => this.#upkeep.now(),
    })
    this.fleet = new Fleet({
      onEvents: (runId, events) => this.#work.onEvents(runId, events),
      onEnded: (runId, end) => this.#work.onEnded(runId, end),
      onLost: (runIds) => this.#work.onLost(runIds),
      onReady: (deploymentId) => this.onReady(deploymentId),
      store: (deployment_id, body) =>
        answerStoreCall(
          this.database,
          { process: this.processId, deployment_id, now: this.now },
          body,
        ),
    })
    const attempts = this.#attempts
    this.#work = new RunWork(this, {
      attempts,
      limits,
      announce: (runId, farewell) => this.announce(runId, farewell),
      kick: () => this.kick(),
    })
    this.#queue = new RunQueue(this, {
      limits,
      attempts,
      lease: this.#lease,
      begin: (attempt) => this.#work.begin(attempt),
    })
    this.#remote = new RemoteRuns(
      this,
      attempts,
      () => this.#waits.runs(),
      (runId, farewell) => this.#tell(runId, farewell),
    )
    this.#webhooks = new Webhooks(deps, deps.webhooks)
    this.#webhooks.wake()
    this.#sweep = new RunSweep(this, { attempts, work: this.#work, remote: this.#remote })
    this.#upkeep = new Upkeep(this, limits, () => this.#lookForMissed())
  }

  /** A deployment can take runs, for the first time or again. */
  onReady(deploymentId: string): void {
    this.kick()
    this.readThreadsAgain(deploymentId)
  }

  /** Brings up to date what lists show of threads whose last run could not tell. */
  readThreadsAgain(deploymentId: string): void {
    refreshStaleThreads(this, deploymentId).catch((error) => this.report(asError(error)))
  }

  /** Looks for runs that can start. To be called whenever that may have changed here. */
  kick(): void {
    this.#queue.kick()
  }

  /** A run was put into the queue by this process. */
  onCreated(run: RunRow): void {
    if (run.scheduled_at) this.#queue.wakeAt(run.scheduled_at)
    this.#threads.tell(run.thread_id)
    this.signals.send({ kind: 'created', thread_id: run.thread_id })
    this.kick()
  }

  /** Calls back whenever a run was put on the thread, by whatever process. Answers how to stop that. */
  watchThread(threadId: string, onRun: () => void): () => void {
    return this.#threads.add(threadId, onRun)
  }

  /** Resolves when the run has ended, wherever it works. Ask before the change that may end it. */
  whenEnded(runId: string): { ended: Promise<void>; forget(): void } {
    return this.#waits.add(runId)
  }

  /** The log of an active run, to be listened to: it may work at another process. */
  follow(run: RunRow): Promise<RunLog> {
    return this.#remote.follow(run)
  }

  /** Stops a run whose cancel is recorded, wherever it works. */
  requestStop(runId: string): void {
    if (!this.#attempts.stop(runId)) this.signals.send({ kind: 'stop', run_id: runId })
  }

  /** Tells the readers of a run how it ended, and whoever waits for that, here and elsewhere. */
  announce(runId: string, farewell: Farewell): void {
    this.#tell(runId, farewell)
    this.signals.send({ kind: 'ended', run_id: runId })
    if (farewell.hasWebhook) this.#webhooks.wake()
    this.kick()
  }

  /** Gives up a run that was deleted with its deployment. */
  drop(runId: string, farewell: Farewell): void {
    const attempt = this.#attempts.get(runId)
    if (attempt) this.#attempts.end(attempt)
    this.announce(runId, farewell)
  }

  /** Takes up the runs that a process left behind which is not there any more. */
  async recover(deploymentId: string): Promise<void> {
    await this.#lease.join()
    await this.#sweep.takeOver([deploymentId])
    this.kick()
  }

  /** Hands the running runs back to the queue: they go on from their last checkpoint next time. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#queue.stop()
    await this.#upkeep.stop()
    const attempts = this.#attempts.all()
    for (const attempt of attempts) this.#attempts.end(attempt)
    // A failing step, of a database that is gone, keeps no process up.
    const step = (done: Promise<void>) => done.catch((error) => this.report(asError(error)))
    for (const attempt of attempts) await step(this.#work.handBack(attempt))
    await this.fleet.stop()
    await step(this.#lease.leave())
    this.signals.send({ kind: 'kick' })
    await this.#webhooks.stop()
    await this.signals.close()
  }

  #onSignal(signal: Signal): void {
    if (this.#isStopped) return
    const done = this.#heed(signal)
    done?.catch((error: unknown) => this.report(asError(error)))
  }

  #heed(signal: Signal): Promise<void> | undefined {
    switch (signal.kind) {
      case 'kick':
        this.#queue.look()
        return undefined
      case 'created':
        this.#threads.tell(signal.thread_id)
        return undefined
      case 'stop':
        this.#attempts.stop(signal.run_id)
        return undefined
      case 'follow':
        return this.#attempts.get(signal.run_id) ? this.logs.store(signal.run_id) : undefined
      case 'events':
        return this.#remote.onEvents(signal.run_id)
      case 'ended':
        return this.#remote.onEnded(signal.run_id)
      case 'asked':
      case 'answered':
        return this.graphCalls.heed(signal)
      case 'removed':
        return dropDeployment(this, signal.deployment_id, this.#attempts.all())
    }
  }

  /** What no signal has told, and what is due by now. */
  async #lookForMissed(): Promise<void> {
    await this.#lease.join()
    await this.#sweep.all()
    const due = await nextDue(this.database, this.now())
    if (due) this.#queue.wakeAt(due)
    this.#webhooks.wake()
    this.#queue.look()
  }

  #tell(runId: string, farewell: Farewell): void {
    const log = this.logs.find(runId)
    if (log && !log.hasEnded) {
      if (farewell.event) log.appendStored(farewell.event)
      log.end(farewell.output)
      if (farewell.isDeleted) this.logs.forget(runId)
      else this.logs.retire(runId)
    }
    this.#waits.end(runId)
  }
}
