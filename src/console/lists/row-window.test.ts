import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowWindow } from './row-window.ts'

it('draws what is on the screen and something around it, and little else', () => {
  expect(rowWindow(10_000, 38, 0, 760)).toEqual({ first: 0, end: 32 })
  expect(rowWindow(10_000, 38, 38 * 5_000, 760)).toEqual({ first: 4_988, end: 5_032 })
  expect(rowWindow(10_000, 38, 38 * 9_980, 760)).toEqual({ first: 9_968, end: 10_000 })
})

it('has every row of the list that is on the screen, wherever that is', () => {
  fc.assert(
    fc.property(
      fc.nat(12_000),
      fc.integer({ min: -3_000, max: 480_000 }),
      fc.nat(3_000),
      (count, offset, screen) => {
        const { first, end } = rowWindow(count, 38, offset, screen)
        expect(0 <= first && first <= end && end <= count).toBe(true)
        expect(end - first).toBeLessThan(screen / 38 + 36)
        const shown = [Math.floor(offset / 38), Math.ceil((offset + screen) / 38)].map((row) =>
          Math.min(count, Math.max(0, row)),
        )
        expect(first).toBeLessThanOrEqual(shown[0] ?? Number.NaN)
        expect(end).toBeGreaterThanOrEqual(shown[1] ?? Number.NaN)
      },
    ),
  )
})

it('stays for some steps of a slow wheel', () => {
  const windows = Array.from({ length: 10 }, (_, frame) =>
    JSON.stringify(rowWindow(10_000, 38, 38 * 400 + frame * 10, 760)),
  )
  expect(new Set(windows).size).toBeLessThanOrEqual(3)
})
