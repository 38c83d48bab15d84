import { type Attempt, attemptEnded } from '../../../contract/qa/attempts.ts'
import type { ReviewItem, ReviewSide, Verdict } from '../../../contract/qa/reviews.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { listOfCase } from '../attempts/attempt-store.ts'
import type { SessionRow } from '../session-store.ts'
import { readContent } from '../suites/suite-store.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { isBlindTo, isReviewer, type Reader, requireSeen } from '../who-sees.ts'
import { blindError, blindSide, tellingWords } from './blind-side.ts'
import { isJudged, saysAnything } from './is-judged.ts'
import { leftTarget } from './left-target.ts'
import { listOwn } from './verdict-store.ts'

/** Throws 403 for whoever is no reviewer of a session. */
export function requireReviewer(session: SessionRow, reader: Reader): void {
  requireSeen(session, reader)
  if (isReviewer(session, reader)) return
  if (session.reviewers.length === 0) {
    throw new HttpError(403, 'This session names nobody, so operators judge it. Ask to be named.')
  }
  const names = session.reviewers.join(', ')
  throw new HttpError(403, `This session is judged by ${names}. You are not among them.`)
}

/** One case as its reviewer gets it. Throws 404 for a place that the session has no case at. */
export async function readReviewItem(
  db: Queryable,
  session: SessionRow,
  { index, reader }: { index: number; reader: Reader },
): Promise<ReviewItem> {
  const place = session.case_indexes.indexOf(index)
  const { rubric, cases } = await readContent(db, session.suite_id, session.suite_version)
  const one = cases[index]
  if (place < 0 || !one) throw new HttpError(404, 'The session has no such case.')
  const own = await listOwn(db, session.session_id, reader.name)
  const judged = new Set(
    own.filter((one) => isJudged(one, session)).map(({ case_index }) => case_index),
  )
  const verdict = own.find(({ case_index }) => case_index === index) ?? null
  const left = verdict?.left_target ?? leftTarget(session, index, reader.name)
  const attempts = await listOfCase(db, session.session_id, index)
  const isBlind = isBlindTo(session, reader)
  const sides = sidesOf(attempts, { targets: session.targets.length, left, isBlind })
  const words = isBlind ? tellingWords(session.targets, attempts) : []
  const order = session.case_indexes
  const open = [...order.slice(place + 1), ...order.slice(0, place)]
  return {
    index,
    case_key: one.key,
    tags: one.tags,
    expected: one.expected,
    total: order.length,
    place: place + 1,
    judged: judged.size,
    is_blind: isBlind,
    suite_name: session.suite_name,
    suite_version: session.suite_version,
    rubric,
    sides: isBlind ? sides.map((side) => blindSide(side, words)) : sides,
    is_ready: attempts.every(attemptEnded),
    verdict: verdict && presentVerdict(verdict),
    saved_at: verdict && saysAnything(verdict) ? verdict.at.toISOString() : null,
    next_index: order[place + 1] ?? null,
    previous_index: order[place - 1] ?? null,
    next_open_index: open.find((other) => !judged.has(other)) ?? null,
  }
}

/** What a reviewer reads of each target: of the repeats the first that has ended. */
export function shownAttempts(
  attempts: readonly Attempt[],
  targets: number,
): (Attempt | undefined)[] {
  return Array.from({ length: targets }, (_, target) =>
    attempts.find((attempt) => attempt.target === target && attemptEnded(attempt)),
  )
}

/** What a reviewer reads of a case, left first; none of a place that the session has no case at. */
export async function readShown(
  db: Queryable,
  session: SessionRow,
  { index, reader }: { index: number; reader: Reader },
): Promise<(Attempt | undefined)[]> {
  const own = await listOwn(db, session.session_id, reader.name)
  const verdict = own.find(({ case_index }) => case_index === index)
  const left = verdict?.left_target ?? leftTarget(session, index, reader.name)
  const targets = session.targets.length
  const attempts = await listOfCase(db, session.session_id, index)
  const shown = shownAttempts(attempts, targets)
  return orderOf(targets, left).map((target) => shown[target])
}

/** The targets as they stand beside each other. */
function orderOf(targets: number, left: 0 | 1): number[] {
  return targets < 2 ? [0] : [left, 1 - left]
}

/** Left first. */
function sidesOf(
  attempts: readonly Attempt[],
  { targets, left, isBlind }: { targets: number; left: 0 | 1; isBlind: boolean },
): ReviewSide[] {
  const ended = shownAttempts(attempts, targets)
  const errorOf = isBlind ? blindError : ({ error }: Attempt) => error ?? null
  return orderOf(targets, left).map((target) => {
    const own = attempts.filter((attempt) => attempt.target === target)
    const shown = ended[target]
    return {
      transcript: shown?.transcript ?? null,
      state: shown?.state ?? null,
      results: shown?.results ?? [],
      repeats: own.map(({ status }) => status),
      error: shown ? errorOf(shown) : null,
    }
  })
}

/** A verdict as its reviewer gave it, by what stood on the left. */
function presentVerdict(row: VerdictRow): Verdict {
  const { left_target: left, marks, better, note, tags, correction, seconds } = row
  const sided = better === '0' || better === '1' ? (Number(better) === left ? 'a' : 'b') : better
  const [a = {}, b = {}] = left === 0 ? marks : [marks[1], marks[0]]
  return { a, b, better: sided, note, tags, correction, seconds }
}

/** A verdict as it is kept: by target. */
export function verdictRow(
  { a, b, better, note, tags, correction, seconds }: Verdict,
  by: Pick<VerdictRow, 'case_index' | 'reviewer' | 'attempt_ids' | 'at'> & {
    session: SessionRow
    left: 0 | 1
  },
): VerdictRow {
  const { session, case_index, reviewer, attempt_ids, left, at } = by
  const chosen = better === 'a' ? left : better === 'b' ? 1 - left : better
  return {
    case_index,
    reviewer,
    marks: session.targets.length < 2 ? [a] : left === 0 ? [a, b] : [b, a],
    better:
      session.targets.length < 2 || chosen == null ? null : (`${chosen}` as VerdictRow['better']),
    attempt_ids,
    left_target: left,
    note,
    tags,
    correction,
    seconds,
    at,
  }
}
