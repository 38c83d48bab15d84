import { afterEach, expect, it } from 'vitest'
import { learnNow, now } from './now.ts'

const hourMs = 3_600_000
/** A moment that begins a second. */
const at = Date.UTC(2030, 0, 1)
const ahead = () => Math.round((now() - Date.now()) / 100) * 100

afterEach(() => learnNow(at, at, at))

it('a clock that may be right stays as it is', () => {
  learnNow(at, at + 900, at + 950)
  expect(ahead()).toBe(0)
  learnNow(at, at - 4_000, at + 3_000)
  expect(ahead()).toBe(0)
})

it('one that cannot be right is that of the server, as near as is known', () => {
  learnNow(at + hourMs, at, at + 100)
  expect(ahead()).toBe(hourMs - 100)
  learnNow(at + hourMs + 2_000, at + 2_500, at + 2_600)
  expect(ahead()).toBe(hourMs - 100)
  learnNow(at - hourMs, at, at + 100)
  expect(ahead()).toBe(-hourMs + 1_000)
})

it('a machine whose clock is set right meanwhile is believed again', () => {
  learnNow(at + hourMs, at, at + 100)
  learnNow(at + hourMs + 5_000, at + hourMs + 5_500, at + hourMs + 5_600)
  expect(ahead()).toBe(500)
})
