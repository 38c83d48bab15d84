import { expect, it } from 'vitest'
import { foundCount } from './found-count.ts'

it.each([
  [1, 1, false, '1 run'],
  [50, 1_000, false, '50 of 1,000 runs'],
  [1_000, 10_000, false, '1,000 of 10,000 runs'],
  [2_000, 2_000, false, '2,000 runs'],
  [50, 10_000, true, '50 of more than 10,000 runs'],
])('%i of %i, capped: %s', (shown, total, is_total_capped, words) => {
  expect(foundCount(shown, { total, is_total_capped }, ['run', 'runs'])).toBe(words)
})
