import type { Attempt, AttemptSummary } from '../../../contract/qa/attempts.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { type CaseCells, hasPassed } from './case-cells.ts'
import { sentence } from './number-words.ts'

/** How many characters of a reason stand beside a case. */
const longest = 300

/** Why an attempt did not pass, in words, from all that it holds: the first check that failed. */
export function whyFailed(attempt: AttemptSummary & Pick<Attempt, 'results'>): string {
  const check = attempt.results.find(({ passed }) => !passed)
  if (attempt.error || !check) return whyInShort(attempt)
  return clip(check.found ? `${check.words}: ${check.found}` : check.words)
}

/** The same from what the grid has of it. */
export function whyInShort({ status, error, failed_checks: failed }: AttemptSummary): string {
  if (error) return clip(error)
  if (status === 'cancelled') return 'It was cancelled.'
  if (status === 'error') return 'It could not be tried.'
  return failed === 1 ? 'One check failed.' : `${failed} checks failed.`
}

/** Why a case failed on a target: the first attempt that failed, or what a reviewer said. */
export function whyCaseFailed<A extends AttemptSummary>(
  { cells, verdicts }: CaseCells<A>,
  target: number,
  rules: { passes_needed: number; rubric: readonly RubricItem[] },
  whyOf: (attempt: A) => string,
): string {
  const attempts = cells[target]?.attempts ?? []
  if (attempts.filter(hasPassed).length < rules.passes_needed) {
    const unpassed = attempts.filter((attempt) => !hasPassed(attempt))
    const shown = unpassed.find(({ status }) => status === 'failed') ?? unpassed[0]
    return shown ? whyOf(shown) : ''
  }
  return whyReviewersFailed(verdicts, target, rules.rubric)
}

/** A note of a reviewer who marked a pass item as failed, or which item that is. */
function whyReviewersFailed(
  verdicts: readonly VerdictRow[],
  target: number,
  rubric: readonly RubricItem[],
): string {
  const failed = verdicts.flatMap(({ marks, note, reviewer }) => {
    const item = rubric.find(({ key, kind }) => kind === 'pass' && marks[target]?.[key] === 'fail')
    return item ? [{ note, words: sentence(`${reviewer} marked “${item.label}” as failed.`) }] : []
  })
  const note = failed.find((one) => one.note.trim() !== '')?.note
  return clip(note ?? failed[0]?.words ?? '')
}

function clip(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`
}
