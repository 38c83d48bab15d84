import type { NamedTarget, Session, SessionSummary } from '../../../contract/qa/sessions.ts'
import type { Queryable } from '../../db/database.ts'
import { type CellSum, listCellSums } from '../attempts/cell-sums.ts'
import { caseOutcome } from '../case-outcome.ts'
import { readUnposted } from '../posts/post-store.ts'
import { isJudged } from '../reviews/is-judged.ts'
import { listStanding } from '../reviews/verdict-store.ts'
import type { SessionRow } from '../session-store.ts'
import { quantile } from '../statistics/quantile.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { isHiddenFrom, isReviewer, type Reader } from '../who-sees.ts'

/** Sessions as somebody may see them, with how they stand. */
export async function presentSessions(
  db: Queryable,
  rows: readonly SessionRow[],
  reader: Reader,
): Promise<SessionSummary[]> {
  const ids = rows.map(({ session_id }) => session_id)
  const sums = await listCellSums(db, ids)
  const verdicts = await listStanding(db, ids)
  return rows.map((row) => {
    const own = verdicts.filter(({ session_id }) => session_id === row.session_id)
    return summary(row, sums.get(row.session_id) ?? [], own, reader)
  })
}

/** The same of one, with all that it was asked for. */
export async function presentSession(
  db: Queryable,
  row: SessionRow,
  reader: Reader,
): Promise<Session> {
  const [first] = await presentSessions(db, [row], reader)
  if (!first) throw new Error('One row has one summary.')
  const { rubric, caps, has_side_effects } = row
  // The seed draws the sides, so it is no less telling than they are.
  const seed = first.is_hidden ? null : row.seed
  const unposted = first.is_hidden ? null : await readUnposted(db, row.session_id)
  return { ...first, unposted, rubric, caps, has_side_effects, seed }
}

function summary(
  row: SessionRow,
  sums: readonly CellSum[],
  verdicts: readonly VerdictRow[],
  reader: Reader,
): SessionSummary {
  const is_hidden = isHiddenFrom(row, reader)
  const judged = new Set(
    verdicts
      .filter((verdict) => verdict.reviewer === reader.name && isJudged(verdict, row))
      .map(({ case_index }) => case_index),
  )
  const count = (of: (sum: CellSum) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  return {
    session_id: row.session_id,
    name: row.name,
    suite_id: row.suite_id,
    suite_name: row.suite_name,
    suite_version: row.suite_version,
    case_count: row.case_indexes.length,
    repeats: row.repeats,
    passes_needed: row.passes_needed,
    status: row.status,
    status_reason: row.status_reason,
    is_blind: row.is_blind,
    reviewers: row.reviewers,
    is_hidden,
    targets: is_hidden ? [] : row.targets,
    tallies: is_hidden
      ? []
      : row.targets.map((_: NamedTarget, at) => tally(row, at, sums, verdicts)),
    attempts: count(({ repeats }) => repeats),
    ended_attempts: count(({ tried }) => tried),
    tokens: count(({ tokens }) => tokens),
    to_judge: isReviewer(row, reader) ? row.case_indexes.length : 0,
    judged: judged.size,
    review_index: row.case_indexes.find((index) => !judged.has(index)) ?? row.case_indexes[0],
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    ended_at: row.ended_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

function tally(
  session: SessionRow,
  target: number,
  sums: readonly CellSum[],
  verdicts: readonly VerdictRow[],
): SessionSummary['tallies'][number] {
  const own = sums.filter((sum) => sum.target === target)
  const outcomes = own.map((sum) => {
    const ofCase = verdicts.filter(({ case_index }) => case_index === sum.case_index)
    return caseOutcome(
      sum,
      session,
      ofCase.map(({ marks }) => marks[target] ?? {}),
    )
  })
  return {
    ended_cases: outcomes.filter((outcome) => outcome !== 'open').length,
    passed_cases: outcomes.filter((outcome) => outcome === 'passed').length,
    ended_attempts: own.reduce((all, { tried }) => all + tried, 0),
    attempts: own.reduce((all, { repeats }) => all + repeats, 0),
    p50_ms: quantile(
      own.flatMap(({ ms }) => ms),
      0.5,
    ),
    tokens: own.reduce((all, { tokens }) => all + tokens, 0),
  }
}
