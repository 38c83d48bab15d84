import type { Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { findSession, type SessionRow } from './session-store.ts'

/** Throws 404 in our words where there is none. */
export function found(session: SessionRow | null): SessionRow {
  if (session) return session
  throw new HttpError(404, 'There is no such session.')
}

/** Throws 404 when there is none. */
export async function foundSession(db: Queryable, sessionId: string): Promise<SessionRow> {
  return found(await findSession(db, sessionId))
}
