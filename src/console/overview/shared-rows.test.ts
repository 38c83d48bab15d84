import { expect, it } from 'vitest'
import { sharedRows } from './shared-rows.ts'

it('33.2.2: no kind of what fails is left out for the number of another one', () => {
  const [unwell, rollouts, runs] = [
    ['u1', 'u2', 'u3', 'u4', 'u5'],
    ['o1', 'o2'],
    ['r1', 'r2', 'r3'],
  ]
  expect(sharedRows([unwell, rollouts, runs], 5)).toEqual(['u1', 'u2', 'u3', 'o1', 'r1'])
  expect(sharedRows([unwell, [], runs], 5)).toEqual(['u1', 'u2', 'u3', 'u4', 'r1'])
  expect(sharedRows([['u1'], rollouts, runs], 5)).toEqual(['u1', 'o1', 'o2', 'r1', 'r2'])
  expect(sharedRows([unwell, [], []], 5)).toEqual(unwell)
  expect(sharedRows([['u1'], [], []], 5)).toEqual(['u1'])
  expect(sharedRows([], 5)).toEqual([])
})
