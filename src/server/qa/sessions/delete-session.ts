import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { found } from '../found-session.ts'
import { lockSession, removeSession, type SessionRow } from '../session-store.ts'
import { removeUnusedVersions } from '../suites/suite-store.ts'

/** Deletes a session with its attempts and verdicts. Throws 404 when there is none, 409 while it runs. */
export async function deleteSession(database: Database, sessionId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const session = found(await lockSession(tx, sessionId))
    refuseRunning(session)
    await removeSession(tx, session.session_id)
    await removeUnusedVersions(tx, session.suite_id)
  })
}

/** Throws 409 for a session that runs: it cannot be deleted. */
export function refuseRunning({ status }: Pick<SessionRow, 'status'>): void {
  if (status === 'running') {
    throw new HttpError(409, 'The session runs. Cancel or pause it first.')
  }
}
