import type { AttemptSummary } from '../../../contract/qa/attempts.ts'
import type { Case } from '../../../contract/qa/cases.ts'
import type { Results } from '../../../contract/qa/results.ts'
import { isJudged } from '../reviews/is-judged.ts'
import type { SessionRow } from '../session-store.ts'
import { quantile } from '../statistics/quantile.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { agreementOf } from './agreement-of-reviewers.ts'
import { type CaseCells, caseCells, type ResultCell } from './case-cells.ts'
import { type Comparison, comparePairs, type Pair } from './compare-cells.ts'
import { preferenceOf } from './preference.ts'
import { resultWords } from './result-words.ts'
import { isFlaky, targetResult } from './target-result.ts'
import { type Precedents, uncheckedCases } from './unchecked-cases.ts'
import { whyCaseFailed, whyInShort } from './why-failed.ts'

/** What a session came to, but for the session itself. */
export type SessionFindings = {
  [Name in keyof Results as string extends Name
    ? never
    : Name extends 'session'
      ? never
      : Name]: Results[Name]
}

/** What is known of a session: the newest attempt of each cell, the newest verdict of each reviewer and case. */
export interface SessionFacts<A extends AttemptSummary = AttemptSummary> {
  session: SessionRow
  /** Those of the suite's version, by place. */
  cases: readonly Case[]
  attempts: readonly A[]
  verdicts: readonly VerdictRow[]
}

interface Facts<A extends AttemptSummary> extends SessionFacts<A> {
  /** Why an attempt did not pass; from its summary when absent. */
  whyOf?: (attempt: A) => string
  /** Without it nothing is said about cases that no check decides. */
  precedents?: Precedents
  /** A session to compare with instead: regressions are then those since it, of the last target of each. */
  earlier?: SessionFacts
}

/** Everything that the page of results shows, from what was tried and judged. */
export function computeResults<A extends AttemptSummary>(facts: Facts<A>): SessionFindings {
  const { session, verdicts, earlier } = facts
  const rows = caseCells(session, facts.attempts, verdicts)
  const targets = session.targets.map((_, at) => targetResult(cellsOf(rows, at)))
  const hasTwo = session.targets.length > 1
  const last = session.targets.length - 1
  const between = hasTwo ? comparePairs(pairsOfTargets(rows)) : null
  const since = earlier ? comparePairs(pairsSince(earlier, facts, rows)) : null
  const preference = hasTwo ? preferenceOf(verdicts) : null
  const agreement = agreementOf(session, verdicts)
  const seconds = verdicts.flatMap((verdict) => (verdict.seconds > 0 ? [verdict.seconds] : []))
  const words = resultWords({
    session,
    rows,
    targets,
    between,
    since,
    earlier,
    preference,
    agreement,
  })
  return {
    targets,
    regressions: regressionsOf(since ?? between, rows, (row) =>
      whyCaseFailed(row, last, session, facts.whyOf ?? whyInShort),
    ),
    fixed: between?.fixed.length ?? 0,
    fail_on_both: between?.fail_on_both ?? 0,
    mcnemar_p: between?.mcnemar_p ?? null,
    preference,
    agreement,
    flaky: rows.flatMap(({ case_key, case_index, cells }) =>
      cells.flatMap((cell, target) =>
        isFlaky(cell) ? [{ case_key, case_index, target, repeats: statusesOf(cell) }] : [],
      ),
    ),
    unchecked: facts.precedents ? uncheckedCases(session, facts.cases, rows, facts.precedents) : [],
    to_judge: session.case_indexes.length,
    judged: new Set(
      verdicts.filter((one) => isJudged(one, session)).map(({ case_index }) => case_index),
    ).size,
    looked_early: [...new Set(session.looks.map(({ reviewer }) => reviewer))],
    median_verdict_seconds: quantile(seconds, 0.5),
    decision: session.decision,
    words,
    earlier: earlier && since ? presentEarlier(earlier.session, since) : null,
  }
}

function cellsOf(rows: readonly CaseCells[], target: number): ResultCell[] {
  return rows.flatMap(({ cells }) => cells[target] ?? [])
}

function pairsOfTargets(rows: readonly CaseCells[]): Pair[] {
  return rows.flatMap(({ case_key, case_index, cells: [before, after] }) =>
    before && after ? [{ case_key, case_index, before, after }] : [],
  )
}

/** The last target of an earlier session and of this one, by the keys of cases, whose places may have changed. */
function pairsSince(
  earlier: SessionFacts,
  { cases }: SessionFacts,
  rows: readonly CaseCells[],
): Pair[] {
  const keyOf = (row: CaseCells, of: readonly Case[]) => of[row.case_index]?.key ?? row.case_key
  const before = new Map(
    caseCells(earlier.session, earlier.attempts, earlier.verdicts).map((row) => [
      keyOf(row, earlier.cases),
      row.cells.at(-1),
    ]),
  )
  return rows.flatMap((row) => {
    const case_key = keyOf(row, cases)
    const [was, is] = [before.get(case_key), row.cells.at(-1)]
    return was && is ? [{ case_key, case_index: row.case_index, before: was, after: is }] : []
  })
}

function regressionsOf<A extends AttemptSummary>(
  comparison: Comparison | null,
  rows: readonly CaseCells<A>[],
  why: (row: CaseCells<A>) => string,
): SessionFindings['regressions'] {
  const byPlace = new Map(rows.map((row) => [row.case_index, row]))
  return (comparison?.broken ?? []).flatMap(({ case_key, case_index, before, after }) => {
    const row = byPlace.get(case_index)
    if (!row) return []
    return [
      {
        case_key,
        case_index,
        before: statusesOf(before),
        after: statusesOf(after),
        before_marked: before.marked,
        after_marked: after.marked,
        why: why(row),
      },
    ]
  })
}

const statusesOf = ({ attempts }: ResultCell) => attempts.map(({ status }) => status)

function presentEarlier(
  { session_id, name, created_at }: SessionRow,
  { fixed, broken, mcnemar_p, n }: Comparison,
): NonNullable<SessionFindings['earlier']> {
  return {
    session_id,
    name,
    created_at: created_at.toISOString(),
    fixed: fixed.length,
    broken: broken.length,
    mcnemar_p,
    n,
  }
}
