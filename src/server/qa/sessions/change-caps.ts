import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { found } from '../found-session.ts'
import { type Caps, lockSession, setCaps } from '../session-store.ts'

/** Gives a session other caps. Throws 404 for one that is not there, 409 for one that is closed. */
export async function changeCaps(database: Database, sessionId: string, caps: Caps): Promise<void> {
  await database.transaction(async (tx) => {
    const session = found(await lockSession(tx, sessionId))
    if (session.status === 'closed') throw new HttpError(409, 'The session is closed.')
    await setCaps(tx, session.session_id, caps)
  })
}
