import { randomBytes } from 'node:crypto'
import type { Role } from '../../../contract/gateway/roles.ts'
import { type Database, first } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import type { Operator } from './operator-store.ts'

const lifeMs = 12 * 3_600_000
/** Of whoever started the server, who would have to go back to the machine for another address. */
const ownerLifeMs = 30 * 24 * 3_600_000
/** A session that another process ended is known here for this much longer at most. */
const keptMs = 5_000
const keptEntries = 10_000
const idTokenContext = 'id token of a session'

/** Who makes a request. */
export interface Actor {
  /** Null where nobody has to sign in, and for whoever started the server. */
  user: {
    id: string
    name: string
    is_from_environment?: boolean
    is_from_provider?: boolean
    has_password?: boolean
  } | null
  role: Role
  expires_at: string | null
}

type UserFacts = Pick<
  Operator,
  'id' | 'name' | 'is_from_environment' | 'password_hash' | 'provider_subject'
>

/** Sessions of operators, and of whoever started the server. They are in the database, so a restart signs nobody out. */
export class Sessions {
  readonly #kept = new Map<string, { actor: Actor | null; until: number }>()
  readonly #database: Database
  readonly #box: SecretBox
  readonly #now: () => Date
  readonly #admitsOwner: boolean

  constructor(deps: {
    database: Database
    secretBox: SecretBox
    now: () => Date
    /** Sessions of whoever started the server count. */
    admitsOwner: boolean
  }) {
    this.#database = deps.database
    this.#box = deps.secretBox
    this.#now = deps.now
    this.#admitsOwner = deps.admitsOwner
  }

  /** Who has this session; null when there is none, or it has ended. */
  async find(sessionId: string | undefined): Promise<Actor | null> {
    if (sessionId === undefined) return null
    const hash = tokenHash(sessionId)
    const now = this.#now()
    const known = this.#kept.get(hash)
    if (known && known.until > now.getTime()) return isOver(known.actor, now) ? null : known.actor
    const row = first(
      await this.#database.query<(UserFacts | { id: null }) & { role: Role; expires_at: Date }>(
        `select operators.id, operators.name,
           coalesce(operators.role, 'admin') as role, operators.is_from_environment,
           operators.password_hash, operators.provider_subject, operator_sessions.expires_at
         from operator_sessions left join operators on operators.id = operator_sessions.operator_id
         where id_hash = $1 and expires_at > $2
           and case when operator_id is null then $3 else not is_disabled end`,
        [hash, now, this.#admitsOwner],
      ),
    )
    const actor: Actor | null = row
      ? {
          user: row.id === null ? null : userOf(row),
          role: row.role,
          expires_at: row.expires_at.toISOString(),
        }
      : null
    if (this.#kept.size >= keptEntries) this.#kept.clear()
    this.#kept.set(hash, { actor, until: now.getTime() + keptMs })
    return actor
  }

  /**
   * A new session; sweeps out those that have ended.
   * @param operator null for whoever started the server
   * @param idToken of the provider that signed them in
   */
  async open(
    operator: Operator | null,
    remoteAddress: string,
    idToken: string | null = null,
  ): Promise<{ id: string; lifeSeconds: number; actor: Actor }> {
    const id = randomBytes(32).toString('base64url')
    const now = this.#now()
    const ms = operator ? lifeMs : ownerLifeMs
    const expires = new Date(now.getTime() + ms)
    await this.#database.transaction(async (tx) => {
      await tx.query('delete from operator_sessions where expires_at <= $1', [now])
      await tx.query(
        `insert into operator_sessions (id_hash, operator_id, remote_address, created_at,
           expires_at, sealed_id_token) values ($1, $2, $3, $4, $5, $6)`,
        [
          tokenHash(id),
          operator?.id ?? null,
          remoteAddress,
          now,
          expires,
          idToken && this.#box.seal(idToken, idTokenContext),
        ],
      )
      if (!operator) return
      await tx.query('update operators set last_signed_in_at = $2 where id = $1', [
        operator.id,
        now,
      ])
    })
    const actor: Actor = {
      user: operator && userOf(operator),
      role: operator?.role ?? 'admin',
      expires_at: expires.toISOString(),
    }
    return { id, lifeSeconds: ms / 1_000, actor }
  }

  /** Answers the ID token of the provider that had signed them in. */
  async close(sessionId: string | undefined): Promise<string | null> {
    if (sessionId === undefined) return null
    const hash = tokenHash(sessionId)
    const ended = first(
      await this.#database.query<{ sealed_id_token: string | null }>(
        'delete from operator_sessions where id_hash = $1 returning sealed_id_token',
        [hash],
      ),
    )
    this.#kept.delete(hash)
    return ended?.sealed_id_token ? this.#opened(ended.sealed_id_token) : null
  }

  #opened(sealed: string): string | null {
    try {
      return this.#box.open(sealed, idTokenContext)
    } catch {
      // Sealed with a key of before: they are signed out here only.
      return null
    }
  }

  /** Ends all sessions of an operator. */
  async closeAll(operatorId: string): Promise<void> {
    await this.#database.query('delete from operator_sessions where operator_id = $1', [operatorId])
    this.#kept.clear()
  }

  /** What is known of sessions is read again: somebody's role may have changed. */
  forget(): void {
    this.#kept.clear()
  }
}

function userOf({ id, name, is_from_environment, password_hash, provider_subject }: UserFacts) {
  return {
    id,
    name,
    is_from_environment,
    ...(provider_subject !== null && {
      is_from_provider: true,
      has_password: password_hash !== null,
    }),
  }
}

function isOver(actor: Actor | null, now: Date): boolean {
  return actor?.expires_at != null && Date.parse(actor.expires_at) <= now.getTime()
}
