import type { AuditEntry } from '../../../contract/gateway/audit.ts'
import type { Database } from '../../db/database.ts'
import { storableJson } from '../../storable-text.ts'
import type { Actor } from '../operators/sessions.ts'

/** What is kept of one write; never a whole body, a query or a credential. */
export interface AuditFacts {
  at: Date
  actor: Actor | null
  /** Where nobody is signed in: what somebody typed as their name to sign in, or what a program came with. */
  typed_name: string | null
  remote_address: string
  method: string
  path: string
  /** The name of the endpoint; null for an address that has none. */
  action: string | null
  connection_id: string | null
  deployment_id: string | null
  /** What it is about, by its name. */
  subject_name: string | null
  changes: AuditEntry['changes']
  status: number
  duration_ms: number
  request_id: string | null
}

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
    await this.#insert([facts])
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
        .then(() => this.#insert(entries))
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
    await this.database.query('delete from audit_log where at < $1', [new Date(now - this.#keptMs)])
  }

  /** Whatever was sent is kept: a write is not left out of the log for a character in it. */
  async #insert(entries: readonly AuditFacts[]): Promise<void> {
    const rows = entries.map(({ actor, typed_name, path, ...facts }) => ({
      ...facts,
      user_id: actor?.user?.id ?? null,
      user_name: actor?.user?.name ?? typed_name,
      role: actor?.role ?? null,
      path: shownPath(path),
      duration_ms: Math.round(facts.duration_ms),
    }))
    await this.database.query(
      `insert into audit_log (${columns})
       select ${columns} from jsonb_to_recordset($1::text::jsonb) as entry (
         at timestamptz, user_id uuid, user_name text, role text, remote_address text, action text,
         method text, path text, connection_id text, deployment_id text, subject_name text,
         changes jsonb, status integer, duration_ms integer, request_id text)`,
      [storableJson(rows)],
    )
  }
}

const columns = `at, user_id, user_name, role, remote_address, action, method, path, connection_id,
  deployment_id, subject_name, changes, status, duration_ms, request_id`

/** A path as the log shows it: the token of a feedback address is a credential. */
function shownPath(path: string): string {
  return path.replace(/(\/feedback\/tokens\/)[^/]+/, '$1…').slice(0, 500)
}
