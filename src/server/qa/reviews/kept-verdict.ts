import type { KeptVerdict } from '../../../contract/qa/verdict-history.ts'
import type { SessionRow } from '../session-store.ts'
import type { VerdictRow } from '../verdict-row.ts'

/** A verdict as it is told to whoever may see which answer is whose. */
export function keptVerdict(row: VerdictRow, looks: SessionRow['looks']): KeptVerdict {
  return {
    case_index: row.case_index,
    reviewer: row.reviewer,
    marks: row.marks,
    better: row.better,
    attempt_ids: row.attempt_ids,
    left_target: row.left_target,
    note: row.note,
    tags: row.tags,
    correction: row.correction,
    seconds: row.seconds,
    at: row.at.toISOString(),
    looked_before: hasLookedBefore(row, looks),
  }
}

/** Whether a reviewer had looked before they said it. */
function hasLookedBefore({ reviewer, at }: VerdictRow, looks: SessionRow['looks']): boolean {
  return looks.some((look) => look.reviewer === reviewer && new Date(look.at) <= at)
}
