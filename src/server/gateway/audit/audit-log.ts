import type { Database } from '../../db/database.ts'
import { type AuditFacts, deleteOldEntries, insertEntries } from './audit-store.ts'

/** How long an entry that nobody waits for may wait for others. */
const batchMs = 500
const largestBatch = 500
/** What waits while the database is away. */
const mostWaiting = 10_000
const sweepMs = 3_600_000

/** The log of writes: what is kept of each, for so many days. */
export class AuditLog {
  readonly database: Database
  readonly #now: () => Date
  readonly #keptMs: number
  readonly #report: (error: Error) => void
  #waiting: AuditFacts[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor(deps: {
    database: Database
    now: () => Date
    keptMs: number
    report: (error: Error) => void
  }) {
    this.database = deps.database
    this.#now = deps.now
    this.#keptMs = deps.keptMs
    this.#report = deps.report
  }

  async write(facts: AuditFacts): Promise<void> {
    await insertEntries(this.database, [facts])
    await this.sweep()
  }

  /** Without anybody waiting: programs write often, and their entries go together. */
  writeSoon(facts: AuditFacts): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(facts)
    else this.#report(new Error('An entry of the audit log is lost: the database is too slow.'))
    if (this.#waiting.length >= largestBatch) void this.flush()
    this.#timer ??= setTimeout(() => void this.flush(), batchMs).unref()
  }

  /** Resolves when everything that waited is in the database. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = this.#waiting.splice(0)
    if (entries.length > 0) {
      this.#flushing = this.#flushing
        .then(() => insertEntries(this.database, entries))
        .then(() => this.sweep())
        .catch(this.#report)
    }
    return this.#flushing
  }

  /** Deletes what is too old, now and then. */
  async sweep(): Promise<void> {
    const now = this.#now().getTime()
    if (now < this.#sweptAt + sweepMs) return
    this.#sweptAt = now
    await deleteOldEntries(this.database, new Date(now - this.#keptMs))
  }
}
