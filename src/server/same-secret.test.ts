import { expect, it } from 'vitest'
import { isSameSecret } from './same-secret.ts'

it('compares secrets of any length', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true)
  expect(isSameSecret('abc', 'abcd')).toBe(false)
  expect(isSameSecret('', 'abc')).toBe(false)
})
