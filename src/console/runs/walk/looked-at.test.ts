import { expect, it } from 'vitest'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { placeAmong } from './looked-at.ts'

const run = (name: string, minute: number) =>
  ({ run_id: name, thread_id: 't', created_at: `2030-01-01T10:0${minute}:00Z` }) as Run
const runs = [run('c', 3), run('b', 2), run('a', 1)]
const told = (one: Run) => {
  const { position, total, previous, next } = placeAmong(runs, one, 'd')
  return [position, total, previous?.run_id ?? null, next?.run_id ?? null]
}

it('says which of the list it is, and those beside it', () => {
  expect(told(run('c', 3))).toEqual([1, 3, null, 'b'])
  expect(told(run('b', 2))).toEqual([2, 3, 'c', 'a'])
  expect(told(run('a', 1))).toEqual([3, 3, 'b', null])
})

it('of one that is none of the list, where it would stand', () => {
  expect(told(run('newer', 4))).toEqual([null, 3, null, 'c'])
  expect(told({ ...run('between', 2), created_at: '2030-01-01T10:02:30Z' })).toEqual([
    null,
    3,
    'c',
    'b',
  ])
  expect(told(run('older', 0))).toEqual([null, 3, 'a', null])
})
