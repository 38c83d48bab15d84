import { first, type Queryable } from '../../db/database.ts'

/** An authorization that was begun, until some time after its end. */
export interface AttemptRow {
  id: string
  /** The `id` of the provider's record. */
  provider: string
  user_id: string
  agent_id: string | null
  scopes: string[]
  sealed_verifier: string | null
  redirect_uri: string
  status: 'pending' | 'completed' | 'failed'
  /** Why it failed, in a sentence. */
  problem: string | null
  expires_at: Date
  answered_at: Date | null
}

export async function insertAttempt(
  db: Queryable,
  attempt: Omit<AttemptRow, 'status' | 'problem' | 'answered_at'> & {
    state_hash: string
    created_at: Date
  },
): Promise<void> {
  await db.query(
    `insert into oauth_attempts (id, provider, user_id, agent_id, scopes, state_hash,
       sealed_verifier, redirect_uri, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      attempt.id,
      attempt.provider,
      attempt.user_id,
      attempt.agent_id,
      JSON.stringify(attempt.scopes),
      attempt.state_hash,
      attempt.sealed_verifier,
      attempt.redirect_uri,
      attempt.created_at.toISOString(),
      attempt.expires_at.toISOString(),
    ],
  )
}

export async function findAttempt(db: Queryable, id: string): Promise<AttemptRow | undefined> {
  return first(await db.query<AttemptRow>('select * from oauth_attempts where id = $1', [id]))
}

/** Takes the answer to an authorization of this provider; undefined when it is unknown or was taken before. */
export async function takeAttempt(
  db: Queryable,
  answer: { provider: string; stateHash: string; now: Date },
): Promise<AttemptRow | undefined> {
  const rows = await db.query<AttemptRow>(
    `update oauth_attempts set answered_at = $3
     where provider = $1 and state_hash = $2 and answered_at is null and status = 'pending'
     returning *`,
    [answer.provider, answer.stateHash, answer.now.toISOString()],
  )
  return first(rows)
}

export async function endAttempt(
  db: Queryable,
  id: string,
  end: { status: 'completed' | 'failed'; problem: string | null },
): Promise<void> {
  await db.query('update oauth_attempts set status = $2, problem = $3 where id = $1', [
    id,
    end.status,
    end.problem,
  ])
}

/** Ends what was begun with a provider whose record has changed since. */
export async function endAttemptsOf(
  db: Queryable,
  provider: string,
  problem: string,
): Promise<void> {
  await db.query(
    `update oauth_attempts set status = 'failed', problem = $2
     where provider = $1 and status = 'pending'`,
    [provider, problem],
  )
}

export async function deleteOldAttempts(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from oauth_attempts where created_at < $1', [before.toISOString()])
}
