import { expect, it } from 'vitest'
import { formatDuration, formatLiveDuration } from './format-duration.ts'

it.each([
  [0, '0 s'],
  [-300, '0 s'],
  [Number.NaN, '0 s'],
  [0.2, '1 ms'],
  [40, '40 ms'],
  [99.4, '99 ms'],
  [99.6, '0.1 s'],
  [400, '0.4 s'],
  [2_000, '2 s'],
  [2_149, '2.1 s'],
  [9_949, '9.9 s'],
  [9_960, '10 s'],
  [42_400, '42 s'],
  [59_499, '59 s'],
  [59_600, '1 min'],
  [192_000, '3 min 12 s'],
  [3_599_600, '1 h'],
  [7_500_000, '2 h 5 min'],
  [100_800_000, '1 d 4 h'],
])('%d ms reads as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

it.each([
  [-5, '0:00'],
  [Number.NaN, '0:00'],
  [999, '0:00'],
  [42_900, '0:42'],
  [725_000, '12:05'],
  [3_725_000, '1:02:05'],
])('%d ms so far reads as %s', (ms, text) => {
  expect(formatLiveDuration(ms)).toBe(text)
})
