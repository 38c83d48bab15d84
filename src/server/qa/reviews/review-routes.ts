import type { Hono } from 'hono'
import * as contract from '../../../contract/qa/reviews.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { QaContext } from '../qa-context.ts'
import { found, foundSession } from '../sessions/found-session.ts'
import { addLook, lockSession } from '../sessions/session-store.ts'
import { isBlindTo, reviewerName } from '../sessions/who-sees.ts'
import { checkMarks } from './check-marks.ts'
import { isJudged } from './is-judged.ts'
import { leftTarget } from './left-target.ts'
import { readReviewItem, requireReviewer, verdictRow } from './review-item.ts'
import { insertVerdict, listOwn } from './verdict-store.ts'

/** What reviewers read and say. */
export function mountReviews(routes: Hono, qa: QaContext): void {
  const { database, now } = qa

  route(routes, contract.getReviewItem, async ({ params, context }) => {
    const session = await foundSession(database, params.session_id)
    const reviewer = reviewerName(qa.nameOf(context))
    requireReviewer(session, reviewer)
    return readReviewItem(database, session, { index: placeOf(params.index), reviewer })
  })
  route(routes, contract.putVerdict, async ({ params, body, context }) => {
    const reviewer = reviewerName(qa.nameOf(context))
    const case_index = placeOf(params.index)
    const at = now()
    const judged = await database.transaction(async (tx) => {
      const session = found(await lockSession(tx, params.session_id))
      requireReviewer(session, reviewer)
      if (!session.case_indexes.includes(case_index)) throw noCase()
      if (session.status === 'closed') {
        throw new HttpError(409, 'The session is closed: its verdicts are final.')
      }
      checkMarks(session.rubric, body)
      const before = await listOwn(tx, params.session_id, reviewer)
      const earlier = before.find((row) => row.case_index === case_index)
      const left = earlier?.left_target ?? leftTarget(session, case_index, reviewer)
      const row = verdictRow(body, { session, case_index, reviewer, left, at })
      await insertVerdict(tx, params.session_id, row)
      const others = before.filter((one) => one !== earlier)
      return [...others, row].filter((one) => isJudged(one, session)).length
    })
    return { saved_at: at.toISOString(), judged }
  })
  route(routes, contract.lookEarly, async ({ params, context }) => {
    const reviewer = reviewerName(qa.nameOf(context))
    await database.transaction(async (tx) => {
      const session = found(await lockSession(tx, params.session_id))
      if (!isBlindTo(session, reviewer)) return
      await addLook(tx, params.session_id, { reviewer, at: now().toISOString() })
    })
  })
}

function placeOf(index: string): number {
  const place = Number(index)
  if (!/^\d{1,6}$/.test(index)) throw noCase()
  return place
}

const noCase = () => new HttpError(404, 'The session has no such case.')
