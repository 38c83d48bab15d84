import type { Verdict } from '../../../../contract/qa/reviews.ts'
import type { RubricItem } from '../../../../contract/qa/suites.ts'

export type SideName = 'a' | 'b'
type Mark = string | number

/** What a digit answers: an item of the rubric on one side. The first option has the digit 1. */
export interface RubricRow {
  readonly side: SideName
  readonly item: RubricItem
  readonly options: readonly { readonly value: Mark; readonly label: string }[]
}

/** The rows in the order in which they are answered: all of A, then all of B. */
export function rubricRows(rubric: readonly RubricItem[], sideCount: number): RubricRow[] {
  const sides: readonly SideName[] = sideCount > 1 ? ['a', 'b'] : ['a']
  return sides.flatMap((side) => rubric.map((item) => ({ side, item, options: optionsOf(item) })))
}

function optionsOf({ kind, choices = [] }: RubricItem): RubricRow['options'] {
  switch (kind) {
    case 'pass':
      return [
        { value: 'pass', label: 'Pass' },
        { value: 'fail', label: 'Fail' },
        { value: 'unsure', label: 'Unsure' },
      ]
    case 'scale':
      return [1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }))
    case 'choice':
      return choices.map((value) => ({ value, label: value }))
  }
}

/** What a row was answered with. */
export function markOf(verdict: Verdict, { side, item }: RubricRow): Mark | undefined {
  return verdict[side][item.key]
}

/** “A, Tone”; of one answer “Tone”. */
export function rowName({ side, item }: RubricRow, rows: readonly RubricRow[]): string {
  const isPair = rows.some((row) => row.side === 'b')
  return isPair ? `${side.toUpperCase()}, ${item.label}` : item.label
}

/** Where the first row stands that has no answer; null where all have one. */
export function firstOpenRow(verdict: Verdict, rows: readonly RubricRow[]): number | null {
  const at = rows.findIndex((row) => markOf(verdict, row) === undefined)
  return at < 0 ? null : at
}
