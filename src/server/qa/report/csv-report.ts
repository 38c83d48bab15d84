import { stringify } from 'csv-stringify/sync'
import { firstMessage } from '../../../contract/qa/cases.ts'
import { hasPassed } from '../results/case-cells.ts'
import type { VerdictRow } from '../verdict-row.ts'
import {
  betterWords,
  changeLines,
  lastAnswer,
  looksText,
  markWords,
  type ReportCase,
  type ReportData,
  reportCases,
  shownAttempt,
  targetName,
  targetRole,
} from './report-data.ts'

const columns = [
  'case_key',
  'tags',
  'first_message',
  'expected',
  'target',
  'target_name',
  'outcome',
  'repeats',
  'passed_repeats',
  'statuses',
  'failed_checks',
  'error',
  'answer',
  'ms',
  'tokens',
  'better',
  'marks',
  'notes',
  'corrections',
  'decided_by_people',
  'changed_verdicts',
  'looked_early',
]

/**
 * A line for each case and target; the answer, its checks and its time are those of the first repeat that failed, or of the
 * first. RFC 4180; a text that a spreadsheet would run as a formula begins with an apostrophe, numbers stay.
 */
export function csvReport(data: ReportData): string {
  const lines = reportCases(data).flatMap((row) =>
    data.session.targets.map((_, target) => line(data, row, target)),
  )
  return stringify([columns, ...lines], { escape_formulas: true, record_delimiter: '\r\n' })
}

function line(data: ReportData, row: ReportCase, at: number): (string | number | null)[] {
  const { session } = data
  const { case: one, cells, verdicts, said: history } = row
  const target = session.targets[at]
  const cell = cells[at]
  const attempts = cell?.attempts ?? []
  const shown = cell && shownAttempt(cell)
  const failed = shown?.results.filter(({ passed }) => !passed) ?? []
  const said = (of: (verdict: VerdictRow) => string) =>
    verdicts.flatMap((verdict) => (of(verdict) ? [`${verdict.reviewer}: ${of(verdict)}`] : []))
  const changed = history.flatMap((oldestFirst) =>
    changeLines(session, oldestFirst).map((words) => `${oldestFirst[0]?.reviewer}, ${words}`),
  )
  return [
    one.key,
    one.tags.join(', '),
    firstMessage(one),
    one.expected,
    targetRole(session, at),
    target ? targetName(target) : '',
    cell?.outcome ?? 'open',
    attempts.length,
    attempts.filter(hasPassed).length,
    attempts.map(({ status }) => status).join(', '),
    failed.map(({ words, found }) => (found ? `${words}: ${found}` : words)).join('\n'),
    shown?.error ?? '',
    shown ? lastAnswer(shown) : '',
    shown?.ms ?? null,
    attempts.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    said((verdict) => betterWords(session, verdict)).join('\n'),
    said((verdict) => markWords(session, verdict, at).join(', ')).join('\n'),
    said(({ note }) => note).join('\n'),
    said(({ correction }) => correction).join('\n'),
    row.unchecked[at]?.words ?? '',
    changed.join('\n'),
    looksText(data),
  ]
}
