import { describe, expect, it } from 'vitest'
import { createThread, pendingInterrupts, searchThreads, ThreadState } from './threads.ts'

describe('pending interrupts', () => {
  const state = (tasks: unknown[]) => ThreadState.parse({ values: {}, next: [], tasks })

  it('are those of all tasks, in order', () => {
    const tasks = [
      { id: 'a', name: 'ask', interrupts: [{ id: '1', value: 'One?' }] },
      { id: 'b', name: 'work', interrupts: null },
      { id: 'c', name: 'work' },
      { id: 'd', name: 'ask', interrupts: [{ id: '2' }, { value: 0 }] },
    ]
    expect(pendingInterrupts(state(tasks))).toEqual([
      { id: '1', value: 'One?' },
      { id: '2' },
      { value: 0 },
    ])
  })

  it('are none after lists that a cancel left empty', () => {
    expect(pendingInterrupts(state([{ id: 'a', name: 'ask', interrupts: [] }]))).toEqual([])
    expect(pendingInterrupts(state([]))).toEqual([])
  })
})

it('§4.2 an empty object creates a thread', () => {
  expect(createThread.body.parse({})).toEqual({})
  expect(createThread.body.safeParse({ thread_id: 'mine' }).success).toBe(false)
  expect(createThread.body.safeParse({ if_exists: 'maybe' }).success).toBe(false)
})

it('a search knows its fields only', () => {
  const { body } = searchThreads
  expect(body.safeParse({ status: 'busy', select: ['thread_id'], limit: 10 }).success).toBe(true)
  for (const bad of [{ status: 'x' }, { select: ['secrets'] }, { limit: 0 }, { limit: '10' }]) {
    expect(body.safeParse(bad).success).toBe(false)
  }
})
