import * as z from 'zod/mini'
import { writeJson } from '../../../contract/exact-json.ts'
import { Attempt } from '../../../contract/qa/attempts.ts'
import { Case } from '../../../contract/qa/cases.ts'
import { Unchecked } from '../../../contract/qa/results.ts'
import { KeptVerdict } from '../../../contract/qa/verdict-history.ts'
import { type ReportData, reportCases } from './report-data.ts'

const Said = z.omit(KeptVerdict, { case_index: true })

/** One line of the report: a case with all that came of it. Lists by target have the first target first. */
export const ReportLine = z.object({
  session_id: z.string(),
  case_index: z.int(),
  case: Case,
  outcomes: z.array(z.enum(['open', 'passed', 'failed'])),
  /** Of the targets whose cases no check decides: how each stands. */
  unchecked: z.array(Unchecked),
  attempts: z.array(Attempt),
  /** The newest of each reviewer, with what they had said before, the oldest first. */
  verdicts: z.array(z.extend(Said, { earlier: z.array(Said) })),
  /** Who saw which answer is whose before the session was closed, and when: the same on each line. */
  looked_early: z.array(z.object({ reviewer: z.string(), at: z.string() })),
})
type ReportLine = z.infer<typeof ReportLine>

/** A line of JSON for each case, with nothing left out. */
export function jsonLinesReport(data: ReportData): string {
  const lines = reportCases(data).map(
    ({ case: one, case_index, cells, unchecked, said }): ReportLine => ({
      session_id: data.session.session_id,
      case_index,
      case: one,
      outcomes: cells.map(({ outcome }) => outcome),
      unchecked: unchecked.filter((one) => one !== undefined),
      attempts: cells.flatMap(({ attempts }) => attempts),
      verdicts: said.flatMap((oldestFirst) => {
        const newest = oldestFirst.at(-1)
        return newest ? [{ ...newest, earlier: oldestFirst.slice(0, -1) }] : []
      }),
      looked_early: [...data.looks],
    }),
  )
  return lines.map((line) => `${writeJson(line)}\n`).join('')
}
