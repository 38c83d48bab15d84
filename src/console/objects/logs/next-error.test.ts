import { expect, it } from 'vitest'
import { nextError } from './next-error.ts'

it('goes from error to error and around, in both directions', () => {
  const errors = [3, 10, 11]
  const walk = (direction: 1 | -1, place: number) => {
    const next = nextError(errors, place, direction)
    return next === null ? null : errors[next]
  }
  expect([-1, 3, 10, 11].map((place) => walk(1, place))).toEqual([3, 10, 11, 3])
  expect([11, 10, 3, -1].map((place) => walk(-1, place))).toEqual([10, 3, 11, 11])
  expect(nextError([], 5, 1)).toBeNull()
})
