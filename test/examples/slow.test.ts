import { describe, expect, it } from 'vitest'
import { graph as slow } from '../../examples/slow/graph.ts'
import { workloadOf } from '../../examples/slow/workload.ts'
import { onThread } from './on-thread.ts'

const user = (content: string) => ({ role: 'user', content })

describe('the slow example', () => {
  it('does the steps that its input asks for, each with a checkpoint, a line and an event', async () => {
    const { graph, thread } = onThread(slow)
    const events: unknown[] = []
    const input = { steps: 3, seconds: 0, messages: [] }
    for await (const event of await graph.stream(input, { ...thread, streamMode: 'custom' })) {
      events.push(event)
    }
    expect(events).toEqual(
      [1, 2, 3].flatMap((step) =>
        ['started', 'completed'].map((status) => ({
          type: 'progress',
          status,
          step,
          steps: 3,
          seconds: 0,
        })),
      ),
    )
    const { values, next } = await graph.getState(thread)
    expect(next).toEqual([])
    expect(values.log).toEqual([
      'prepared: 3 steps of 0 seconds each.',
      'Step 1 of 3 done.',
      'Step 2 of 3 done.',
      'Step 3 of 3 done.',
      'finished',
    ])
    const completed: number[] = []
    for await (const state of graph.getStateHistory(thread)) completed.push(state.values.completed)
    expect(new Set(completed)).toEqual(new Set([3, 2, 1, 0]))
  })

  it('takes as many steps as it allows, beyond the usual limit of the library', async () => {
    const { graph, thread } = onThread(slow)
    const { completed } = await graph.invoke({ steps: 500, seconds: 0, messages: [] }, thread)
    expect(completed).toBe(100)
  })

  it('reads the steps out of a message, and forgets the numbers of the run before', async () => {
    const { graph, thread } = onThread(slow)
    await graph.invoke({ steps: 4, seconds: 0, messages: [] }, thread)
    const again = await graph.invoke({ messages: [user('2 steps of 0 seconds')] }, thread)
    expect(again.workload).toEqual({ steps: 2, seconds: 0 })
    expect(again.completed).toBe(2)
    expect(again.messages.at(-1)?.text).toBe('All done: 2 steps completed.')
  })

  it('§3 stops at once in the middle of a step', async () => {
    const { graph, thread } = onThread(slow)
    const stop = new AbortController()
    const stream = await graph.stream(
      { steps: 2, seconds: 60, messages: [] },
      { ...thread, streamMode: 'custom', signal: stop.signal },
    )
    // A step takes a minute: if the stop had to wait for it, this test would run out of time.
    await expect(
      (async () => {
        for await (const _started of stream) stop.abort()
      })(),
    ).rejects.toThrow(/abort/i)
    const { values, next } = await graph.getState(thread)
    expect(values.completed).toBe(0)
    expect(next).toEqual(['work'])
  })

  it('leaves no step working behind a run that was stopped', async () => {
    const workload = { steps: 1, seconds: 60 }
    const state = { messages: [], log: [], completed: 0, steps: null, seconds: null, workload }
    const stop = new AbortController()
    const step = slow.nodes.work.bound.invoke(state, { signal: stop.signal })
    stop.abort()
    await expect(step).rejects.toThrow(/abort/i)
  })

  it('§3 keeps the completed steps of a stopped run and goes on from them', async () => {
    const { graph, thread } = onThread(slow)
    const stop = new AbortController()
    const stream = await graph.stream(
      { steps: 40, seconds: 0.04, messages: [] },
      { ...thread, streamMode: 'custom', signal: stop.signal },
    )
    await expect(
      (async () => {
        for await (const event of stream) if (event.step === 3) stop.abort()
      })(),
    ).rejects.toThrow(/abort/i)
    const stopped = (await graph.getState(thread)).values
    expect(stopped.completed).toBeGreaterThanOrEqual(2)
    expect(stopped.completed).toBeLessThan(40)
    expect(stopped.log).toHaveLength(1 + stopped.completed)

    const finished = await graph.invoke(null, thread)
    const steps = Array.from({ length: 40 }, (_, index) => `Step ${index + 1} of 40 done.`)
    expect(finished.log).toEqual([stopped.log[0], ...steps, 'finished'])
  })

  it.each([
    ['6 steps of 2 seconds', { steps: 6, seconds: 2 }],
    ['please do 3 steps, 500 ms each', { steps: 3, seconds: 0.5 }],
    ['1 step of 1,5s', { steps: 1, seconds: 1.5 }],
    ['two rounds of nothing', { steps: 5, seconds: 2 }],
    ['hello', { steps: 5, seconds: 2 }],
  ])('understands “%s”', (request, expected) => {
    expect(workloadOf({}, request)).toEqual({ ...expected, remarks: [] })
  })

  it('says what it does instead of numbers that are out of bounds', () => {
    const { remarks, ...workload } = workloadOf({ steps: 0, seconds: -1 }, '300 steps of 2 minutes')
    expect(workload).toEqual({ steps: 1, seconds: 0 })
    expect(remarks.join(' ')).toMatch(/0 became 1\..*-1 became 0\./)
    expect(workloadOf({}, '300 steps of 2 minutes')).toMatchObject({ steps: 100, seconds: 60 })
  })
})
