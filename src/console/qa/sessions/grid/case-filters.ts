import { type AttemptStatus, attemptEnded } from '../../../../contract/qa/attempts.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { caseCell } from './case-cell.ts'
import { hasVerdict } from './verdict-filter.ts'

/** What the rows of a grid are filtered by, by their words in an address; the first lets everything through. */
export const caseFilters = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'failed', label: 'Check failed' },
  { value: 'error', label: 'Error' },
  { value: 'differs', label: 'Differs' },
  { value: 'flaky', label: 'Flaky' },
  { value: 'judge', label: 'To judge' },
] as const
export type CaseFilter = (typeof caseFilters)[number]['value']

/** Those that say nothing of one target alone. */
const ofPairs: readonly CaseFilter[] = ['differs', 'judge']

/** The filters of a session with so many targets. */
export function filtersFor(targets: number) {
  return caseFilters.filter(({ value }) => targets > 1 || !ofPairs.includes(value))
}

/** Whether both targets have ended with words that differ, which nobody has compared yet. */
export function isToJudge(row: CaseRow): boolean {
  return (
    (row.differs ?? 0) > 0 &&
    row.attempts.every(attemptEnded) &&
    Object.values(row.better).every((count) => count === 0)
  )
}

/** Whether a row belongs to what a filter asks for. */
export function fits(row: CaseRow, filter: CaseFilter): boolean {
  const has = (...wanted: AttemptStatus[]) =>
    row.attempts.some(({ status }) => wanted.includes(status))
  switch (filter) {
    case 'all':
      return true
    case 'running':
      return has('running')
    case 'failed':
      return has('failed')
    case 'error':
      return has('error', 'lost')
    case 'differs':
      return (row.differs ?? 0) > 0
    case 'flaky':
      return [0, 1].some((target) => caseCell(row, target).outcome === 'flaky')
    case 'judge':
      return isToJudge(row)
  }
}

/** The rows with a text in their key, first message or a tag, in whatever case, with the tag and the verdict where one is chosen. */
export function foundRows(
  rows: readonly CaseRow[],
  wanted: { text: string; tag: string | null; verdict: string | null },
): readonly CaseRow[] {
  const text = wanted.text.trim().toLowerCase()
  if (text === '' && wanted.tag === null && wanted.verdict === null) return rows
  return rows.filter((row) => {
    const { case_key, first_message, tags } = row
    return (
      (wanted.tag === null || tags.includes(wanted.tag)) &&
      hasVerdict(row, wanted.verdict) &&
      [case_key, first_message, ...tags].some((part) => part.toLowerCase().includes(text))
    )
  })
}

/** All tags of some cases, in the order of the alphabet. */
export function tagsOf(rows: readonly Pick<CaseRow, 'tags'>[]): string[] {
  return [...new Set(rows.flatMap(({ tags }) => tags))].sort((one, other) =>
    one.localeCompare(other),
  )
}
