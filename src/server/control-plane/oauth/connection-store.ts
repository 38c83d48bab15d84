import type { OAuthConnection } from '../../../contract/control-plane/oauth-connections.ts'
import { first, type Queryable } from '../../db/database.ts'

/** A user's tokens at a provider. */
export interface ConnectionRow {
  id: string
  /** The `id` of the provider's record. */
  provider: string
  user_id: string
  agent_id: string | null
  asked_scopes: string[]
  granted_scopes: string[]
  sealed_access_token: string
  sealed_refresh_token: string | null
  expires_at: Date | null
}

/** Whose connection it is. */
export type ConnectionKey = Pick<ConnectionRow, 'provider' | 'user_id' | 'agent_id'>

export async function findConnection(
  db: Queryable,
  { provider, user_id, agent_id }: ConnectionKey,
): Promise<ConnectionRow | undefined> {
  const rows = await db.query<ConnectionRow>(
    `select * from oauth_connections
     where provider = $1 and user_id = $2 and agent_id is not distinct from $3::text`,
    [provider, user_id, agent_id],
  )
  return first(rows)
}

export async function findConnectionById(
  db: Queryable,
  id: string,
): Promise<ConnectionRow | undefined> {
  return first(await db.query<ConnectionRow>('select * from oauth_connections where id = $1', [id]))
}

/** The place of a connection, made empty where there is none; held until the transaction ends. */
export async function lockPlace(
  tx: Queryable,
  key: ConnectionKey,
  made: { id: string; now: Date },
): Promise<{ id: string }> {
  const at = made.now.toISOString()
  await tx.query(
    `insert into oauth_connections (id, provider, user_id, agent_id, asked_scopes, granted_scopes,
       sealed_access_token, created_at, updated_at)
     values ($1, $2, $3, $4, '[]', '[]', '', $5, $5)
     on conflict on constraint oauth_connections_of_user do nothing`,
    [made.id, key.provider, key.user_id, key.agent_id, at],
  )
  const rows = await tx.query<{ id: string }>(
    `select id from oauth_connections
     where provider = $1 and user_id = $2 and agent_id is not distinct from $3::text for update`,
    [key.provider, key.user_id, key.agent_id],
  )
  const place = first(rows)
  if (!place) throw new Error('The connection is gone that was just made.')
  return place
}

/** All that was received at once: what the provider did not send again is not good any more. */
export async function writeTokens(
  db: Queryable,
  tokens: Omit<ConnectionRow, 'provider' | 'user_id' | 'agent_id'> & { now: Date },
): Promise<void> {
  await db.query(
    `update oauth_connections set asked_scopes = $2, granted_scopes = $3, sealed_access_token = $4,
       sealed_refresh_token = $5, expires_at = $6, refreshing_until = null, updated_at = $7
     where id = $1`,
    [
      tokens.id,
      JSON.stringify(tokens.asked_scopes),
      JSON.stringify(tokens.granted_scopes),
      tokens.sealed_access_token,
      tokens.sealed_refresh_token,
      tokens.expires_at?.toISOString() ?? null,
      tokens.now.toISOString(),
    ],
  )
}

/** True for the one process that may refresh with this token now; a claim that was left behind ends by itself. */
export async function claimRefresh(
  db: Queryable,
  { id, sealed_refresh_token }: ConnectionRow,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update oauth_connections set refreshing_until = $4
     where id = $1 and sealed_refresh_token = $2
       and (refreshing_until is null or refreshing_until <= $3)
     returning 1`,
    [id, sealed_refresh_token, now.toISOString(), until.toISOString()],
  )
  return rows.length > 0
}

export async function releaseRefresh(db: Queryable, id: string): Promise<void> {
  await db.query('update oauth_connections set refreshing_until = null where id = $1', [id])
}

/** With `refreshToken`, only while it still is the one that is kept. Answers false when there was none. */
export async function deleteConnection(
  db: Queryable,
  id: string,
  sealedRefreshToken: string | null = null,
): Promise<boolean> {
  const rows = await db.query(
    `delete from oauth_connections
     where id = $1 and ($2::text is null or sealed_refresh_token = $2) returning 1`,
    [id, sealedRefreshToken],
  )
  return rows.length > 0
}

export async function deleteConnectionsOf(db: Queryable, provider: string): Promise<void> {
  await db.query('delete from oauth_connections where provider = $1', [provider])
}

/** Newest first. */
export async function listConnections(
  db: Queryable,
  filter: {
    provider: string | undefined
    user_id: string | undefined
    limit: number
    offset: number
  },
): Promise<OAuthConnection[]> {
  const rows = await db.query<Omit<ConnectionRow, 'provider'> & Timed>(
    `select c.*, p.provider_id from oauth_connections c join oauth_providers p on p.id = c.provider
     where ($1::text is null or p.provider_id = $1) and ($2::text is null or c.user_id = $2)
     order by c.number desc limit $3 offset $4`,
    [filter.provider ?? null, filter.user_id ?? null, filter.limit, filter.offset],
  )
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider_id,
    user_id: row.user_id,
    agent_id: row.agent_id,
    scopes: row.granted_scopes,
    expires_at: row.expires_at?.toISOString() ?? null,
    is_refreshable: row.sealed_refresh_token !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

interface Timed {
  provider_id: string
  created_at: Date
  updated_at: Date
}
