import { expect, it } from 'vitest'
import type { AttemptStatus, AttemptSummary } from '../../../../contract/qa/attempts.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { caseCell, middle } from './case-cell.ts'

function row(statuses: readonly AttemptStatus[], more: Partial<AttemptSummary> = {}): CaseRow {
  const attempts = statuses.map((status, index) => ({
    attempt_id: `a${index + 1}`,
    case_key: 'refund',
    case_index: 0,
    target: 0,
    repeat: index + 1,
    status,
    failed_checks: status === 'failed' ? index + 1 : 0,
    ms: status === 'waiting' || status === 'running' ? null : 1_000 * (index + 1),
    tokens: 100 * (index + 1),
    ...more,
  }))
  return {
    case_key: 'refund',
    case_index: 0,
    tags: [],
    first_message: '',
    differs: null,
    attempts,
    better: {},
  }
}

const outcome = (...statuses: AttemptStatus[]) => caseCell(row(statuses), 0).outcome

it('tells what the repeats came to in one word', () => {
  expect(outcome('passed', 'passed')).toBe('passed')
  expect(outcome('passed', 'failed', 'running')).toBe('running')
  expect(outcome('failed', 'passed', 'failed')).toBe('flaky')
  expect(outcome('passed', 'error')).toBe('flaky')
  expect(outcome('failed', 'error')).toBe('failed')
  expect(outcome('error', 'lost')).toBe('error')
  expect(outcome('cancelled', 'passed')).toBe('cancelled')
  expect(outcome('passed', 'waiting')).toBe('waiting')
  expect(outcome()).toBe('waiting')
})

it('has the middle duration and the mean of the tokens once all have ended', () => {
  expect(caseCell(row(['passed', 'failed', 'passed']), 0)).toMatchObject({
    p50Ms: 2_000,
    tokens: 200,
    failedChecks: 2,
    opens: 'a2',
  })
  expect(caseCell(row(['passed', 'waiting']), 0)).toMatchObject({ p50Ms: null, tokens: null })
  expect(caseCell(row(['passed'], { ms: null, tokens: null }), 0)).toMatchObject({
    p50Ms: null,
    tokens: null,
  })
})

it('opens what did not pass, else what is at work, else the first', () => {
  expect(caseCell(row(['passed', 'running']), 0).opens).toBe('a2')
  expect(caseCell(row(['passed', 'passed']), 0).opens).toBe('a1')
  expect(caseCell(row([]), 0).opens).toBeNull()
  expect(caseCell(row(['failed'], { target: 1 }), 0).statuses).toEqual([])
})

it('has a middle of even and of odd numbers', () => {
  expect(middle([3, 1, 2])).toBe(2)
  expect(middle([10, 9, 2, 1])).toBe(5.5)
  expect(middle([])).toBeNull()
})
