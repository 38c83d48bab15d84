import { describe, expect, it } from 'vitest'
import { createThread, pendingInterrupts, searchThreads, Thread, ThreadState } from './threads.ts'

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

  it('are not those of a task that was answered while another of its step still waits', () => {
    const tasks = [
      { id: 'a', name: 'ann', interrupts: [{ id: '1' }] },
      { id: 'b', name: 'ben', interrupts: [{ id: '2' }] },
    ]
    const half = { ...state(tasks), next: ['ben'] }
    expect(pendingInterrupts(half)).toEqual([{ id: '2' }])
  })

  it('of one node’s tasks are told apart by what was answered, if that fits', () => {
    const tasks = ['1', '2', '3'].map((id) => ({ id, name: 'work', interrupts: [{ id }] }))
    const two = { ...state(tasks), next: ['work', 'work'] }
    expect(pendingInterrupts(two, new Set(['2'])).map(({ id }) => id)).toEqual(['1', '3'])
    // An answered task may ask again under the same id: a question is never hidden on a guess.
    expect(pendingInterrupts(two, new Set(['2', '3']))).toHaveLength(3)
    expect(pendingInterrupts(two)).toHaveLength(3)
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

describe('an answer of another server', () => {
  const times = { created_at: '2030-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' }

  it('costs the part that looks otherwise, not the thread', () => {
    const odd = { thread_id: 't', status: 'idle', ...times, interrupts: [{ value: 'Go on?' }] }
    expect(Thread.parse({ ...odd, metadata: 'none', summary: 7 })).toMatchObject({
      thread_id: 't',
      status: 'idle',
      interrupts: undefined,
      metadata: undefined,
      summary: undefined,
    })
  })

  it('keeps a question whose id is a number', () => {
    const tasks = [{ id: 'a', name: 'ask', interrupts: [{ id: 1, value: 'Go on?' }] }]
    const state = ThreadState.parse({ values: {}, next: null, tasks, checkpoint: 'c-1' })
    expect(pendingInterrupts(state)).toEqual([{ id: undefined, value: 'Go on?' }])
  })
})
