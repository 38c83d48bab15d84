import { expect, it } from 'vitest'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { stateBefore } from './state-before.ts'

const state = (run_id: string, values: unknown, checkpoint_id = 'c') =>
  ({ values, metadata: { run_id }, checkpoint: { checkpoint_id } }) as unknown as ThreadState

const history = [
  state('second', { messages: ['a', 'b', 'c'] }),
  state('second', { messages: ['a', 'b'] }),
  state('first', { messages: ['a', 'b'] }, 'before'),
  state('first', {}),
]

it('is what the run before left', () => {
  expect(stateBefore(history, 'second')).toEqual({
    values: { messages: ['a', 'b'] },
    checkpoint_id: 'before',
  })
})

it('is nothing for the first run, an unknown one, and where the history was cut', () => {
  expect(stateBefore(history, 'first')).toBeNull()
  expect(stateBefore(history, 'another')).toBeNull()
  expect(stateBefore(history.slice(0, 2), 'second')).toBeNull()
  expect(stateBefore([state('b', { x: 1 }), state('a', {})], 'b')).toBeNull()
})
