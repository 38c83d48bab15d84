import { expect, it } from 'vitest'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { hasVerdict, verdictFilters } from './verdict-filter.ts'

const row = (better: CaseRow['better'], marked: CaseRow['marked']): CaseRow => ({
  case_key: 'refund',
  case_index: 0,
  tags: [],
  first_message: '',
  differs: null,
  attempts: [],
  better,
  marked,
})
const none = { passed: 0, failed: 0 }
const fitting = (one: CaseRow) =>
  verdictFilters(['Serving', 'Candidate']).flatMap(({ value }) =>
    hasVerdict(one, value) ? [value] : [],
  )

it('puts a case under all that people said of it', () => {
  expect(fitting(row({}, [none, none]))).toEqual(['any', 'none'])
  expect(fitting(row({ 1: 2, tie: 1 }, [none, none]))).toEqual(['any', '1', 'tie'])
  expect(
    fitting(
      row({ 0: 0 }, [
        { passed: 1, failed: 0 },
        { passed: 0, failed: 2 },
      ]),
    ),
  ).toEqual(['any', 'pass', 'fail'])
  expect(fitting(row({ bad: 1 }, null))).toEqual(['any', 'bad'])
  // Nonsense in an address lets all through.
  expect(hasVerdict(row({}, null), 'nonsense')).toBe(true)
})

it('33.3.2: puts no case under “No verdict” of which somebody said anything', () => {
  const unsure = { ...row({}, [{ ...none, otherwise: 1 }, none]), said_by: 1 }
  expect(fitting(unsure)).toEqual(['any'])
  expect(fitting({ ...row({}, [none, none]), said_by: 1 })).toEqual(['any'])
  expect(fitting({ ...row({}, [none, none]), said_by: 0 })).toEqual(['any', 'none'])
})

it('speaks of a better answer where there are two', () => {
  expect(verdictFilters(['Target']).map(({ value }) => value)).toEqual([
    'any',
    'none',
    'pass',
    'fail',
  ])
})
