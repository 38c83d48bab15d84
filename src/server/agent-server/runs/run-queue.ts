import { parseJson } from '../../../contract/exact-json.ts'
import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { Queryable } from '../../db/database.ts'
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

type Graphs = ReturnType<EngineContext['executors']['ready']>
/** A run that was claimed and has not begun. */
type TakenRun = Pick<RunAttempt, 'served' | 'isAgain'> & { run: ClaimedRun }
/** A place for a run that is being claimed. */
interface Reserved {
  giveBack(): void
}

/** Takes the waiting runs that can start here, in order and up to a number at once. */
export class RunQueue {
  readonly #context: Pick<EngineContext, 'database' | 'cluster' | 'executors' | 'logs' | 'now'>
  readonly #limits: EngineLimits
  readonly #attempts: Attempts
  readonly #begin: (attempt: RunAttempt) => void
  readonly #taking: CoalescedTask
  /** Something happened here: what this process cannot take is passed on. */
  #isOwn = false
  /** A run was put into the queue here: one waits, for certain. */
  #hasNew = false
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
    this.#hasNew = true
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
    const [isOwn, hasNew] = [this.#isOwn, this.#hasNew]
    this.#isOwn = false
    this.#hasNew = false
    const { database } = this.#context
    const graphs = this.#isStopped ? [] : this.#takeable([])
    if (graphs.length > 0 && (hasNew || (await doesAnyWait(database, graphs)))) await this.#take()
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

  /** As many runs of the deployment work here as it allows, those that are being taken included. */
  #isBusy(deploymentId: string, taken: readonly TakenRun[] = []): boolean {
    const { env } = this.#context.executors.find(deploymentId)?.active?.revision ?? {}
    const most = env ? jobsAtOnce(env, this.#limits) : this.#limits.runsAtOnce
    if (most >= this.#limits.runsAtOnce) return false
    const own = [...this.#attempts.all(), ...taken].filter(
      ({ run }) => run.deployment_id === deploymentId,
    )
    return own.length >= most
  }

  /** The graphs that another run can be taken of. */
  #takeable(taken: readonly TakenRun[]): Graphs {
    if (this.#attempts.size + taken.length >= this.#limits.runsAtOnce) return []
    const ready = this.#context.executors.ready()
    return ready.filter(({ deployment_id }) => !this.#isBusy(deployment_id, taken))
  }

  /** Takes all that can start here, in one transaction, and begins them. */
  async #take(): Promise<void> {
    if (this.#isStopped) return
    const { database, logs } = this.#context
    const reserved: Reserved[] = []
    try {
      const taken = await database.transaction(async (tx) => {
        const all: TakenRun[] = []
        let marked = Promise.resolve()
        for (;;) {
          const claim = this.#claim(tx, all, (place) => reserved.push(place))
          const [one] = await Promise.all([claim, marked])
          if (!one) return all
          all.push(one)
          marked = this.#mark(tx, one)
        }
      })
      for (const one of taken) {
        this.#attempts.supersede(one)
        const log = await logs.takeUp(one.run)
        reserved.shift()
        this.#begin(this.#attempts.begin({ ...one, log }))
      }
    } finally {
      for (const { giveBack } of reserved) giveBack()
    }
  }

  /**
   * Claims the next run besides those that are `taken`; null when none can start here. `onReserved` gets what takes
   * back what was reserved for it.
   */
  async #claim(
    tx: Queryable,
    taken: readonly TakenRun[],
    onReserved: (reserved: Reserved) => void,
  ): Promise<TakenRun | null> {
    const graphs = this.#takeable(taken)
    if (graphs.length === 0) return null
    const { executors, cluster } = this.#context
    const { isShared } = cluster
    const now = this.#context.now()
    const patience = isShared ? new Date(now.getTime() - patienceMs) : null
    const suspects = [...this.#attempts.all(), ...taken].filter(({ run }) => run.is_suspect)
    const withSuspect = suspects.map(({ run }) => run.deployment_id)
    const claim = { graphs, withSuspect, process: cluster.serverId, patience, isShared, now }
    const next = await findStartable(tx, claim)
    const served = next && executors.find(next.deployment_id)?.active
    if (!next || !served?.reserve(next.run_id)) return null
    this.#attempts.expect(next.run_id)
    onReserved({
      giveBack: () => {
        this.#attempts.unexpect(next.run_id)
        served.release(next.run_id)
      },
    })
    const { revision_id } = served.revision
    const run = await claimRun(tx, next.run_id, { ...claim, revision_id })
    return run ? { run, served, isAgain: next.has_begun } : null
  }

  #mark(tx: Queryable, { run }: TakenRun): Promise<void> {
    const { input } = parseJson(run.kwargs) as { input?: unknown }
    return markThreadStarted(tx, run, openingSummary(input), this.#context.now())
  }
}
