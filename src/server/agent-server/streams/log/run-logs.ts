import type { Cluster } from '../../../cluster/cluster.ts'
import type { Database } from '../../../db/database.ts'
import type { EventMessage } from '../../../executor/protocol/run-order.ts'
import type { Claim, ClaimedRun } from '../../run-store/run-life-cycle.ts'
import { insertHeldEvents, listEvents, nextEventId } from './run-event-store.ts'
import { type LogKeeper, RunLog } from './run-log.ts'

const keepEndedMs = 60_000
const maxEndedBytes = 64 * 1024 * 1024

interface LoggedRun {
  run_id: string
  is_logged: boolean
}

/** A log, and the attempt of this process that fills it; null while there is none. */
interface FilledLog {
  readonly log: RunLog
  readonly filler: Filler
}
interface Filler {
  claim: Claim | null
  /** An attempt of this process has filled it. */
  hasTold: boolean
}

/** The logs that this process fills or mirrors, and for a short while those that have ended. */
export class RunLogs {
  readonly #database: Database
  readonly #cluster: Cluster
  readonly #logs = new Map<string, FilledLog>()
  readonly #ended = new Map<string, NodeJS.Timeout>()

  constructor(database: Database, cluster: Cluster) {
    this.#database = database
    this.#cluster = cluster
  }

  find(runId: string): RunLog | undefined {
    return this.#logs.get(runId)?.log
  }

  /** The runs with a log that has not ended. */
  active(): string[] {
    return [...this.#logs].filter(([, { log }]) => !log.hasEnded).map(([runId]) => runId)
  }

  /** The log of a run that waits or works; a stored one goes on where it was. */
  async open(run: LoggedRun): Promise<RunLog> {
    return (await this.#open(run)).log
  }

  /**
   * The log of a run that an attempt goes on with: from now on what is stored is stored for this attempt. Where an earlier
   * one of this process has not let go of it, it has lost the run unnoticed: what it told since was refused, and its
   * numbers are another's. So its readers join again. One of another process may have told more than it stored, unless
   * every event is stored before it is told: numbers are not given again.
   */
  async takeUp(run: ClaimedRun): Promise<RunLog> {
    if (this.#logs.get(run.run_id)?.filler.claim) this.breakOff(run.run_id)
    const opened = await this.#open(run)
    const { filler, log } = opened
    const isToldHere = filler.hasTold
    filler.claim = run
    filler.hasTold = true
    await this.#bringUpToDate(run, opened)
    // A thread that is read by the streaming protocol may be so only from this attempt on.
    const isStoredFromStart = run.is_resumable && !run.is_streamed
    if (!isToldHere && !isStoredFromStart) log.skipTo(run.first_event)
    return log
  }

  /** An attempt gives its run back and tells no more; what it has told is stored, or in memory for who goes on here. */
  letGo({ run_id, attempt, claimed_by }: Claim): void {
    const filler = this.#logs.get(run_id)?.filler
    const isOwn = filler?.claim?.attempt === attempt && filler.claim.claimed_by === claimed_by
    if (isOwn) filler.claim = null
  }

  /**
   * The log of a run after all that any process has stored of it. Whose events it stores stays as it is: whoever asks
   * late for a run whose process was lost may find it at work here again.
   */
  async upToDate(run: LoggedRun & Claim): Promise<RunLog> {
    const opened = await this.#open(run)
    await this.#bringUpToDate(run, opened)
    return opened.log
  }

  /** Of two that open at once the first one wins. */
  create(run: LoggedRun, next: number): RunLog {
    return this.#create(run, next).log
  }

  async #open(run: LoggedRun): Promise<FilledLog> {
    const found = this.#logs.get(run.run_id)
    if (found) return found
    const next = run.is_logged ? await nextEventId(this.#database, run.run_id) : 0
    return this.#create(run, next)
  }

  #create(run: LoggedRun, next: number): FilledLog {
    const found = this.#logs.get(run.run_id)
    if (found) return found
    const filler: Filler = { claim: null, hasTold: false }
    const log = new RunLog(next, run.is_logged ? this.#keeper(run.run_id, filler) : null)
    const created = { log, filler }
    this.#logs.set(run.run_id, created)
    return created
  }

  async #bringUpToDate(run: LoggedRun & Claim, { log, filler }: FilledLog): Promise<void> {
    if (!run.is_logged) return
    await log.storeIn(this.#keeper(run.run_id, filler))
    if (run.attempt > 1) await log.pull()
  }

  /** Stores the events of a run that works here, for listeners at other processes. */
  async store(runId: string): Promise<void> {
    const found = this.#logs.get(runId)
    await found?.log.storeIn(this.#keeper(runId, found.filler))
  }

  /** Shows what the process that executes the run has stored. */
  async pull(runId: string): Promise<void> {
    const found = this.#logs.get(runId)
    if (!found) return
    const { log, filler } = found
    // One that is filled here is stored by `store`, from its first event on.
    if (!filler.claim) log.mirror(this.#keeper(runId, filler))
    await log.pull()
  }

  /** A log to read a run from that has ended: its `stored` events, or where there are none its `last`. */
  replay(
    run: { run_id: string },
    end: { output: string; stored: number; count: number; last: EventMessage | null },
  ): RunLog {
    const { output, stored, count, last } = end
    const keeper = this.#keeper(run.run_id, { claim: null, hasTold: false })
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
    if (this.find(runId)?.isStored) {
      this.forget(runId)
      return
    }
    const timer = setTimeout(() => this.forget(runId), keepEndedMs)
    timer.unref()
    this.#ended.set(runId, timer)
    let bytes = 0
    for (const id of [...this.#ended.keys()].reverse()) {
      bytes += this.find(id)?.bytes ?? 0
      if (bytes > maxEndedBytes && id !== runId) this.forget(id)
    }
  }

  /** Cuts off the readers of a run that another process has taken over: they join again. It stores no more. */
  breakOff(runId: string): void {
    const found = this.#logs.get(runId)
    if (found) found.filler.claim = null
    found?.log.breakOff()
    this.forget(runId)
  }

  /** Drops a log; those who read it still come to its end. */
  forget(runId: string): void {
    clearTimeout(this.#ended.get(runId))
    this.#ended.delete(runId)
    this.#logs.delete(runId)
  }

  #keeper(runId: string, filler: Filler): LogKeeper {
    const { isShared, notices } = this.#cluster
    const notice = isShared ? notices.payload({ kind: 'events', run_id: runId }) : null
    return {
      save: async (events) => {
        const { claim } = filler
        return claim ? insertHeldEvents(this.#database, claim, events, notice) : false
      },
      load: (after, limit) => listEvents(this.#database, runId, after, limit),
    }
  }
}
