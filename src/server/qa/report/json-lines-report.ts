import * as z from 'zod/mini'
import { Case } from '../../../contract/qa/cases.ts'
import { Attempt } from '../../../contract/qa/sessions.ts'
import { type ReportData, reportCases } from './report-data.ts'

/** One line of the report: a case with all that came of it. Lists by target have the first target first. */
export const ReportLine = z.object({
  session_id: z.string(),
  case_index: z.int(),
  case: Case,
  outcomes: z.array(z.enum(['open', 'passed', 'failed'])),
  attempts: z.array(Attempt),
  verdicts: z.array(
    z.object({
      reviewer: z.string(),
      marks: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
      better: z.nullable(z.enum(['0', '1', 'tie', 'bad'])),
      left_target: z.int(),
      note: z.string(),
      tags: z.array(z.string()),
      correction: z.string(),
      seconds: z.number(),
      at: z.string(),
    }),
  ),
})
type ReportLine = z.infer<typeof ReportLine>

/** A line of JSON for each case, with nothing left out. */
export function jsonLinesReport(data: ReportData): string {
  const lines = reportCases(data).map(
    ({ case: one, case_index, cells, verdicts }): ReportLine => ({
      session_id: data.session.session_id,
      case_index,
      case: one,
      outcomes: cells.map(({ outcome }) => outcome),
      attempts: cells.flatMap(({ attempts }) => attempts),
      verdicts: verdicts.map((verdict) => ({
        reviewer: verdict.reviewer,
        marks: verdict.marks,
        better: verdict.better,
        left_target: verdict.left_target,
        note: verdict.note,
        tags: verdict.tags,
        correction: verdict.correction,
        seconds: verdict.seconds,
        at: verdict.at.toISOString(),
      })),
    }),
  )
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
