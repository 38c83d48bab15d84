import { expect, it } from 'vitest'
import { noneChosen, withAll, withRange, withRow } from './chosen-keys.ts'

const shown = ['a', 'b', 'c', 'd', 'e']
const chosen = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].sort().join('')

it('chooses row by row, and ranges from the one that was chosen last', () => {
  const one = withRow(noneChosen, 'b', true)
  const range = withRange(one, 'd', true, shown)
  expect(chosen(range)).toBe('bcd')
  expect(chosen(withRow(range, 'c', false))).toBe('bd')
})

it('33.2.7: another range from the same beginning takes the place of the last one, upwards too', () => {
  const range = withRange(withRow(withRow(noneChosen, 'e', true), 'b', true), 'd', true, shown)
  expect(chosen(range)).toBe('bcde')
  // Its last row is chosen already, so that its box would give it up.
  expect(chosen(withRange(range, 'c', false, shown))).toBe('bce')
  expect(chosen(withRange(range, 'a', true, shown))).toBe('abe')
  // A range that begins where one was given up is given up.
  expect(chosen(withRange(withRow(range, 'b', false), 'd', false, shown))).toBe('e')
  // What has gone from the list does not come back.
  expect(chosen(withRange(range, 'c', false, ['b', 'c', 'd']))).toBe('bc')
  // After all were chosen there is no beginning.
  expect(chosen(withRange(withAll(range, shown, true), 'c', false, shown))).toBe('abde')
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
