import { randomBytes, randomUUID } from 'node:crypto'
import type { ApiToken } from '../../../contract/gateway/api-tokens.ts'
import type { Role } from '../../../contract/gateway/roles.ts'
import { type Database, first, isUniqueViolation } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import type { Actor } from './sessions.ts'

interface TokenRow {
  id: string
  name: string
  role: Role
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const columns = 'id, name, role, created_by, created_at, expires_at, last_used_at'

export async function listApiTokenRows(database: Database): Promise<ApiToken[]> {
  const rows = await database.query<TokenRow>(`select ${columns} from api_tokens order by name`)
  return rows.map(present)
}

/** The only moment in which the token is known. 409 when the name is taken. */
export async function addApiToken(
  database: Database,
  facts: { name: string; role: Role; createdBy: string | null; at: Date; expiresAt: Date | null },
): Promise<ApiToken & { token: string }> {
  const token = `qdt_${randomBytes(32).toString('base64url')}`
  try {
    const rows = await database.query<TokenRow>(
      `insert into api_tokens (id, name, role, token_hash, created_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
      [
        randomUUID(),
        facts.name,
        facts.role,
        tokenHash(token),
        facts.createdBy,
        facts.at,
        facts.expiresAt,
      ],
    )
    return { ...present(first(rows) as TokenRow), token }
  } catch (error) {
    if (!isUniqueViolation(error, 'api_tokens_name_key')) throw error
    throw new HttpError(409, `There is a token with the name ${facts.name}.`)
  }
}

/** 404 when there is none. */
export async function removeApiToken(database: Database, id: string): Promise<void> {
  const gone = await database.query('delete from api_tokens where id = $1 returning id', [id])
  if (gone.length === 0) throw new HttpError(404, 'There is no such token.')
}

/** Whose token it is; null for one that nobody made, that has ended or that was deleted. */
export async function actorOfToken(
  database: Database,
  token: string,
  now: Date,
): Promise<Actor | null> {
  const row = first(
    await database.query<TokenRow>(
      `select ${columns} from api_tokens
       where token_hash = $1 and (expires_at is null or expires_at > $2)`,
      [tokenHash(token), now],
    ),
  )
  if (!row) return null
  // A busy program is not to write a row with each of its requests.
  await database.query(
    `update api_tokens set last_used_at = $2
     where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
    [row.id, now],
  )
  return {
    user: { id: row.id, name: `token ${row.name}` },
    role: row.role,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

function present(row: TokenRow): ApiToken {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
