import type { TranscriptStep } from '../../../../contract/qa/attempts.ts'
import type { SideName } from '../judging/rubric-rows.ts'
import type { StepRow } from './align-turns.ts'

/** What one side shows in a row, or in some rows: a step, or a hole where the other side has these steps. */
export type SideCell =
  | { readonly step: TranscriptStep; readonly other: TranscriptStep | null; readonly row: number }
  | { readonly missing: readonly TranscriptStep[]; readonly row: number }

/** The cells of a side from the top down. Holes that follow each other are one. `row` counts from 0. */
export function sideCells(rows: readonly StepRow[], side: SideName): SideCell[] {
  const cells: SideCell[] = []
  for (const [row, { a, b }] of rows.entries()) {
    const [own, other] = side === 'a' ? [a, b] : [b, a]
    const last = cells.at(-1)
    if (own) cells.push({ step: own, other, row })
    else if (!other) continue
    else if (last && 'missing' in last) {
      cells[cells.length - 1] = { ...last, missing: [...last.missing, other] }
    } else cells.push({ missing: [other], row })
  }
  return cells
}
