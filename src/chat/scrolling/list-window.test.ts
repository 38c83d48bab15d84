import { expect, it } from 'vitest'
import { drawnIndexes, isDrawnWhole } from './list-window.ts'

const itself = (height: number) => height
const of = (count: number, height: number) => Array.from({ length: count }, () => height)

it('draws all of a short list, and not of one that is long or high', () => {
  expect(isDrawnWhole(of(60, 300), itself, false)).toBe(true)
  expect(isDrawnWhole(of(61, 10), itself, false)).toBe(false)
  expect(isDrawnWhole(of(60, 13_000), itself, false)).toBe(false)
  expect(isDrawnWhole([], itself, false)).toBe(true)
})

it('keeps a list whole that grows a little beyond the height, but not without end', () => {
  expect(isDrawnWhole(of(50, 1_000), itself, false)).toBe(false)
  expect(isDrawnWhole(of(50, 1_000), itself, true)).toBe(true)
  expect(isDrawnWhole(of(65, 1_000), itself, true)).toBe(false)
})

it('draws neighbours while they are few and low', () => {
  const heights = [100, 100, 100, 100, 100, 900, 100, 5_000, 100]
  const heightOf = (index: number) => heights[index] ?? 0
  const range = (startIndex: number, endIndex: number) => ({ startIndex, endIndex, count: 9 })
  expect(drawnIndexes(range(6, 6), heightOf)).toEqual([2, 3, 4, 5, 6])
  expect(drawnIndexes(range(0, 1), heightOf)).toEqual([0, 1, 2, 3, 4, 5])
  expect(drawnIndexes(range(7, 8), heightOf)).toEqual([3, 4, 5, 6, 7, 8])
  expect(drawnIndexes(range(8, 8), heightOf)).toEqual([8])
})
