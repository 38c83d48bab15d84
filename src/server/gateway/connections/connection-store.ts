import type { ConnectionProbe } from '../../../contract/gateway/connections.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { first } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { KeptConnection } from './connections.ts'

/** Another process may change a connection; that is seen here after this long. */
const keptMs = 5_000

/** What was noted about a connection, the local stack too, which has no row of its own. */
type Noted = Pick<KeptConnection, 'probe' | 'color' | 'is_production'>

type Row = Omit<KeptConnection, 'key' | 'reach' | 'created_at' | 'updated_at'> & {
  sealed_key: string | null
  created_at: Date
  updated_at: Date
}

/** What a person sets of a connection. */
export type ConnectionFacts = Pick<
  KeptConnection,
  'id' | 'name' | 'kind' | 'base_url' | 'tracing_url' | 'tenant_id' | 'key_origins' | 'key'
>

export type ConnectionMarks = Pick<KeptConnection, 'color' | 'is_production'>

const noted = 'probe, color, coalesce(is_production, false) as is_production'
const withNotes = (id: string) =>
  `left join connection_probes on connection_probes.connection_id = ${id}
   left join connection_marks on connection_marks.connection_id = ${id}`

/** A key fits only beside the addresses that it was given for. */
function contextOf(connection: { id: string; base_url: string; tracing_url: string }): string {
  const origins = [connection.base_url, connection.tracing_url].map((text) => new URL(text).origin)
  return ['connection', connection.id, ...origins].join(' ')
}

/** The connections of the database and the local stack, which comes first. */
export class ConnectionStore {
  readonly #database: Database
  readonly #box: SecretBox
  readonly #local: KeptConnection
  readonly #now: () => Date
  /** Is told each key, so that it can be kept out of every log. */
  readonly #onSecret: (secret: string) => void
  #kept: { connections: readonly KeptConnection[]; until: number } | null = null

  constructor(deps: {
    database: Database
    secretBox: SecretBox
    local: KeptConnection
    now: () => Date
    onSecret: (secret: string) => void
  }) {
    this.#database = deps.database
    this.#box = deps.secretBox
    this.#local = deps.local
    this.#now = deps.now
    this.#onSecret = deps.onSecret
    if (deps.local.key !== null) deps.onSecret(deps.local.key)
  }

  async list(): Promise<readonly KeptConnection[]> {
    const now = this.#now().getTime()
    if (this.#kept && this.#kept.until > now) return this.#kept.connections
    const rows = await this.#database.query<Row>(
      `select connections.*, ${noted} from connections ${withNotes('connections.id::text')}
       order by connections.created_at, connections.id`,
    )
    const ofLocal = await this.#database.query<Noted>(
      `select ${noted} from (select $1::text as id) as own ${withNotes('own.id')}`,
      [this.#local.id],
    )
    const own = this.#local
    const local: KeptConnection = {
      ...own,
      ...first(ofLocal),
      // It may be replaced while the server runs.
      get key() {
        return own.key
      },
    }
    const connections = [local, ...rows.map((row) => this.#fromRow(row))]
    this.#kept = { connections, until: now + keptMs }
    return connections
  }

  async find(id: string): Promise<KeptConnection | undefined> {
    return (await this.list()).find((one) => one.id === id)
  }

  /** Writes all of a connection, new or not. What was tested before no longer counts. */
  async save(facts: ConnectionFacts): Promise<void> {
    const sealed = facts.key === null ? null : this.#box.seal(facts.key, contextOf(facts))
    await this.#database.transaction(async (tx) => {
      await tx.query(
        `insert into connections
           (id, name, kind, base_url, tracing_url, tenant_id, key_origins, sealed_key, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $9)
         on conflict (id) do update set name = $2, base_url = $4, tracing_url = $5, tenant_id = $6,
           key_origins = $7::jsonb, sealed_key = $8, updated_at = $9`,
        [
          facts.id,
          facts.name,
          facts.kind,
          facts.base_url,
          facts.tracing_url,
          facts.tenant_id,
          JSON.stringify(facts.key_origins),
          sealed,
          this.#now(),
        ],
      )
      await tx.query('delete from connection_probes where connection_id = $1', [facts.id])
    })
    this.#kept = null
  }

  /** How a connection is marked, the local stack too. What was tested before counts on. */
  async mark(id: string, { color, is_production }: ConnectionMarks): Promise<void> {
    await this.#database.query(
      `insert into connection_marks (connection_id, color, is_production) values ($1, $2, $3)
       on conflict (connection_id) do update set color = $2, is_production = $3`,
      [id, color, is_production],
    )
    this.#kept = null
  }

  async remove(id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await tx.query('delete from connections where id = $1', [id])
      await tx.query('delete from connection_probes where connection_id = $1', [id])
      await tx.query('delete from connection_marks where connection_id = $1', [id])
      await tx.query('delete from saved_views where connection_id = $1', [id])
    })
    this.#kept = null
  }

  async keepProbe(connectionId: string, probe: ConnectionProbe): Promise<void> {
    await this.#database.query(
      `insert into connection_probes (connection_id, probe) values ($1, $2::jsonb)
       on conflict (connection_id) do update set probe = $2::jsonb`,
      [connectionId, JSON.stringify(probe)],
    )
    this.#kept = null
  }

  #fromRow({ sealed_key, created_at, updated_at, ...row }: Row): KeptConnection {
    const key = sealed_key === null ? null : this.#box.open(sealed_key, contextOf(row))
    if (key !== null) this.#onSecret(key)
    return {
      ...row,
      key,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      reach: (url) => url,
    }
  }
}

/** Encrypts every connection's key anew, inside the caller's transaction; answers how many. */
export async function resealConnectionKeys(
  tx: Queryable,
  boxes: { from: SecretBox; to: SecretBox },
): Promise<number> {
  const rows = await tx.query<{
    id: string
    base_url: string
    tracing_url: string
    sealed_key: string
  }>(
    'select id, base_url, tracing_url, sealed_key from connections where sealed_key is not null for update',
  )
  for (const row of rows) {
    const context = contextOf(row)
    const sealed = boxes.to.seal(boxes.from.open(row.sealed_key, context), context)
    await tx.query('update connections set sealed_key = $2 where id = $1', [row.id, sealed])
  }
  return rows.length
}
