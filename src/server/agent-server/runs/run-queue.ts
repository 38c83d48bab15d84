import type { ServerLease } from '../server-lease.ts'
import { openingSummary } from '../threads/opening-summary.ts'
import { markThreadStarted } from '../threads/thread-store.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { asError, type EngineContext } from './engine-context.ts'
import type { EngineLimits } from './engine-limits.ts'
import { claimRun, doesAnyWait, findStartable } from './run-claims.ts'

/** How long a run waits for a process that has its graph. */
const patienceMs = 30_000

/** Takes the waiting runs that can start here, in order and up to a number at once. */
export class RunQueue {
  readonly #context: EngineContext
  readonly #limits: EngineLimits
  readonly #attempts: Attempts
  readonly #lease: ServerLease
  readonly #begin: (attempt: Attempt) => void
  #looking: Promise<void> | null = null
  #isAskedAgain = false
  /** Something happened here: what this process cannot take is passed on. */
  #isOwnKick = false
  #isStopped = false

  constructor(
    context: EngineContext,
    parts: {
      limits: EngineLimits
      attempts: Attempts
      lease: ServerLease
      /** Starts a run that was taken. */
      begin(attempt: Attempt): void
    },
  ) {
    this.#context = context
    this.#limits = parts.limits
    this.#attempts = parts.attempts
    this.#lease = parts.lease
    this.#begin = parts.begin
  }

  /** Looks for runs that can start. To be called whenever that may have changed here. */
  kick(): void {
    this.#isOwnKick = true
    this.look()
  }

  /** The same when another process has asked for it. */
  look(): void {
    this.#isAskedAgain = true
    if (this.#looking || this.#isStopped) return
    this.#looking = this.#takeAll()
      .catch((error) => this.#context.report(asError(error)))
      .finally(() => {
        this.#looking = null
        if (this.#isAskedAgain) this.look()
      })
  }

  /** A scheduled run is due then. Only for the near future; the sweep comes back for the rest. */
  wakeAt(due: Date): void {
    const wait = due.getTime() - this.#context.now().getTime()
    if (wait > this.#limits.sweepMs * 2) return
    setTimeout(() => this.kick(), Math.max(wait, 0)).unref()
  }

  /** Takes no more. Resolves when no claim is on its way: it would take what is handed back. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#looking
  }

  async #takeAll(): Promise<void> {
    await this.#lease.join()
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false
      const isOwn = this.#isOwnKick
      this.#isOwnKick = false
      while (!this.#isStopped && this.#attempts.size < this.#limits.runsAtOnce) {
        const attempt = await this.#take()
        if (!attempt) break
        this.#begin(attempt)
      }
      if (isOwn && this.#context.signals.isShared) this.#passOn()
    }
  }

  /** What waits and cannot start here may start elsewhere. */
  #passOn(): void {
    const { fleet, signals } = this.#context
    const isFull = this.#attempts.size >= this.#limits.runsAtOnce
    if (isFull || this.#isStopped || !fleet.isReady) signals.send({ kind: 'kick' })
  }

  async #take(): Promise<Attempt | null> {
    const { database, fleet, logs } = this.#context
    const graphs = fleet.ready()
    if (graphs.length === 0 || !(await doesAnyWait(database, graphs))) return null
    if (this.#isStopped) return null
    const reserved: (() => void)[] = []
    try {
      const claimed = await this.#claim(graphs, (giveBack) => reserved.push(giveBack))
      if (!claimed) return null
      const log = await logs.takeUp(claimed.run)
      reserved.length = 0
      return this.#attempts.begin({ ...claimed, log })
    } finally {
      for (const giveBack of reserved) giveBack()
    }
  }

  /** Claims a run in one transaction. `onReserved` gets what takes back what was reserved for it. */
  #claim(
    graphs: ReturnType<EngineContext['fleet']['ready']>,
    onReserved: (giveBack: () => void) => void,
  ): Promise<Pick<Attempt, 'run' | 'served' | 'isAgain'> | null> {
    const { database, fleet, processId, signals } = this.#context
    const { isShared } = signals
    const now = this.#context.now()
    const patience = isShared ? new Date(now.getTime() - patienceMs) : null
    const suspects = this.#attempts.all().filter(({ run }) => run.is_suspect)
    const withSuspect = suspects.map(({ run }) => run.deployment_id)
    const claim = { graphs, withSuspect, process: processId, patience, isShared, now }
    return database.transaction(async (tx) => {
      const next = await findStartable(tx, claim)
      const served = next && fleet.find(next.deployment_id)?.active
      if (!next || !served?.reserve(next.run_id)) return null
      this.#attempts.expect(next.run_id)
      onReserved(() => {
        this.#attempts.unexpect(next.run_id)
        served.release(next.run_id)
      })
      const { revision_id } = served.revision
      const run = await claimRun(tx, next.run_id, { ...claim, revision_id })
      if (!run) return null
      const { input } = JSON.parse(run.kwargs) as { input?: unknown }
      await markThreadStarted(tx, run, openingSummary(input), now)
      return { run, served, isAgain: next.has_begun }
    })
  }
}
