import type { Marks } from '../../../contract/qa/reviews.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import type { CellSum } from '../attempts/cell-sums.ts'

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
  const items = rule.rubric.filter(({ kind }) => kind === 'pass')
  const judged = marks.filter((one) => items.some(({ key }) => one[key] !== undefined))
  const failed = judged.filter((one) => items.some(({ key }) => one[key] === 'fail'))
  return failed.length * 2 > judged.length ? 'failed' : 'passed'
}
