import { expect, it } from 'vitest'
import { joinMarks } from './join-marks.ts'

const joined = (xs: readonly number[], width = 400) =>
  joinMarks(
    xs.map((x) => ({ x })),
    60,
    width,
  ).map(({ marks, middle }) => [marks.map(({ x }) => x), middle])

it('leaves labels alone that have room, in whatever order the marks come', () => {
  expect(joined([200, 100, 160])).toEqual([
    [[100], 100],
    [[160, 200], 180],
  ])
})

it('joins what would overlap, and what overlaps only once others are joined', () => {
  expect(joined([100, 110, 120])).toEqual([[[100, 110, 120], 110]])
  // The second and the third together come too near to the first.
  expect(joined([100, 160, 210, 161])).toEqual([
    [[100], 100],
    [[160, 161, 210], 185],
  ])
  expect(joined([100, 165, 166, 146])).toEqual([[[100, 146, 165, 166], 133]])
})

it('keeps labels within the drawing, and joins those that an edge pushes together', () => {
  expect(joined([5, 395])).toEqual([
    [[5], 30],
    [[395], 370],
  ])
  expect(joined([5, 80])).toEqual([[[5, 80], 42.5]])
  expect(joined([10, 20], 40)).toEqual([[[10, 20], 30]])
})

it('drops no mark, however many there are', () => {
  const xs = Array.from({ length: 200 }, (_, at) => at * 2)
  expect(joined(xs).flatMap(([marks]) => marks)).toEqual(xs)
})

it('has no label where there is no mark', () => {
  expect(joined([])).toEqual([])
})
