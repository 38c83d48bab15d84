import { expect, it } from 'vitest'
import { shownCount } from './url-filters.ts'

it.each([
  [null, 25],
  ['', 25],
  ['rubbish', 25],
  ['-5', 25],
  ['0', 25],
  ['1e999', 25],
  ['25', 25],
  ['26', 50],
  ['100000', 975],
])('shownCount(%j) is %d', (text, count) => {
  expect(shownCount(text, 25, 975)).toBe(count)
})
