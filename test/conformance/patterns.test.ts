/** Kinds of graphs that the vendor's examples show, written anew, driven by the vendor's client. */
import { randomUUID } from 'node:crypto'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

let h: Harness
let client: Client
beforeAll(async () => {
  const names = [
    'deep',
    'dynamic',
    'commands',
    'handOver',
    'fanOut',
    'remember',
    'functional',
    'progress',
  ]
  h = await startHarness({
    graphs: Object.fromEntries(names.map((name) => [name, `./patterns.ts:${name}`])),
  })
  client = new Client({ apiUrl: h.url, apiKey, callerOptions: { maxRetries: 0 } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

async function thread(): Promise<string> {
  return (await client.threads.create()).thread_id
}

it('graphs within graphs, with a question at the bottom that is shown at the top', async () => {
  const id = await thread()
  const asked = await client.runs.wait(id, 'deep', { input: { trail: [] } })
  expect(asked).toMatchObject({ __interrupt__: [{ value: { question: 'Go deeper?' } }] })
  const { tasks, next } = await client.threads.getState(id, undefined, { subgraphs: true })
  expect(next).toEqual(['outer'])
  expect(tasks[0]?.state).toMatchObject({
    next: ['inner'],
    tasks: [{ state: { next: ['ask'], tasks: [{ name: 'ask' }] } }],
  })
  const stream = client.runs.stream(id, 'deep', {
    command: { resume: 'yes' },
    streamMode: 'updates',
    streamSubgraphs: true,
  })
  const updates: [string, unknown][] = []
  for await (const { event, data } of stream) {
    if (event !== ('metadata' as string)) updates.push([event.replace(/:[0-9a-f-]{36}/g, ''), data])
  }
  expect(updates[0]).toEqual(['updates|outer|inner', { ask: { trail: ['asked:yes'] } }])
  expect(updates.at(-1)).toEqual(['updates', { after: { trail: ['after'] } }])
})

it('a graph that a function makes anew for each config', async () => {
  const run = (steps: number) =>
    client.runs.wait(null, 'dynamic', { input: { trail: [] }, config: { configurable: { steps } } })
  expect(await Promise.all([run(1), run(3)])).toEqual([
    { trail: ['step_1'] },
    { trail: ['step_1', 'step_2', 'step_3'] },
  ])
})

it('a node that says itself where to go on, and a client that does', async () => {
  const id = await thread()
  const input = { trail: ['left'] }
  expect(await client.runs.wait(id, 'commands', { input })).toEqual({
    trail: ['left', 'chose', 'went left'],
  })
  const command = { update: { trail: ['by hand'] }, goto: ['right', 'left'] }
  expect(await client.runs.wait(id, 'commands', { command })).toEqual({
    trail: ['left', 'chose', 'went left', 'by hand', 'went left', 'went right'],
  })
})

it('a graph within that hands over to a step of the graph around it', async () => {
  const id = await thread()
  const output = await client.runs.wait(id, 'handOver', { input: { trail: ['begun'] } })
  expect(output).toEqual({ trail: ['begun', 'handed over', 'took over'] })
  expect((await client.threads.getState(id)).next).toEqual([])
})

it('a fan-out: one task for each item, shown while they work, gathered at the end', async () => {
  const id = await thread()
  const items = ['a', 'b', 'c']
  const stream = client.runs.stream(id, 'fanOut', { input: { items }, streamMode: 'tasks' })
  const works: unknown[] = []
  for await (const { data } of stream) {
    if (data && 'input' in data && data.name === 'work') works.push(data.input)
  }
  expect(works).toEqual(items.map((item) => ({ item })))
  expect((await client.threads.getState(id)).values).toMatchObject({
    done: ['A', 'B', 'C', '3 done'],
  })
  const history = await client.threads.getHistory(id)
  const fanned = history.find(({ next }) => next.length === 3)
  expect(fanned?.tasks.map(({ result }) => result)).toEqual([
    { done: ['A'] },
    { done: ['B'] },
    { done: ['C'] },
  ])
})

it('what is remembered over all threads, seen by client and graph alike', async () => {
  const user = randomUUID()
  await client.store.putItem(['users', user], 'visits', { count: 41 })
  const visit = () => client.runs.wait(null, 'remember', { input: { user } })
  expect(await visit()).toMatchObject({ known: { count: 42 } })
  expect((await client.store.getItem(['users', user], 'visits'))?.value).toMatchObject({
    count: 42,
  })
})

it('events of a graph’s own, while it works', async () => {
  const id = await thread()
  const gate = randomUUID()
  const seen: unknown[] = []
  const stream = client.runs.stream(id, 'progress', { input: { gate }, streamMode: 'custom' })
  for await (const { event, data } of stream) {
    if (event !== 'custom') continue
    seen.push(data)
    // The first one is here while the node still waits.
    if (seen.length === 1) h.gates.open(gate)
  }
  expect(seen).toEqual([{ percent: 50 }, { percent: 100 }])
})

it('functions in place of nodes, with a question', async () => {
  const id = await thread()
  const asked = await client.runs.wait(id, 'functional', { input: { number: 21 } })
  expect(asked).toMatchObject({ __interrupt__: [{ value: { doubled: 42 } }] })
  expect(await client.runs.wait(id, 'functional', { command: { resume: 'fine' } })).toEqual({
    result: 42,
    answer: 'fine',
  })
  const { nodes } = await client.assistants.getGraph('functional')
  expect(nodes.length).toBeGreaterThan(0)
  expect(await client.assistants.getSchemas('functional')).toMatchObject({ graph_id: 'functional' })
})
