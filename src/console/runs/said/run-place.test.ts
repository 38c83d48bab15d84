import { expect, it } from 'vitest'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { placeInThread } from './run-place.ts'

const runs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    run_id: `${index + 1}`,
    created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, index)).toISOString(),
  })) as Run[]

it('says where a run stands, whatever the order of the list', () => {
  const three = runs(3)
  expect(placeInThread(three, '1')).toBe('first run of the thread · 2 later runs')
  expect(placeInThread(three.toReversed(), '2')).toBe('run 2 of the thread · 1 later run')
  expect(placeInThread(three, '3')).toBe('run 3 of the thread · the last')
  expect(placeInThread(runs(1), '1')).toBe('the only run of the thread')
  expect(placeInThread(three, '9')).toBe('')
})

it('says no more than a list that is cut tells', () => {
  const newest = runs(100).toReversed()
  expect(placeInThread(newest, '98')).toBe('2 later runs')
  expect(placeInThread(newest, '100')).toBe('the last run of the thread')
  expect(placeInThread(newest, '0')).toBe('100 or more later runs')
  expect(placeInThread(runs(100), '1')).toBe('first run of the thread')
  expect(placeInThread(runs(100), '0')).toBe('')
})
