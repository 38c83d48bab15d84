import type { Case } from '../../../contract/qa/cases.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import type { VerdictRow } from '../verdict-row.ts'

/** An answer that people have judged, in any session of a suite. */
export interface JudgedAnswer {
  session_id: string
  session_name: string
  attempt_id: string
  /** What was said, without ids and times. */
  fingerprint: string
  /** The case as it was then. */
  case: Case
  verdict: 'pass' | 'fail'
  /** Who said so, and when the last of them did. */
  reviewers: string[]
  at: Date
}

/**
 * What reviewers came to about one answer, from the newest verdict of each: *fail* where one marked a pass item of the rubric
 * as failed, *pass* where one marked all of them as passed and nobody one as failed; null where neither was said.
 */
export function verdictOf(
  verdicts: readonly VerdictRow[],
  target: number,
  rubric: readonly RubricItem[],
): Pick<JudgedAnswer, 'verdict' | 'reviewers' | 'at'> | null {
  const items = rubric.filter(({ kind }) => kind === 'pass')
  const marksOf = (verdict: VerdictRow) => items.map(({ key }) => verdict.marks[target]?.[key])
  const failed = verdicts.filter((one) => marksOf(one).includes('fail'))
  const passed = verdicts.filter(
    (one) => items.length > 0 && marksOf(one).every((mark) => mark === 'pass'),
  )
  const said = failed.length > 0 ? failed : passed
  if (said.length === 0) return null
  return {
    verdict: failed.length > 0 ? 'fail' : 'pass',
    reviewers: said.map(({ reviewer }) => reviewer).sort(),
    at: new Date(Math.max(...said.map(({ at }) => at.getTime()))),
  }
}
