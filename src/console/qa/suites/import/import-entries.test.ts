import { expect, it } from 'vitest'
import type { Case } from '../../../../contract/qa/cases.ts'
import type { ImportedCases } from '../../../../contract/qa/suites.ts'
import { importEntries, importedDrafts, withLine } from './import-entries.ts'

const one = (key: string): Case => ({
  key,
  tags: [],
  start: { kind: 'empty' },
  turns: [{ do: 'send', text: key }],
  expected: '',
  checks: [],
  has_side_effects: false,
  variables: {},
})

const read: ImportedCases = {
  format: 'csv',
  cases: [
    { line: 2, case: one('a') },
    { line: 4, case: one('b') },
  ],
  faults: [
    { line: 3, column: 5, message: 'No answer.' },
    { line: 3, column: 1, message: 'No key.' },
  ],
  left_out: [],
  variables: [],
}

it('stands in the order of the lines, a faulty line with all that is wrong with it', () => {
  expect(importEntries('key\na\r\nx,acept\nb', read)).toMatchObject([
    { kind: 'case', line: 2 },
    { kind: 'faults', line: 3, text: 'x,acept', faults: [{ column: 5 }, { column: 1 }] },
    { kind: 'case', line: 4 },
  ])
})

it('mends one line of a text', () => {
  expect(withLine('a\r\nb\nc', 2, 'B')).toBe('a\nB\nc')
})

it('gives a number to a key that is taken', () => {
  const { drafts, renamed } = importedDrafts(read, ['a', 'a-2'])
  expect([drafts.map(({ key }) => key), renamed]).toEqual([['a-3', 'b'], 1])
})
