import { expect, it } from 'vitest'
import { newCase } from '../draft/case-draft.ts'
import { cellBeside, columns, countedTags, filteredCases, writtenCell } from './case-cells.ts'

const cases = [
  newCase('a', 'Hello', { tags: ['x'] }),
  newCase('b', 'Good morning', { tags: ['x', 'y'], expected: 'Greets' }),
]
const [first, second] = cases.map(({ id }) => id)

it('walks from cell to cell, and stays within the table', () => {
  const from = (id = 0, column: (typeof columns)[number], rows: number, steps?: number) =>
    cellBeside(cases, columns, { id, column }, rows, steps)
  expect(from(first, 'key', 1)).toEqual({ id: second, column: 'key' })
  expect(from(second, 'key', 10)).toEqual({ id: second, column: 'key' })
  expect(from(first, 'tags', 0, 1)).toEqual({ id: second, column: 'key' })
  expect(from(second, 'key', 0, -1)).toEqual({ id: first, column: 'tags' })
  expect(from(second, 'tags', 0, 1)).toBeNull()
  expect(from(first, 'key', 0, -1)).toBeNull()
  expect(from(-1, 'key', 1)).toBeNull()
})

it('narrows by tag and by text, and counts the tags', () => {
  const keys = (tag: string | null, text: string) =>
    filteredCases(cases, tag, text).map(({ key }) => key)
  expect(keys(null, '')).toEqual(['a', 'b'])
  expect(keys('y', '')).toEqual(['b'])
  expect(keys('x', ' GREETS')).toEqual(['b'])
  expect(countedTags(cases)).toEqual([
    ['x', 2],
    ['y', 1],
  ])
})

it('writes a cell into its case', () => {
  const one = newCase('a', 'Hello')
  expect(writtenCell(one, 'key', ' b ')).toEqual({ key: 'b' })
  expect(writtenCell(one, 'tags', 'x, y,x, ')).toEqual({ tags: ['x', 'y'] })
  expect(writtenCell(one, 'message', 'Bye').turns?.[0]).toMatchObject({ do: 'send', text: 'Bye' })
})
