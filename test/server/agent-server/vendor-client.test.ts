import { randomUUID } from 'node:crypto'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

let h: Harness
let client: Client
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', chat: './chat.ts:graph', approve: './approve.ts:graph' },
  })
  client = new Client({ apiUrl: h.url, apiKey, callerOptions: { maxRetries: 0 } })
})
afterAll(() => h.close())

it('the published client creates a thread, streams a run and reads its state', async () => {
  const { thread_id } = await client.threads.create({ metadata: { by: 'client' } })
  const seen: string[] = []
  let created: string | undefined
  const input = { messages: [{ role: 'user', content: 'hi' }] }
  for await (const { event, data } of client.runs.stream(thread_id, 'chat', {
    input,
    streamMode: ['messages-tuple', 'values'],
    streamResumable: true,
    onRunCreated: ({ run_id }) => {
      created = run_id
    },
  })) {
    seen.push(event)
    if (event === 'metadata') expect(data).toMatchObject({ run_id: expect.any(String) })
  }
  expect(seen[0]).toBe('metadata')
  expect(seen).toContain('messages')
  expect(seen.at(-1)).toBe('values')
  const state = await client.threads.getState<{ messages: { content: string }[] }>(thread_id)
  expect(state.values.messages.map(({ content }) => content)).toEqual(['hi', 'Hello'])
  expect(
    await client.threads.getHistory(thread_id, { limit: 2 }).catch((error) => error),
  ).toBeDefined()
  const [run] = await client.runs.list(thread_id)
  expect(run).toMatchObject({ run_id: created, status: 'success' })
  const replayed: string[] = []
  for await (const { event } of client.runs.joinStream(thread_id, run?.run_id ?? '', {
    lastEventId: '-1',
  })) {
    replayed.push(event)
  }
  expect(replayed).toEqual(seen)
  expect(await client.threads.search({ metadata: { by: 'client' } })).toHaveLength(1)
})

it('the published client cancels, with both actions, and waits for the end', async () => {
  const { thread_id } = await client.threads.create()
  for (const action of ['interrupt', 'rollback'] as const) {
    const gate = randomUUID()
    const input = { gates: { second: gate } }
    const { run_id } = await client.runs.create(thread_id, 'steps', { input })
    await h.gates.arrived(gate)
    await client.runs.cancel(thread_id, run_id, true, action)
    if (action === 'interrupt') {
      expect((await client.runs.get(thread_id, run_id)).status).toBe('interrupted')
    } else {
      await expect(client.runs.get(thread_id, run_id)).rejects.toThrow('404')
    }
  }
})

it('the published client answers a question', async () => {
  const { thread_id } = await client.threads.create()
  const asked = await client.runs.wait(thread_id, 'approve', { input: {} })
  expect(asked).toMatchObject({ __interrupt__: [{ value: { question: 'Approve?' } }] })
  await client.runs.wait(thread_id, 'approve', { command: { resume: true } })
  const done = await client.runs.wait(thread_id, 'approve', { command: { resume: 'yes' } })
  expect(done).toMatchObject({ answers: [true, 'yes'] })
})

it('the published client finds the assistants', async () => {
  const found = await client.assistants.search({ graphId: 'steps' })
  expect(found).toMatchObject([{ graph_id: 'steps', name: 'steps' }])
  expect(await client.assistants.get('steps')).toEqual(found[0])
})
