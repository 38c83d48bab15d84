import type { SessionAction, SessionStatus } from '../../../contract/qa/sessions.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { cancelWaiting, countCells, repeatFailed } from '../attempts/attempt-store.ts'
import { capReached } from '../attempts/cap-reached.ts'
import { found } from '../found-session.ts'
import { planPosts } from '../posts/plan-posts.ts'
import type { QaContext } from '../qa-context.ts'
import { listNewest } from '../reviews/verdict-store.ts'
import { lockSession, moveSession, type SessionRow } from '../session-store.ts'

/** From where an action is possible, and where it leads. */
const moves: Record<SessionAction, { from: readonly SessionStatus[]; to: SessionStatus }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
  run_failed_again: { from: ['done', 'cancelled', 'paused'], to: 'running' },
  close: { from: ['done', 'cancelled', 'paused'], to: 'closed' },
}

const refusals: Record<SessionAction, string> = {
  pause: 'Only a session that runs can be paused.',
  resume: 'Only a session that was paused can be resumed.',
  cancel: 'Only a session that has not ended can be cancelled.',
  run_failed_again:
    'What failed can be run again once the session has ended, and before it is closed.',
  close: 'A session is closed once it has ended, or is paused.',
}

/**
 * Throws 404 for a session that is not there, 409 where its status does not allow the action, or where it would go on
 * under a cap that is reached.
 */
export async function changeStatus(
  { database, now }: QaContext,
  sessionId: string,
  action: SessionAction,
): Promise<void> {
  await database.transaction(async (tx) => {
    const session = found(await lockSession(tx, sessionId))
    const { from, to } = moves[action]
    if (!from.includes(session.status)) throw new HttpError(409, refusals[action])
    const at = now()
    if (action === 'cancel' || action === 'close') await cancelWaiting(tx, sessionId, at)
    if (action === 'run_failed_again' && (await repeatFailed(tx, sessionId)) === 0) {
      throw new HttpError(409, 'Nothing has failed.')
    }
    if (to === 'running') await refuseCapped(tx, session, at)
    // Of one that is closed as it is the cap tells why not all of it was tried.
    await moveSession(tx, sessionId, to, {
      at,
      reason: action === 'close' ? session.status_reason : null,
    })
    if (action === 'close' && session.is_blind) {
      await planPosts(tx, { ...session, status: to }, await listNewest(tx, [sessionId]), at)
    }
  })
}

/** Throws 409 where a cap is reached that would stop it again before the next attempt. */
async function refuseCapped(tx: Queryable, session: SessionRow, at: Date): Promise<void> {
  const { waiting, tokens } = await countCells(tx, session.session_id)
  const reason = waiting > 0 ? capReached(session, tokens, at) : null
  if (reason) throw new HttpError(409, `${reason} Raise it, or close the session as it is.`)
}
