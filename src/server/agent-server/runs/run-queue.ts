import { parseJson } from '../../../contract/exact-json.ts'
import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { EngineContext } from '../engine-context.ts'
import type { RunRow } from '../run-row.ts'
import { type ClaimedRun, claimRun } from '../run-store/run-life-cycle.ts'
import { openingSummary } from '../threads/opening-summary.ts'
import { markThreadStarted } from '../threads/thread-store.ts'
import type { Attempts, RunAttempt } from './attempts.ts'
import { type EngineLimits, jobsAtOnce } from './engine-limits.ts'
import { doesAnyWait, findStartable, nextDue } from './run-claims.ts'

/** How long a run waits for a process that has its graph. */
const patienceMs = 30_000

/** Takes the waiting runs that can start here, in order and up to a number at once. */
export class RunQueue {
  readonly #context: Pick<EngineContext, 'database' | 'cluster' | 'executors' | 'logs' | 'now'>
  readonly #limits: EngineLimits
  readonly #attempts: Attempts
  readonly #begin: (attempt: RunAttempt) => void
  readonly #taking: CoalescedTask
  /** Something happened here: what this process cannot take is passed on. */
  #isOwn = false
  #isStopped = false

  constructor(
    context: Pick<EngineContext, 'database' | 'cluster' | 'executors' | 'logs' | 'now' | 'report'>,
    parts: {
      limits: EngineLimits
      attempts: Attempts
      /** Starts a run that was taken. */
      begin(attempt: RunAttempt): void
    },
  ) {
    this.#context = context
    this.#limits = parts.limits
    this.#attempts = parts.attempts
    this.#begin = parts.begin
    this.#taking = new CoalescedTask(() => this.#takeAll(), context.report)
  }

  /** Takes the runs that can start. To be called whenever that may have changed here. */
  wake(): void {
    this.#isOwn = true
    this.take()
  }

  /** The same when another process has asked for it. */
  take(): void {
    void this.#taking.request()
  }

  /** A run was put into the queue by this process. */
  onCreated({ scheduled_at }: Pick<RunRow, 'scheduled_at'>): void {
    if (scheduled_at) this.#wakeAt(scheduled_at)
    this.wake()
  }

  /** Finds what no notice has told: runs that can start, and when the next scheduled one is due. */
  async poll(): Promise<void> {
    const due = await nextDue(this.#context.database, this.#context.now())
    if (due) this.#wakeAt(due)
    this.take()
  }

  /** A scheduled run is due then. Only for the near future; polling comes back for the rest. */
  #wakeAt(due: Date): void {
    const wait = due.getTime() - this.#context.now().getTime()
    if (wait > this.#context.cluster.limits.pollMs * 2) return
    setTimeout(() => this.wake(), Math.max(wait, 0)).unref()
  }

  /** Takes no more. Resolves when no claim is on its way: it would take what is handed back. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#taking.stop()
  }

  async #takeAll(): Promise<void> {
    await this.#context.cluster.join()
    const isOwn = this.#isOwn
    this.#isOwn = false
    while (!this.#isStopped && this.#attempts.size < this.#limits.runsAtOnce) {
      const attempt = await this.#take()
      if (!attempt) break
      this.#begin(attempt)
    }
    if (isOwn && this.#context.cluster.isShared) this.#passOn()
  }

  /** What waits and cannot start here may start elsewhere. */
  #passOn(): void {
    const { executors, cluster } = this.#context
    const isFull =
      this.#attempts.size >= this.#limits.runsAtOnce ||
      executors.ready().some(({ deployment_id }) => this.#isBusy(deployment_id))
    if (isFull || this.#isStopped || !executors.isReady) cluster.notices.send({ kind: 'kick' })
  }

  /** As many runs of the deployment work here as it allows. */
  #isBusy(deploymentId: string): boolean {
    const { env } = this.#context.executors.find(deploymentId)?.active?.revision ?? {}
    const most = env ? jobsAtOnce(env, this.#limits) : this.#limits.runsAtOnce
    if (most >= this.#limits.runsAtOnce) return false
    const own = this.#attempts.all().filter(({ run }) => run.deployment_id === deploymentId)
    return own.length >= most
  }

  async #take(): Promise<RunAttempt | null> {
    const { database, executors, logs } = this.#context
    const graphs = executors.ready().filter(({ deployment_id }) => !this.#isBusy(deployment_id))
    if (graphs.length === 0 || !(await doesAnyWait(database, graphs))) return null
    if (this.#isStopped) return null
    const reserved: (() => void)[] = []
    try {
      const claimed = await this.#claim(graphs, (giveBack) => reserved.push(giveBack))
      if (!claimed) return null
      this.#attempts.supersede(claimed)
      const log = await logs.takeUp(claimed.run)
      reserved.length = 0
      return this.#attempts.begin({ ...claimed, log })
    } finally {
      for (const giveBack of reserved) giveBack()
    }
  }

  /** Claims a run in one transaction. `onReserved` gets what takes back what was reserved for it. */
  #claim(
    graphs: ReturnType<EngineContext['executors']['ready']>,
    onReserved: (giveBack: () => void) => void,
  ): Promise<(Pick<RunAttempt, 'served' | 'isAgain'> & { run: ClaimedRun }) | null> {
    const { database, executors, cluster } = this.#context
    const { isShared } = cluster
    const now = this.#context.now()
    const patience = isShared ? new Date(now.getTime() - patienceMs) : null
    const suspects = this.#attempts.all().filter(({ run }) => run.is_suspect)
    const withSuspect = suspects.map(({ run }) => run.deployment_id)
    const claim = { graphs, withSuspect, process: cluster.serverId, patience, isShared, now }
    return database.transaction(async (tx) => {
      const next = await findStartable(tx, claim)
      const served = next && executors.find(next.deployment_id)?.active
      if (!next || !served?.reserve(next.run_id)) return null
      this.#attempts.expect(next.run_id)
      onReserved(() => {
        this.#attempts.unexpect(next.run_id)
        served.release(next.run_id)
      })
      const { revision_id } = served.revision
      const run = await claimRun(tx, next.run_id, { ...claim, revision_id })
      if (!run) return null
      const { input } = parseJson(run.kwargs) as { input?: unknown }
      await markThreadStarted(tx, run, openingSummary(input), now)
      return { run, served, isAgain: next.has_begun }
    })
  }
}
