import { expect, it } from 'vitest'
import type { KeyAction } from './review-keys.ts'
import { createWaitingKeys } from './waiting-keys.ts'

const next: KeyAction = { do: 'next' }
const note: KeyAction = { do: 'note' }
const pass: KeyAction = { do: 'answer', digit: 1 }
const better: KeyAction = { do: 'better', better: 'a' }

function begun() {
  const clock = { ms: 0 }
  return { keys: createWaitingKeys(() => clock.ms), clock }
}

it('takes keys for the next case as soon as one is left, and does them once it is shown', () => {
  const { keys } = begun()
  expect(keys.press(next, 0)).toBe('counts')
  keys.leave(0)
  expect(keys.press(next, 0)).toBe('waits')
  expect(keys.press(note, null)).toBe('waits')
  expect(keys.take(0)).toBeUndefined()
  keys.reach(1)
  expect(keys.take(1)).toEqual(next)
  // What is pressed meanwhile comes after those that wait.
  expect(keys.press(next, 1)).toBe('waits')
  keys.leave(1)
  expect(keys.take(1)).toBeUndefined()
  keys.reach(2)
  expect(keys.take(2)).toEqual(note)
  expect(keys.take(2)).toEqual(next)
  expect(keys.press(next, 2)).toBe('counts')
})

it('keeps no answer for a case that nobody has seen', () => {
  const { keys } = begun()
  keys.leave(0)
  expect(keys.press(pass, 0)).toBe('refused')
  expect(keys.press(better, null)).toBe('refused')
  expect(keys.take(1)).toBeUndefined()
})

it('33.3.1: refuses the rest of answers that came too early until the case is seen and the keys rest', () => {
  const { keys, clock } = begun()
  keys.leave(0)
  keys.reach(1)
  expect(keys.press(pass, null)).toBe('refused')
  keys.show(1)
  clock.ms += 499
  expect(keys.press(pass, 1)).toBe('refused')
  clock.ms += 499
  expect(keys.press(better, 1)).toBe('refused')
  // The case is drawn again meanwhile.
  keys.show(1)
  clock.ms += 500
  expect(keys.press(pass, 1)).toBe('counts')
  expect(keys.press(better, 1)).toBe('counts')
})

it('33.3.1: takes no key for an answer to a case that came up just now', () => {
  const { keys, clock } = begun()
  keys.leave(0)
  keys.reach(1)
  keys.press(pass, null)
  clock.ms += 3_000
  keys.show(1)
  clock.ms += 10
  expect(keys.press(pass, 1)).toBe('refused')
})

it('takes answers as fast as they come where none came too early', () => {
  const { keys } = begun()
  keys.show(0)
  expect(keys.press(pass, 0)).toBe('counts')
  keys.leave(0)
  keys.reach(1)
  keys.show(1)
  expect(keys.press(pass, 1)).toBe('counts')
})

it('begins anew at a case that was come back to by other ways', () => {
  const { keys } = begun()
  keys.leave(0)
  keys.reach(1)
  keys.reach(0)
  expect(keys.press(pass, 0)).toBe('counts')
})
