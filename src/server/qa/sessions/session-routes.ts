import type { Hono } from 'hono'
import * as contract from '../../../contract/qa/sessions.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import type { Runner } from '../attempts/runner.ts'
import type { QaContext } from '../qa-context.ts'
import { removeUnusedVersions } from '../suites/suite-store.ts'
import { changeStatus } from './change-status.ts'
import { makeSession } from './create-session.ts'
import { found, foundSession } from './found-session.ts'
import { presentSession, presentSessions } from './present-session.ts'
import { GridReader } from './read-grid.ts'
import { listSessionRows, lockSession, removeSession } from './session-store.ts'
import { refuseBlind, reviewerName } from './who-sees.ts'

/** Sessions, their grids and attempts. */
export function mountSessions(routes: Hono, qa: QaContext, runner: Runner): void {
  const { database } = qa
  const grids = new GridReader()
  const present = async (sessionId: string, name: string | null) =>
    presentSession(database, await foundSession(database, sessionId), reviewerName(name))

  route(routes, contract.listSessions, async ({ query, context }) => {
    const { suite_id, limit = 50, offset = 0 } = query
    const rows = await listSessionRows(database, { suite_id, limit, offset })
    return presentSessions(database, rows, reviewerName(qa.nameOf(context)))
  })
  route(
    routes,
    contract.createSession,
    async ({ body, context }) => {
      const name = qa.nameOf(context)
      const sessionId = await makeSession(qa, body, name)
      runner.wake()
      return present(sessionId, name)
    },
    { status: 201 },
  )
  route(routes, contract.getQaSession, ({ params, context }) =>
    present(params.session_id, qa.nameOf(context)),
  )
  route(routes, contract.changeSession, async ({ params, context }) => {
    await changeStatus(qa, params.session_id, params.action)
    if (params.action === 'cancel') runner.cancel(params.session_id)
    runner.wake()
    return present(params.session_id, qa.nameOf(context))
  })
  route(routes, contract.deleteSession, async ({ params }) => {
    await database.transaction(async (tx) => {
      const session = found(await lockSession(tx, params.session_id))
      if (session.status === 'running') {
        throw new HttpError(409, 'The session runs. Cancel or pause it first.')
      }
      await removeSession(tx, session.session_id)
      await removeUnusedVersions(tx, session.suite_id)
    })
  })
  route(routes, contract.getGrid, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseBlind(session, reviewerName(qa.nameOf(context)))
    return { rows: await grids.read(database, session) }
  })
  route(routes, contract.getAttempt, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseBlind(session, reviewerName(qa.nameOf(context)))
    const attempt = await findAttempt(database, params.session_id, params.attempt_id)
    if (attempt) return attempt
    throw new HttpError(404, 'The session has no such attempt.')
  })
}
