import type { Marks } from '../../contract/qa/reviews.ts'
import type { RubricItem } from '../../contract/qa/suites.ts'
import type { CellSum } from './attempts/cell-sums.ts'

/** `open` while a repeat waits or runs. */
export type CaseOutcome = 'open' | 'passed' | 'failed'

/**
 * What a case came to on a target. It passes when as many repeats passed their checks as are needed, and not more than half of
 * the reviewers who marked a pass item of the rubric marked one as failed. What was cancelled or in error has not passed.
 */
export function caseOutcome(
  { repeats, ended, passed }: Pick<CellSum, 'repeats' | 'ended' | 'passed'>,
  rule: { passes_needed: number; rubric: readonly RubricItem[] },
  marks: readonly Marks[],
): CaseOutcome {
  if (ended < repeats) return 'open'
  if (passed < rule.passes_needed) return 'failed'
  const { judged, failed } = markCounts(rule.rubric, marks)
  return failed * 2 > judged ? 'failed' : 'passed'
}

/**
 * How many reviewers marked a pass item of the rubric, how many of them one as failed, and how many none but as passed; and how
 * many said neither by what they marked.
 */
export function markCounts(rubric: readonly RubricItem[], marks: readonly Marks[]) {
  const items = rubric.filter(({ kind }) => kind === 'pass')
  const said = marks.map((one) => items.flatMap(({ key }) => one[key] ?? []))
  const isPass = (words: readonly unknown[]) =>
    words.length > 0 && words.every((word) => word === 'pass')
  const failed = said.filter((words) => words.includes('fail')).length
  const passed = said.filter(isPass).length
  const marked = marks.filter((one) => Object.keys(one).length > 0).length
  return {
    judged: said.filter((words) => words.length > 0).length,
    failed,
    passed,
    otherwise: marked - passed - failed,
  }
}
