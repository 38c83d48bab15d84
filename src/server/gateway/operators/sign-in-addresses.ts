import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { tokenHash } from '../../secrets/token-hash.ts'

/** Long enough for a terminal that is looked at the next morning. */
const lifeMs = 24 * 3_600_000

/** A token that signs in once whoever started the server, at any process of the database. */
export async function addSignInToken(database: Database, now: Date): Promise<string> {
  const token = `qds_${randomBytes(32).toString('base64url')}`
  await database.transaction(async (tx) => {
    await tx.query('delete from sign_in_addresses where expires_at <= $1', [now])
    await tx.query('insert into sign_in_addresses (token_hash, expires_at) values ($1, $2)', [
      tokenHash(token),
      new Date(now.getTime() + lifeMs),
    ])
  })
  return token
}

/** Whether it was such a token. It is none any more: of several that send it at once one is told yes. */
export async function takeSignInToken(
  database: Database,
  token: string,
  now: Date,
): Promise<boolean> {
  const taken = await database.query(
    'delete from sign_in_addresses where token_hash = $1 and expires_at > $2 returning token_hash',
    [tokenHash(token), now],
  )
  return taken.length > 0
}
