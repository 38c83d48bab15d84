import type { Database } from '../db/database.ts'
import { isWithin, type LeaseSpan } from '../executor/protocol/lease-span.ts'
import { endEveryLease, endLease, renewLease } from './server-store.ts'

const unlimitedMs = 100 * 365 * 24 * 3_600_000

/**
 * This process's place among those that share a database. It renews its lease three times within
 * its length; when it cannot, others take over its runs, and `onLapse` tells that it may have lost
 * some. On a database of its own it needs no lease: it takes the place of whoever was there before.
 */
export class ServerLease {
  readonly #database: Database
  readonly #serverId: string
  readonly #leaseMs: number
  readonly #facts: () => object
  readonly #startedAt = Date.now()
  readonly #report: (error: Error) => void
  readonly #onLapse: () => void
  #joining: Promise<void> | null = null
  #keeping: Promise<void> | null = null
  #span: LeaseSpan = { from: 0, until: 0 }
  #timer: NodeJS.Timeout | undefined
  #isLeft = false

  constructor(options: {
    database: Database
    serverId: string
    leaseMs: number
    /** What the process tells of itself with each renewal; nothing when absent. */
    facts?: () => object
    report(error: Error): void
    onLapse(): void
  }) {
    this.#database = options.database
    this.#serverId = options.serverId
    this.#leaseMs = options.leaseMs
    this.#facts = options.facts ?? (() => ({}))
    this.#report = options.report
    this.#onLapse = options.onLapse
  }

  /** Resolves when this process may claim runs; rejects when the database does not answer. */
  join(): Promise<void> {
    this.#joining ??= this.#join().catch((error: unknown) => {
      this.#joining = null
      throw error
    })
    return this.#joining
  }

  /** When the lease certainly holds without a renewal; null where there is nobody who could take what is claimed. */
  get span(): LeaseSpan | null {
    return this.#database.notices ? this.#span : null
  }

  /**
   * The same, renewed before where that time is over: what was lost meanwhile is lost then. Null when it was given
   * back. Rejects when the database does not answer.
   */
  async renewedSpan(): Promise<LeaseSpan | null> {
    if (this.#isLeft) return null
    if (!isWithin(this.#span)) await this.#keep()
    return this.#span
  }

  /** Gives the lease back: what is still claimed is free for others at once. */
  async leave(): Promise<void> {
    this.#isLeft = true
    clearInterval(this.#timer)
    await this.#joining?.catch(() => {
      // It never joined.
    })
    await this.#keeping?.catch(() => {
      // Whoever asked for it is told.
    })
    await endLease(this.#database, this.#serverId)
  }

  async #join(): Promise<void> {
    const isShared = this.#database.notices !== null
    if (!isShared) await endEveryLease(this.#database)
    await this.#renew()
    if (!isShared || this.#isLeft) return
    this.#timer = setInterval(() => {
      this.#keep().catch(this.#report)
    }, this.#leaseMs / 3).unref()
  }

  #keep(): Promise<void> {
    this.#keeping ??= this.#renew()
      .then((wasValid) => {
        if (!wasValid) this.#onLapse()
      })
      .finally(() => {
        this.#keeping = null
      })
    return this.#keeping
  }

  /** Answers whether the lease was valid until now. */
  async #renew(): Promise<boolean> {
    const from = Date.now()
    const wasValid = await renewLease(this.#database, this.#serverId, {
      startedMsAgo: from - this.#startedAt,
      lengthMs: this.#database.notices ? this.#leaseMs : unlimitedMs,
      facts: this.#facts(),
    })
    // What begins at its end has a third of the lease until others may begin it.
    this.#span = { from, until: from + (this.#leaseMs * 2) / 3 }
    return wasValid
  }
}
