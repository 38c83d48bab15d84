import { expect, it } from 'vitest'
import { hidden, minutesLeft, shown, visibleMs } from './visible-time.ts'

it('counts while it is before the eyes', () => {
  const start = shown({ sumMs: 5_000, sinceMs: null }, 100_000)
  expect(visibleMs(start, 103_000)).toBe(8_000)
  const away = hidden(start, 103_000)
  expect(visibleMs(away, 500_000)).toBe(8_000)
  const back = shown(away, 500_000)
  expect(shown(back, 501_000)).toBe(back)
  expect(visibleMs(back, 502_000)).toBe(10_000)
})

it('says how many minutes are left once there is something to go by', () => {
  expect(minutesLeft([30_000, 30_000], 24)).toBeNull()
  expect(minutesLeft([20_000, 30_000, 40_000], 24)).toBe(12)
  expect(minutesLeft([1_000, 1_000, 1_000], 1)).toBe(1)
  expect(minutesLeft([20_000, 30_000, 40_000], 0)).toBeNull()
})
