import { expect, it } from 'vitest'
import type { AttemptStatus } from '../../../../contract/qa/attempts.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { type CaseFilter, filtersFor, fits, foundRows, tagsOf } from './case-filters.ts'

function row(statuses: readonly AttemptStatus[], more: Partial<CaseRow> = {}): CaseRow {
  const attempts = statuses.map((status, index) => ({
    attempt_id: `a${index}`,
    case_key: 'refund',
    case_index: 0,
    target: index % 2,
    repeat: 1 + (index >> 1),
    status,
    failed_checks: 0,
  }))
  return {
    case_key: 'refund',
    case_index: 0,
    tags: [],
    first_message: '',
    differs: null,
    attempts,
    better: {},
    ...more,
  }
}

const fitting = (one: CaseRow) =>
  filtersFor(2).flatMap(({ value }): CaseFilter[] => (fits(one, value) ? [value] : []))

it('puts a case under each filter that it fits', () => {
  expect(fitting(row(['passed', 'passed']))).toEqual(['all'])
  expect(fitting(row(['running', 'waiting']))).toEqual(['all', 'running'])
  expect(fitting(row(['failed', 'error']))).toEqual(['all', 'failed', 'error'])
  expect(fitting(row(['passed', 'passed', 'passed', 'failed']))).toEqual(['all', 'failed', 'flaky'])
})

it('has to judge what differs, once all has ended and until somebody has', () => {
  expect(fitting(row(['passed', 'passed'], { differs: 0 }))).toEqual(['all'])
  expect(fitting(row(['passed', 'passed'], { differs: 0.2 }))).toEqual(['all', 'differs', 'judge'])
  const open = row(['passed', 'passed', 'waiting'], { differs: 0.2 })
  expect(fitting(open)).toEqual(['all', 'differs'])
  const judged = row(['passed', 'passed'], { differs: 0.2, better: { tie: 1 } })
  expect(fitting(judged)).toEqual(['all', 'differs'])
})

it('offers no comparison where there is one target', () => {
  expect(filtersFor(1).map(({ value }) => value)).toEqual([
    'all',
    'running',
    'failed',
    'error',
    'flaky',
  ])
})

it('finds a case by its key, its first message and its tags', () => {
  const rows = [
    row([], { case_key: 'refund-above', tags: ['money'] }),
    row([], { case_key: 'address', first_message: 'I moved to Berlin', tags: ['dispatch'] }),
  ]
  const keys = (text: string, tag: string | null = null) =>
    foundRows(rows, { text, tag, verdict: null }).map(({ case_key }) => case_key)
  expect(keys(' REFUND')).toEqual(['refund-above'])
  expect(keys('berlin')).toEqual(['address'])
  expect(keys('mone')).toEqual(['refund-above'])
  expect(keys('', 'dispatch')).toEqual(['address'])
  expect(keys('refund', 'dispatch')).toEqual([])
  expect(tagsOf(rows)).toEqual(['dispatch', 'money'])
})
