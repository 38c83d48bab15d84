import { isDeepStrictEqual } from 'node:util'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import type { VerdictRow } from '../verdict-row.ts'

/**
 * Whether a verdict says what was asked: of two targets which is better, of one every item of the rubric (where it has none,
 * a note). One that is begun, or was taken back, judges nothing yet.
 */
export function isJudged(
  { marks, better, note }: VerdictRow,
  { targets, rubric }: { targets: readonly unknown[]; rubric: readonly RubricItem[] },
): boolean {
  if (targets.length > 1) return better !== null
  if (rubric.length === 0) return note.trim() !== ''
  return rubric.every(({ key }) => marks[0][key] !== undefined)
}

/** Whether a verdict says anything at all; one that was taken back does not. */
export function saysAnything({ marks, better, note, tags, correction }: VerdictRow): boolean {
  const isMarked = marks.some((one) => Object.keys(one).length > 0)
  return isMarked || better !== null || tags.length > 0 || `${note}${correction}`.trim() !== ''
}

/** Whether two verdicts say the same of the same answers, whenever they were given. */
export function saysSame(one: VerdictRow, other: VerdictRow): boolean {
  const said = ({ marks, better, note, tags, correction, attempt_ids }: VerdictRow) => ({
    ...{ marks, better, note, tags, correction, attempt_ids },
  })
  return isDeepStrictEqual(said(one), said(other))
}
