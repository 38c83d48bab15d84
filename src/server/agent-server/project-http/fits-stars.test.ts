import { expect, it } from 'vitest'
import { fitsStars } from './fits-stars.ts'

it.each([
  ['x-*', 'X-User', true],
  ['x-*', 'x-', true],
  ['x-*', 'ax-user', false],
  ['X-User', 'x-user', true],
  ['x-user', 'x-users', false],
  ['*', 'accept', true],
  ['*-id', 'x-user-id', true],
  ['*-id', 'x-user-ids', false],
  ['x-*-id', 'x-id', false],
  ['x-*a*b-*', 'x-1a2b-3', true],
  ['x-*b*a-*', 'x-1a2b-3', false],
  ['aba*ba', 'aba', false],
  ['x.*', 'x-1', false],
] as const)('%s fits %s: %s', (pattern, name, fits) => {
  expect(fitsStars(pattern, name)).toBe(fits)
})

it('33.3.8: many stars are no work', { timeout: 2_000 }, () => {
  expect(fitsStars(`${'x*'.repeat(20)}y`, 'x'.repeat(500))).toBe(false)
})
