import type { Cluster } from '../../cluster/cluster.ts'
import type { Database } from '../../db/database.ts'
import type { EventMessage } from '../../executor/protocol/run-order.ts'
import type { Claim } from '../runs/run-life-cycle.ts'
import { insertHeldEvents, listEvents, nextEventId } from './run-event-store.ts'
import { type LogKeeper, RunLog } from './run-log.ts'

const keepEndedMs = 60_000
const maxEndedBytes = 64 * 1024 * 1024

interface LoggedRun {
  run_id: string
  is_logged: boolean
}

/** The logs that this process fills or mirrors, and for a short while those that have ended. */
export class RunLogs {
  readonly #database: Database
  readonly #cluster: Cluster
  readonly #logs = new Map<string, RunLog>()
  readonly #ended = new Map<string, NodeJS.Timeout>()
  /** The attempts that the logs are filled by. */
  readonly #claims = new Map<string, Claim>()

  constructor(database: Database, cluster: Cluster) {
    this.#database = database
    this.#cluster = cluster
  }

  find(runId: string): RunLog | undefined {
    return this.#logs.get(runId)
  }

  /** The runs with a log that has not ended. */
  active(): string[] {
    return [...this.#logs].filter(([, log]) => !log.hasEnded).map(([runId]) => runId)
  }

  /** The log of a run that waits or works; a stored one goes on where it was. */
  async open(run: LoggedRun): Promise<RunLog> {
    const found = this.#logs.get(run.run_id)
    if (found) return found
    const next = run.is_logged ? await nextEventId(this.#database, run.run_id) : 0
    return this.create(run, next)
  }

  /** The log of a run that an attempt goes on with: from now on what is stored is stored for this attempt. */
  async takeUp(run: LoggedRun & Claim): Promise<RunLog> {
    await this.open(run)
    this.#claims.set(run.run_id, run)
    return this.upToDate(run)
  }

  /**
   * The log of a run after all that any process has stored of it. Whose events it stores stays as it is: whoever asks
   * late for a run whose process was lost may find it at work here again.
   */
  async upToDate(run: LoggedRun & Claim): Promise<RunLog> {
    const log = await this.open(run)
    if (!run.is_logged) return log
    await log.storeIn(this.#keeper(run.run_id))
    if (run.attempt > 1) await log.pull()
    return log
  }

  /** Of two that open at once the first one wins. */
  create(run: LoggedRun, next: number): RunLog {
    const found = this.#logs.get(run.run_id)
    if (found) return found
    const log = new RunLog(next, run.is_logged ? this.#keeper(run.run_id) : null)
    this.#logs.set(run.run_id, log)
    return log
  }

  /** Stores the events of a run that works here, for listeners at other processes. */
  async store(runId: string): Promise<void> {
    await this.#logs.get(runId)?.storeIn(this.#keeper(runId))
  }

  /** Shows what the process that executes the run has stored. */
  async pull(runId: string): Promise<void> {
    const log = this.#logs.get(runId)
    log?.mirror(this.#keeper(runId))
    await log?.pull()
  }

  /** A log to read a run from that has ended: its `stored` events, or where there are none its `last`. */
  replay(
    run: { run_id: string },
    end: { output: string; stored: number; count: number; last: EventMessage | null },
  ): RunLog {
    const { output, stored, count, last } = end
    const keeper = { ...this.#keeper(run.run_id), save: async () => false }
    const log =
      stored > 0
        ? new RunLog(stored, keeper)
        : new RunLog(Math.max(count - (last ? 1 : 0), 0), null)
    if (stored === 0 && last) log.appendStored(last)
    log.end(output)
    return log
  }

  /** Keeps an ended log for late joiners, within bounds. A stored one is read from the store. */
  retire(runId: string): void {
    if (this.#logs.get(runId)?.isStored) {
      this.forget(runId)
      return
    }
    const timer = setTimeout(() => this.forget(runId), keepEndedMs)
    timer.unref()
    this.#ended.set(runId, timer)
    let bytes = 0
    for (const id of [...this.#ended.keys()].reverse()) {
      bytes += this.#logs.get(id)?.bytes ?? 0
      if (bytes > maxEndedBytes && id !== runId) this.forget(id)
    }
  }

  /** Cuts off the readers of a run that another process has taken over: they join again. */
  breakOff(runId: string): void {
    this.#logs.get(runId)?.breakOff()
    this.forget(runId)
  }

  /** Drops a log; those who read it still come to its end. */
  forget(runId: string): void {
    clearTimeout(this.#ended.get(runId))
    this.#ended.delete(runId)
    this.#logs.delete(runId)
    this.#claims.delete(runId)
  }

  #keeper(runId: string): LogKeeper {
    const { isShared, notices } = this.#cluster
    const notice = isShared ? notices.payload({ kind: 'events', run_id: runId }) : null
    return {
      save: async (events) => {
        const claim = this.#claims.get(runId)
        return claim ? insertHeldEvents(this.#database, claim, events, notice) : false
      },
      load: (after, limit) => listEvents(this.#database, runId, after, limit),
    }
  }
}
