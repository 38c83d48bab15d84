import { expect, it } from 'vitest'
import { noneChosen, withAll, withRange, withRow } from './chosen-keys.ts'

const shown = ['a', 'b', 'c', 'd', 'e']
const chosen = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].sort().join('')

it('chooses row by row, and ranges from the one that was chosen last', () => {
  const one = withRow(noneChosen, 'b', true)
  const range = withRange(one, 'd', true, shown)
  expect(chosen(range)).toBe('bcd')
  // From the same beginning, upwards too.
  expect(chosen(withRange(range, 'a', true, shown))).toBe('abcd')
  expect(chosen(withRange(range, 'c', false, shown))).toBe('d')
  expect(chosen(withRow(range, 'c', false))).toBe('bd')
})

it('a range that has no beginning on the list is the row alone', () => {
  expect(chosen(withRange(noneChosen, 'c', true, shown))).toBe('c')
  expect(chosen(withRange(withRow(noneChosen, 'gone', true), 'c', true, shown))).toBe('cgone')
})

it('chooses all and none', () => {
  const all = withAll(withRow(noneChosen, 'a', true), shown, true)
  expect(chosen(all)).toBe('abcde')
  expect(chosen(withAll(all, shown, false))).toBe('')
})
