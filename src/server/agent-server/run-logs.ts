import type { Database } from '../db/database.ts'
import { insertEvents, listEvents, nextEventId } from './run-event-store.ts'
import { RunLog } from './run-log.ts'

const keepEndedMs = 60_000
const maxEndedBytes = 64 * 1024 * 1024

/** The logs of this process's runs, and for a short while of those that have ended. */
export class RunLogs {
  readonly #database: Database
  readonly #logs = new Map<string, RunLog>()
  readonly #ended = new Map<string, NodeJS.Timeout>()

  constructor(database: Database) {
    this.#database = database
  }

  find(runId: string): RunLog | undefined {
    return this.#logs.get(runId)
  }

  /** The log of a run that waits or works; a stored one goes on where it was. */
  async open(run: { run_id: string; is_resumable: boolean }): Promise<RunLog> {
    const found = this.#logs.get(run.run_id)
    if (found) return found
    const next = run.is_resumable ? await nextEventId(this.#database, run.run_id) : 0
    return this.create(run, next)
  }

  /** Of two that open at once the first one wins. */
  create(run: { run_id: string; is_resumable: boolean }, next: number): RunLog {
    const found = this.#logs.get(run.run_id)
    if (found) return found
    const keeper = {
      save: (events: Parameters<typeof insertEvents>[2]) =>
        insertEvents(this.#database, run.run_id, events),
      load: (after: number, limit: number) => listEvents(this.#database, run.run_id, after, limit),
    }
    const log = new RunLog(next, run.is_resumable ? keeper : null)
    this.#logs.set(run.run_id, log)
    return log
  }

  /** A log to read a run from that has ended: its stored events, or none. */
  replay(run: { run_id: string; is_resumable: boolean }, output: string, next: number): RunLog {
    const log = new RunLog(next, {
      save: async () => {},
      load: (after, limit) => listEvents(this.#database, run.run_id, after, limit),
    })
    log.end(output)
    return log
  }

  /** Keeps an ended log for late joiners, within bounds. */
  retire(runId: string): void {
    const timer = setTimeout(() => this.forget(runId), keepEndedMs)
    timer.unref()
    this.#ended.set(runId, timer)
    let bytes = 0
    for (const id of [...this.#ended.keys()].reverse()) {
      bytes += this.#logs.get(id)?.bytes ?? 0
      if (bytes > maxEndedBytes && id !== runId) this.forget(id)
    }
  }

  /** Drops a log; those who read it still come to its end. */
  forget(runId: string): void {
    clearTimeout(this.#ended.get(runId))
    this.#ended.delete(runId)
    this.#logs.delete(runId)
  }
}
