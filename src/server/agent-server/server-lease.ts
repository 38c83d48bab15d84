import type { Database } from '../db/database.ts'
import { asError } from './runs/engine-context.ts'

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
  readonly #report: (error: Error) => void
  readonly #onLapse: () => void
  #joining: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isLeft = false

  constructor(options: {
    database: Database
    serverId: string
    leaseMs: number
    report(error: Error): void
    onLapse(): void
  }) {
    this.#database = options.database
    this.#serverId = options.serverId
    this.#leaseMs = options.leaseMs
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

  /** Gives the lease back: what is still claimed is free for others at once. */
  async leave(): Promise<void> {
    this.#isLeft = true
    clearInterval(this.#timer)
    await this.#joining?.catch(() => {
      // It never joined.
    })
    await this.#database.query('delete from servers where server_id = $1', [this.#serverId])
  }

  async #join(): Promise<void> {
    const isShared = this.#database.notices !== null
    if (!isShared) await this.#database.query('delete from servers')
    await this.#renew()
    if (!isShared || this.#isLeft) return
    this.#timer = setInterval(() => {
      this.#renew().then(
        (wasValid) => {
          if (!wasValid) this.#onLapse()
        },
        (error: unknown) => this.#report(asError(error)),
      )
    }, this.#leaseMs / 3).unref()
  }

  /** Answers whether the lease was valid until now. */
  async #renew(): Promise<boolean> {
    const lengthMs = this.#database.notices ? this.#leaseMs : unlimitedMs
    const rows = await this.#database.query<{ was_valid: boolean | null }>(
      `with before as (select lease_until > now() as was_valid from servers where server_id = $1),
       renewed as (
         insert into servers (server_id, lease_until)
         values ($1, now() + $2::float8 * interval '1 millisecond')
         on conflict (server_id) do update set lease_until = excluded.lease_until
       ), gone as (
         delete from servers where lease_until < now() - interval '1 hour' and server_id <> $1
       )
       select (select was_valid from before) as was_valid`,
      [this.#serverId, lengthMs],
    )
    return rows[0]?.was_valid ?? false
  }
}

/** SQL that is true for a claim of a process that is there: to be used with `runs r`. */
export const isHeld = `exists (
  select 1 from servers s where s.server_id = r.claimed_by and s.lease_until > now()
)`
