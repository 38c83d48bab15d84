import { randomBytes } from 'node:crypto'
import type { Role } from '../../../contract/gateway/users.ts'
import { type Database, first } from '../../db/database.ts'
import { hashOfSession, type Operator } from './operator-store.ts'

const lifeMs = 12 * 3_600_000
/** A session that another process ended is known here for this much longer at most. */
const keptMs = 5_000
const keptEntries = 10_000

/** Who makes a request. */
export interface Actor {
  /** Null where nobody has to sign in. */
  user: { id: string; name: string; is_from_environment?: boolean } | null
  role: Role
  expires_at: string | null
}

type UserFacts = Pick<Operator, 'id' | 'name' | 'is_from_environment'>

/** Operators' sessions. They are in the database, so a restart signs nobody out. */
export class Sessions {
  private readonly kept = new Map<string, { actor: Actor | null; until: number }>()
  private readonly database: Database
  private readonly now: () => Date

  constructor(database: Database, now: () => Date) {
    this.database = database
    this.now = now
  }

  /** Who has this session; null when there is none, or it has ended. */
  async find(sessionId: string | undefined): Promise<Actor | null> {
    if (sessionId === undefined) return null
    const hash = hashOfSession(sessionId)
    const now = this.now()
    const known = this.kept.get(hash)
    if (known && known.until > now.getTime()) return isOver(known.actor, now) ? null : known.actor
    const row = first(
      await this.database.query<UserFacts & { role: Role; expires_at: Date }>(
        `select operators.id, operators.name, operators.role, operators.is_from_environment,
           operator_sessions.expires_at
         from operator_sessions join operators on operators.id = operator_sessions.operator_id
         where id_hash = $1 and expires_at > $2 and not is_disabled`,
        [hash, now],
      ),
    )
    const actor: Actor | null = row
      ? {
          user: userOf(row),
          role: row.role,
          expires_at: row.expires_at.toISOString(),
        }
      : null
    if (this.kept.size >= keptEntries) this.kept.clear()
    this.kept.set(hash, { actor, until: now.getTime() + keptMs })
    return actor
  }

  /** A new session; sweeps out those that have ended. */
  async open(
    operator: Operator,
    remoteAddress: string,
  ): Promise<{ id: string; lifeSeconds: number; actor: Actor }> {
    const id = randomBytes(32).toString('base64url')
    const now = this.now()
    const expires = new Date(now.getTime() + lifeMs)
    await this.database.transaction(async (tx) => {
      await tx.query('delete from operator_sessions where expires_at <= $1', [now])
      await tx.query(
        `insert into operator_sessions (id_hash, operator_id, remote_address, created_at, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [hashOfSession(id), operator.id, remoteAddress, now, expires],
      )
      await tx.query('update operators set last_signed_in_at = $2 where id = $1', [
        operator.id,
        now,
      ])
    })
    const actor: Actor = {
      user: userOf(operator),
      role: operator.role,
      expires_at: expires.toISOString(),
    }
    return { id, lifeSeconds: lifeMs / 1_000, actor }
  }

  async close(sessionId: string | undefined): Promise<void> {
    if (sessionId === undefined) return
    const hash = hashOfSession(sessionId)
    await this.database.query('delete from operator_sessions where id_hash = $1', [hash])
    this.kept.delete(hash)
  }

  /** Ends all sessions of an operator. */
  async closeAll(operatorId: string): Promise<void> {
    await this.database.query('delete from operator_sessions where operator_id = $1', [operatorId])
    this.kept.clear()
  }

  /** What is known of sessions is read again: somebody's role may have changed. */
  forget(): void {
    this.kept.clear()
  }
}

function userOf({ id, name, is_from_environment }: UserFacts) {
  return { id, name, is_from_environment }
}

function isOver(actor: Actor | null, now: Date): boolean {
  return actor?.expires_at != null && Date.parse(actor.expires_at) <= now.getTime()
}
