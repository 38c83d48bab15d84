import type { Hono } from 'hono'
import { includesRole } from '../../contract/gateway/roles.ts'
import * as contract from '../../contract/qa/results.ts'
import type { Queryable } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { listCellsWithChecks, listWhole } from './attempts/attempt-store.ts'
import { found, foundSession } from './found-session.ts'
import { readPrecedents } from './precedents/read-precedents.ts'
import type { QaContext } from './qa-context.ts'
import { renderReport } from './report/render-report.ts'
import { computeResults } from './results/compute-results.ts'
import { whyFailed } from './results/why-failed.ts'
import { listHistory, listStanding } from './reviews/verdict-store.ts'
import {
  findSession,
  listDecided,
  lockSession,
  type SessionRow,
  setDecision,
} from './session-store.ts'
import { presentSession, presentSessions } from './sessions/present-session.ts'
import { readContent } from './suites/suite-store.ts'
import { type Reader, refuseHidden } from './who-sees.ts'

/** What sessions came to, what was decided, and reports. */
export function mountResults(routes: Hono, qa: QaContext): void {
  const { database, now } = qa

  route(routes, contract.getResults, async ({ params, query, context }) => {
    const reader = qa.readerOf(context)
    const session = await foundSession(database, params.session_id)
    refuseHidden(session, reader)
    const earlier = query.against ? await earlierOf(database, session, query.against) : null
    if (earlier) refuseHidden(earlier, reader)
    return readResults(database, session, earlier, reader)
  })
  route(routes, contract.decide, async ({ params, body, context }) => {
    const name = qa.nameOf(context)
    return database.transaction(async (tx) => {
      const session = found(await lockSession(tx, params.session_id))
      refuseHidden(session, qa.readerOf(context))
      if (session.status === 'running') {
        throw new HttpError(409, 'The session still runs. Decide when it has ended.')
      }
      const decision = { ...body, by: name, at: now().toISOString() }
      await setDecision(tx, session.session_id, decision)
      return decision
    })
  })
  route(routes, contract.listDecisions, async ({ query, context }) => {
    const { connection_id, deployment_id } = query
    const rows = await listDecided(database, connection_id, deployment_id)
    const shown = await presentSessions(database, rows, qa.readerOf(context))
    return rows.flatMap(({ decision, targets, session_id, name, case_indexes }, at) => {
      const target = targets.at(-1)
      if (!decision || !target) return []
      return {
        ...decision,
        session_id,
        session_name: name,
        revision_id: target.revision_id ?? target.served_revision_id ?? null,
        cases: case_indexes.length,
        passed: shown[at]?.tallies.at(-1)?.passed_cases ?? null,
      }
    })
  })
  route(routes, contract.getReport, async ({ params, query, context }) => {
    const reader = qa.readerOf(context)
    const row = await foundSession(database, params.session_id)
    refuseHidden(row, reader)
    const { session, ...results } = await readResults(database, row, null, reader)
    const { body, type, name } = renderReport(query.format, {
      session,
      results,
      cases: (await readContent(database, row.suite_id, row.suite_version)).cases,
      attempts: await listWhole(database, row.session_id),
      verdicts: await listStanding(database, [row.session_id]),
      history: await listHistory(database, row.session_id),
      looks: row.looks,
      publicUrl: qa.publicUrl,
    })
    return new Response(body, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })
  })
}

async function readResults(
  db: Queryable,
  row: SessionRow,
  earlier: SessionRow | null,
  reader: Reader,
): Promise<contract.Results> {
  const facts = await factsOf(db, row)
  const results = computeResults({
    ...facts,
    precedents: await readPrecedents(db, row, facts.cases),
    whyOf: whyFailed,
    ...(earlier && { earlier: await factsOf(db, earlier) }),
  })
  // Where equal answers were judged is told with the names of other sessions and of who judged them.
  const unchecked = includesRole(reader.role, 'viewer') ? results.unchecked : []
  return { session: await presentSession(db, row, reader), ...results, unchecked }
}

async function factsOf(db: Queryable, session: SessionRow) {
  const { cases } = await readContent(db, session.suite_id, session.suite_version)
  const attempts = await listCellsWithChecks(db, session.session_id)
  const verdicts = await listStanding(db, [session.session_id])
  return { session, cases, attempts, verdicts }
}

async function earlierOf(db: Queryable, { session_id, suite_id }: SessionRow, id: string) {
  const row = await findSession(db, id)
  if (row && row.suite_id === suite_id && row.session_id !== session_id) return row
  throw invalidField(['query', 'against'], 'That is no other session of this suite.')
}
