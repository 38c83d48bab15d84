import { expect, it } from 'vitest'
import { placeBeside } from './place-beside.ts'

const view = { width: 400, height: 300 }
const below = { side: 'below', align: 'start', gap: 4 } as const

it('stands below its anchor, and above where there is more room', () => {
  const size = { width: 100, height: 120 }
  const high = { left: 20, top: 10, width: 40, height: 20 }
  expect(placeBeside(high, size, view, below)).toEqual({ left: 20, top: 34, maxHeight: 258 })
  const low = { ...high, top: 250 }
  expect(placeBeside(low, size, view, below)).toEqual({ left: 20, top: 126, maxHeight: 238 })
})

it('keeps to the better side when neither is high enough, no higher than there is room', () => {
  const middle = { left: 20, top: 100, width: 40, height: 20 }
  const placed = placeBeside(middle, { width: 100, height: 900 }, view, below)
  expect(placed).toEqual({ left: 20, top: 124, maxHeight: 168 })
})

it('aligns with either end or the middle, and stays on the screen', () => {
  const anchor = { left: 300, top: 10, width: 40, height: 20 }
  const leftOf = (align: 'start' | 'center' | 'end', width: number) =>
    placeBeside(anchor, { width, height: 10 }, view, { ...below, align }).left
  expect(leftOf('end', 100)).toBe(240)
  expect(leftOf('center', 100)).toBe(270)
  expect(leftOf('start', 100)).toBe(292)
  expect(leftOf('end', 390)).toBe(8)
})
