import { expect, it } from 'vitest'
import type { KeyAction } from './review-keys.ts'
import { createWaitingKeys } from './waiting-keys.ts'

const next: KeyAction = { do: 'next' }
const note: KeyAction = { do: 'note' }

it('takes keys for the next case as soon as one is left, and does them once it is shown', () => {
  const keys = createWaitingKeys()
  expect(keys.isEarly(0)).toBe(false)
  keys.leave(0)
  expect(keys.isEarly(0)).toBe(true)
  keys.hold(next)
  keys.hold(note)
  expect(keys.take(0)).toBeUndefined()
  keys.reach(1)
  expect(keys.take(1)).toEqual(next)
  // What is pressed meanwhile comes after those that wait.
  expect(keys.isEarly(1)).toBe(true)
  keys.leave(1)
  expect(keys.take(1)).toBeUndefined()
  keys.reach(2)
  expect(keys.take(2)).toEqual(note)
  expect(keys.isEarly(2)).toBe(false)
})

it('keeps no answer for a case that nobody has seen', () => {
  const keys = createWaitingKeys()
  keys.leave(0)
  expect(keys.hold({ do: 'answer', digit: 1 })).toBe(false)
  expect(keys.hold({ do: 'better', better: 'a' })).toBe(false)
  expect(keys.take(1)).toBeUndefined()
})

it('begins anew at a case that was come back to by other ways', () => {
  const keys = createWaitingKeys()
  keys.leave(0)
  keys.reach(1)
  keys.reach(0)
  expect(keys.isEarly(0)).toBe(false)
})
