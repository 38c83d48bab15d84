import { expect, it } from 'vitest'
import { formatClockTime, formatExactTime, formatRelativeTime } from './format-time.ts'

const at = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...(parts as [number, number, number])).getTime()
const now = at(2026, 10, 21, 10, 0, 0)

it.each([
  ['now', now],
  ['now', now - 999],
  ['1 s ago', now - 1_000],
  ['59 s ago', now - 59_999],
  ['1 min ago', now - 60_000],
  ['59 min ago', now - 3_599_000],
  ['2 h ago', now - 2.5 * 3_600_000],
  ['Yesterday', at(2026, 10, 20, 9, 0)],
  ['2 d ago', at(2026, 10, 19, 23, 0)],
  ['6 d ago', at(2026, 10, 15, 1, 0)],
  ['14 Nov', at(2026, 10, 14, 23, 0)],
  ['9 Sep', at(2026, 8, 9)],
  ['9 Nov 2025', at(2025, 10, 9)],
  ['in 2 s', now + 2_000],
  ['in 5 min', now + 300_000],
  ['Tomorrow', at(2026, 10, 22, 12, 0)],
  ['in 3 d', at(2026, 10, 24, 12, 0)],
])('reads %s', (text, time) => {
  expect(formatRelativeTime(time, now)).toBe(text)
})

it('writes the exact time with seconds, in the zone of the reader', () => {
  expect(formatExactTime(at(2026, 10, 3, 14, 20, 5))).toBe('3 Nov 2026, 14:20:05')
  expect(formatClockTime(at(2026, 10, 3, 2, 4, 7))).toBe('02:04:07')
})
