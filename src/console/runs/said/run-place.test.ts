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

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString()

it('counts by when runs began, those that have yet to begin last', () => {
  // The first was asked while the thread waited for an answer, and began after it.
  const held = { run_id: 'held', created_at: at(1), status: 'pending', started_at: null }
  const asking = { run_id: 'asking', created_at: at(0), status: 'interrupted', started_at: at(0) }
  const answer = { run_id: 'answer', created_at: at(2), status: 'running', started_at: at(2) }
  const waiting = [answer, held, asking] as Run[]
  expect(placeInThread(waiting, 'answer')).toBe('run 2 of the thread · 1 later run')
  expect(placeInThread(waiting, 'held')).toBe('run 3 of the thread · the last')
  const begun = [answer, { ...held, status: 'success', started_at: at(3) }, asking] as Run[]
  expect(placeInThread(begun, 'answer')).toBe('run 2 of the thread · 1 later run')
  expect(placeInThread(begun, 'held')).toBe('run 3 of the thread · the last')
})

it('does not say which of several begins first, and counts one that was stopped before where it ended', () => {
  const begun = { run_id: 'begun', created_at: at(0), status: 'running', started_at: at(0) }
  const waiting = ['1', '2'].map((run_id) => ({ run_id, created_at: at(1), status: 'pending' }))
  const three = [...waiting, begun] as Run[]
  expect(placeInThread(three, 'begun')).toBe('first run of the thread · 2 later runs')
  expect(placeInThread(three, '1')).toBe('one of 2 runs of the thread that have not begun')
  const stopped = { run_id: 'stopped', created_at: at(1), status: 'interrupted', ended_at: at(2) }
  const later = { run_id: 'later', created_at: at(3), status: 'success', started_at: at(3) }
  const all = [later, stopped, begun] as Run[]
  expect(placeInThread(all, 'stopped')).toBe('run 2 of the thread · 1 later run')
})
