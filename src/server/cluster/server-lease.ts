import type { Database, Queryable } from '../db/database.ts'

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
      this.#renew().then((wasValid) => {
        if (!wasValid) this.#onLapse()
      }, this.#report)
    }, this.#leaseMs / 3).unref()
  }

  /** Answers whether the lease was valid until now. */
  async #renew(): Promise<boolean> {
    const lengthMs = this.#database.notices ? this.#leaseMs : unlimitedMs
    const rows = await this.#database.query<{ was_valid: boolean | null }>(
      `with before as (select lease_until > now() as was_valid from servers where server_id = $1),
       renewed as (
         insert into servers (server_id, started_at, lease_until, facts, told_at)
         values (
           $1, now() - $4::float8 * interval '1 millisecond',
           now() + $2::float8 * interval '1 millisecond', $3::jsonb, now()
         )
         on conflict (server_id) do update
         set lease_until = excluded.lease_until, facts = excluded.facts, told_at = now()
       ), gone as (
         delete from servers where lease_until < now() - interval '1 hour' and server_id <> $1
       )
       select (select was_valid from before) as was_valid`,
      [this.#serverId, lengthMs, JSON.stringify(this.#facts()), Date.now() - this.#startedAt],
    )
    return rows[0]?.was_valid ?? false
  }
}

/** Ends the lease of a process that is known to be gone, before it has run out. */
export async function endLease(db: Queryable, serverId: string): Promise<void> {
  await db.query('delete from servers where server_id = $1', [serverId])
}

/** SQL that is true when the process whose id, a uuid or a text, `server` names holds a valid lease. */
export function isAlive(server: string): string {
  return `exists (
    select 1 from servers s where s.server_id::text = ${server}::text and s.lease_until > now()
  )`
}

/** SQL that is true when any process besides `server` holds a valid lease. */
export function hasPeers(server: string): string {
  return `exists (
    select 1 from servers s where s.server_id::text <> ${server}::text and s.lease_until > now()
  )`
}

/** How many processes are alive that share the database; one that has it to itself does not count. */
export async function countSharers(db: Queryable): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from servers
     where lease_until > now() and lease_until < now() + interval '1 year'`,
  )
  return rows[0]?.count ?? 0
}
