import type { Hono } from 'hono'
import { includesRole } from '../../../contract/gateway/roles.ts'
import * as attempts from '../../../contract/qa/attempts.ts'
import { getAttemptComponents } from '../../../contract/qa/component-code.ts'
import * as contract from '../../../contract/qa/sessions.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { findAttempt, findRecording } from '../attempts/attempt-store.ts'
import { foundComponentCode } from '../attempts/found-component-code.ts'
import type { Runner } from '../attempts/runner.ts'
import { foundSession } from '../found-session.ts'
import type { Poster } from '../posts/poster.ts'
import type { QaContext } from '../qa-context.ts'
import { listSessionRows } from '../session-store.ts'
import { type Reader, refuseHidden, requireSeen } from '../who-sees.ts'
import { changeCaps } from './change-caps.ts'
import { changeStatus } from './change-status.ts'
import { makeSession } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { presentSession, presentSessions } from './present-session.ts'
import { GridReader } from './read-grid.ts'

/** Sessions, their grids and attempts. */
export function mountSessions(routes: Hono, qa: QaContext, runner: Runner, poster: Poster): void {
  const { database } = qa
  const grids = new GridReader()
  const present = async (sessionId: string, reader: Reader) => {
    const session = await foundSession(database, sessionId)
    requireSeen(session, reader)
    return presentSession(database, session, reader)
  }

  route(routes, contract.listSessions, async ({ query, context }) => {
    const { suite_id, status, limit = 50, offset = 0 } = query
    const reader = qa.readerOf(context)
    const named = includesRole(reader.role, 'viewer') ? null : reader.name
    const rows = await listSessionRows(database, { suite_id, status, named, limit, offset })
    return presentSessions(database, rows, reader)
  })
  route(
    routes,
    contract.createSession,
    async ({ body, context }) => {
      const sessionId = await makeSession(qa, body, qa.nameOf(context))
      runner.wake()
      return present(sessionId, qa.readerOf(context))
    },
    { status: 201 },
  )
  route(routes, contract.getQaSession, ({ params, context }) =>
    present(params.session_id, qa.readerOf(context)),
  )
  route(routes, contract.changeSession, async ({ params, context }) => {
    await changeStatus(qa, params.session_id, params.action)
    if (params.action === 'cancel') runner.end(params.session_id, 'cancelled')
    if (params.action === 'close') runner.end(params.session_id, 'closed')
    runner.wake()
    poster.wake()
    return present(params.session_id, qa.readerOf(context))
  })
  route(routes, contract.changeSessionCaps, async ({ params, body, context }) => {
    await changeCaps(database, params.session_id, body)
    runner.wake()
    return present(params.session_id, qa.readerOf(context))
  })
  route(routes, contract.deleteSession, ({ params }) => deleteSession(database, params.session_id))
  route(routes, contract.getGrid, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseHidden(session, qa.readerOf(context))
    return { rows: await grids.read(database, session) }
  })
  route(routes, attempts.getAttempt, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseHidden(session, qa.readerOf(context))
    const attempt = await findAttempt(database, params.session_id, params.attempt_id)
    if (attempt) return attempt
    throw noAttempt()
  })
  route(routes, attempts.getAttemptEvents, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseHidden(session, qa.readerOf(context))
    const events = await findRecording(database, params.session_id, params.attempt_id)
    if (events) return { events }
    throw noAttempt()
  })
  route(routes, getAttemptComponents, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseHidden(session, qa.readerOf(context))
    return foundComponentCode(database, params.session_id, params.attempt_id)
  })
}

const noAttempt = () => new HttpError(404, 'The session has no such attempt.')
