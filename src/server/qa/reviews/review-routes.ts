import type { Hono } from 'hono'
import { judgedElsewhereCode } from '../../../contract/errors.ts'
import { getReviewComponents } from '../../../contract/qa/component-code.ts'
import * as contract from '../../../contract/qa/reviews.ts'
import { listVerdicts } from '../../../contract/qa/verdict-history.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { listOfCase } from '../attempts/attempt-store.ts'
import { foundComponentCode } from '../attempts/found-component-code.ts'
import { found, foundSession } from '../found-session.ts'
import { planPosts } from '../posts/plan-posts.ts'
import type { Poster } from '../posts/poster.ts'
import type { QaContext } from '../qa-context.ts'
import { addLook, lockSession } from '../session-store.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { isBlindTo, refuseHidden } from '../who-sees.ts'
import { checkMarks } from './check-marks.ts'
import { isJudged, saysAnything, saysSame } from './is-judged.ts'
import { keptVerdict } from './kept-verdict.ts'
import { leftTarget } from './left-target.ts'
import {
  readReviewItem,
  readShown,
  requireReviewer,
  shownAttempts,
  verdictRow,
} from './review-item.ts'
import { insertVerdict, listHistory, listOwn } from './verdict-store.ts'

/** What reviewers read and say. */
export function mountReviews(routes: Hono, qa: QaContext, poster: Poster): void {
  const { database, now } = qa

  route(routes, contract.getReviewItem, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    const reader = qa.readerOf(context)
    requireReviewer(session, reader)
    return readReviewItem(database, session, { index: placeOf(params.index), reader })
  })
  route(routes, getReviewComponents, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    const reader = qa.readerOf(context)
    requireReviewer(session, reader)
    const index = placeOf(params.index)
    const shown = await readShown(database, session, { index, reader })
    const attempt = shown[params.side === 'a' ? 0 : 1]
    return foundComponentCode(database, params.session_id, attempt?.attempt_id ?? null)
  })
  route(routes, contract.putVerdict, async ({ params, query, body, context }) => {
    if (query.as && qa.hasPeople) {
      const said = 'People sign in here: a verdict is that of whoever sends it.'
      throw invalidField(['query', 'as'], said)
    }
    const own = qa.readerOf(context)
    const reader = query.as ? { ...own, name: query.as } : own
    const reviewer = reader.name
    const case_index = placeOf(params.index)
    const at = now()
    const judged = await database.transaction(async (tx) => {
      const session = found(await lockSession(tx, params.session_id))
      requireReviewer(session, reader)
      if (!session.case_indexes.includes(case_index)) throw noCase()
      if (session.status === 'closed') {
        throw new HttpError(409, 'The session is closed: its verdicts are final.')
      }
      checkMarks(session.rubric, body)
      const before = await listOwn(tx, params.session_id, reviewer)
      const earlier = before.find((row) => row.case_index === case_index)
      const left = earlier?.left_target ?? leftTarget(session, case_index, reviewer)
      const attempts = await listOfCase(tx, params.session_id, case_index)
      const shown = shownAttempts(attempts, session.targets.length)
      const attempt_ids = shown.map((attempt) => attempt?.attempt_id ?? null)
      const row = verdictRow(body, { session, case_index, reviewer, attempt_ids, left, at })
      if (query.over !== undefined) refuseOver(query.over, earlier, row)
      await insertVerdict(tx, params.session_id, row)
      await planPosts(tx, session, [row], at)
      const others = before.filter((one) => one !== earlier)
      return [...others, row].filter((one) => isJudged(one, session)).length
    })
    poster.wake()
    return { saved_at: at.toISOString(), judged }
  })
  route(routes, listVerdicts, async ({ params, query, context }) => {
    const session = await foundSession(database, params.session_id)
    refuseHidden(session, qa.readerOf(context))
    const { case_index, limit = 200, offset = 0 } = query
    const rows = await listHistory(database, params.session_id, { case_index, limit, offset })
    return rows.map((row) => keptVerdict(row, session.looks))
  })
  route(routes, contract.lookEarly, async ({ params, context }) => {
    const reader = qa.readerOf(context)
    await database.transaction(async (tx) => {
      const session = found(await lockSession(tx, params.session_id))
      if (!isBlindTo(session, reader)) return
      await addLook(tx, params.session_id, { reviewer: reader.name, at: now().toISOString() })
    })
  })
}

/** Throws where another verdict stands than the one in whose place this one was given, and says something else. */
function refuseOver(over: string, standing: VerdictRow | undefined, row: VerdictRow): void {
  if (!standing || standing.at.toISOString() === over) return
  if (over === 'none' && !saysAnything(standing)) return
  if (saysSame(standing, row)) return
  throw new HttpError(
    409,
    'Another verdict of the same reviewer was saved meanwhile.',
    judgedElsewhereCode,
  )
}

function placeOf(index: string): number {
  const place = Number(index)
  if (!/^\d{1,6}$/.test(index)) throw noCase()
  return place
}

const noCase = () => new HttpError(404, 'The session has no such case.')
