import { type AttemptSummary, attemptEnded } from '../../../contract/qa/attempts.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import { type CaseOutcome, caseOutcome, markCounts } from '../case-outcome.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { byCase } from './by-case.ts'

/** A case on one target: its repeats in their order, and what they came to. */
export interface ResultCell<A extends AttemptSummary = AttemptSummary> {
  attempts: A[]
  outcome: CaseOutcome
  /** How many reviewers marked it as passed, and how many as failed. */
  marked: { passed: number; failed: number }
}

/** A case of a session with its cells, those of the first target first, and what was said of it. */
export interface CaseCells<A extends AttemptSummary = AttemptSummary> {
  case_index: number
  case_key: string
  cells: ResultCell<A>[]
  verdicts: VerdictRow[]
}

/** What is asked of a case, of which a session and its row both tell. */
export interface Rules {
  targets: readonly unknown[]
  passes_needed: number
  rubric: readonly RubricItem[]
}

/** The cases of a session by their place, from the newest attempt of each cell and the newest verdicts. */
export function caseCells<A extends AttemptSummary>(
  rules: Rules,
  attempts: readonly A[],
  verdicts: readonly VerdictRow[],
): CaseCells<A>[] {
  const saidOf = byCase(verdicts)
  return [...byCase(attempts)].map(([case_index, own]) => {
    const said = saidOf.get(case_index) ?? []
    return {
      case_index,
      case_key: own[0]?.case_key ?? '',
      cells: rules.targets.map((_, target) => cellOf(rules, target, own, said)),
      verdicts: said,
    }
  })
}

function cellOf<A extends AttemptSummary>(
  rules: Rules,
  target: number,
  ofCase: readonly A[],
  verdicts: readonly VerdictRow[],
): ResultCell<A> {
  const attempts = ofCase
    .filter((attempt) => attempt.target === target)
    .sort((one, other) => one.repeat - other.repeat)
  const sum = {
    repeats: attempts.length,
    ended: attempts.filter(attemptEnded).length,
    passed: attempts.filter(hasPassed).length,
  }
  const marks = verdicts.flatMap((verdict) => {
    const own = verdict.marks[target]
    return own ? [own] : []
  })
  const { passed, failed } = markCounts(rules.rubric, marks)
  const outcome = attempts.length === 0 ? 'open' : caseOutcome(sum, rules, marks)
  return { attempts, outcome, marked: { passed, failed } }
}

export function hasPassed({ status }: { status: string }): boolean {
  return status === 'passed'
}

/** Whether a case counts as not passed while some of its attempts were never judged: cancelled, or not to be tried. */
export function isForWantOfAttempts({ attempts, outcome }: ResultCell): boolean {
  const missing = ['cancelled', 'error', 'lost']
  return outcome === 'failed' && attempts.some(({ status }) => missing.includes(status))
}
