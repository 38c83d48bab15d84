import type { VerdictRow } from '../verdict-row.ts'

/**
 * What a verdict says of the answers that stand: not what it said of one whose case was tried again since, nor which was
 * better; its words go where no answer is left that they were about. The history keeps it as it was given.
 * @param replaced ids of attempts that others stand for
 */
export function standingVerdict<Row extends VerdictRow>(
  row: Row,
  replaced: ReadonlySet<string>,
): Row {
  const isGone = row.attempt_ids.map((id) => id !== null && replaced.has(id))
  if (!isGone.includes(true)) return row
  const [first, second] = row.marks
  const left = isGone[0] ? {} : first
  const marks: VerdictRow['marks'] = second === undefined ? [left] : [left, isGone[1] ? {} : second]
  const words = isGone.includes(false) ? {} : { note: '', tags: [], correction: '' }
  return { ...row, marks, better: null, ...words }
}
