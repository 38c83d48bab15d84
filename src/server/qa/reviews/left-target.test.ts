import { expect, it } from 'vitest'
import { leftTarget } from './left-target.ts'

const session = { is_blind: true, seed: 7, targets: [1, 2] }
const sides = (seed: number, reviewer: string) =>
  Array.from({ length: 10_000 }, (_, index) => leftTarget({ ...session, seed }, index, reviewer))

it('draws as many sides one way as the other, within the 99.9 % interval, for each reviewer and seed of its own', () => {
  // Half of 10,000 ± 3.29 standard deviations of 50.
  for (const seed of [7, 8, 2 ** 31 - 2]) {
    const left = sides(seed, 'ana').reduce((sum: number, side) => sum + side, 0)
    expect(Math.abs(left - 5_000)).toBeLessThan(165)
  }
  const [ana, ben, other] = [sides(7, 'ana'), sides(7, 'ben'), sides(8, 'ana')]
  const alike = (one: number[], two: number[]) => one.filter((side, at) => side === two[at]).length
  expect(Math.abs(alike(ana, ben) - 5_000)).toBeLessThan(165)
  expect(Math.abs(alike(ana, other) - 5_000)).toBeLessThan(165)
  expect(sides(7, 'ana')).toEqual(ana)
})

it('leaves the first on the left where nobody is blind, or nothing is compared', () => {
  const places = Array.from({ length: 50 }, (_, index) => index)
  expect(places.map((at) => leftTarget({ ...session, is_blind: false }, at, 'ana'))).not.toContain(
    1,
  )
  expect(places.map((at) => leftTarget({ ...session, targets: [1] }, at, 'ana'))).not.toContain(1)
})
