/** The vendor's RemoteGraph, unchanged: a graph of ours as if it were a graph of the caller's. */
import { Command } from '@langchain/langgraph'
import { RemoteGraph } from '@langchain/langgraph/remote'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      approve: './approve.ts:graph',
      deep: './patterns.ts:deep',
    },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const remote = (graphId: string) => new RemoteGraph({ graphId, url: h.url, apiKey })
const log = ['first', 'second', 'third']

it('runs without a thread', async () => {
  expect(await remote('steps').invoke({})).toEqual({ log })
  const updates: unknown[] = []
  for await (const chunk of await remote('steps').stream({}, { streamMode: 'updates' })) {
    updates.push(chunk)
  }
  expect(updates.map((update) => Object.keys(update as object))).toEqual(log.map((name) => [name]))
})

it('makes its thread, pauses, is resumed, and tells its states', async () => {
  const config = { configurable: { thread_id: crypto.randomUUID() } }
  const graph = remote('approve')
  await expect(graph.invoke({}, config)).rejects.toThrow(/Approve/)
  // The client does not wait for the run's end when it is told of a question.
  await expect.poll(() => graph.getState(config)).toMatchObject({ tasks: [{ interrupts: [{}] }] })
  await expect(graph.invoke(new Command({ resume: 'no' }), config)).rejects.toThrow(/Interrupt|\[/)
  expect(await graph.invoke(new Command({ resume: 'yes' }), config)).toMatchObject({
    answers: ['no', 'yes'],
  })
  const states = []
  for await (const state of graph.getStateHistory(config)) states.push(state)
  expect(states.length).toBeGreaterThan(2)
})

it('is changed from outside, and drawn', async () => {
  const config = { configurable: { thread_id: crypto.randomUUID() } }
  const graph = remote('steps')
  await graph.invoke({}, config)
  await graph.updateState(config, { log: ['by hand'] }, 'third')
  expect((await graph.getState(config)).values).toEqual({ log: [...log, 'by hand'] })
  expect(Object.keys((await graph.getGraphAsync()).nodes)).toEqual(expect.arrayContaining(log))
})
