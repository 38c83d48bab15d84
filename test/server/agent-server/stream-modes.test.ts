import { Client, type StreamMode } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'
import type { SseEvent } from './sse.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { talk: './modes.ts:talk', questions: './modes.ts:questions' },
  })
})
afterAll(() => h?.close())

interface Message {
  id: string
  type: string
  content: string
}

const uuid = '[0-9a-f]{8}-[0-9a-f-]{27}'
const hello = { messages: [{ role: 'user', content: 'hi' }] }

/** What a run of the mode streams after `metadata`, and the messages that the thread has then. */
async function talked(mode: string | string[], more: object = {}) {
  const thread = await h.thread()
  const body = { assistant_id: 'talk', input: hello, stream_mode: mode, ...more }
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, body)
  const [first, ...events] = await stream.rest()
  expect(first?.event).toBe('metadata')
  const { messages } = (await h.state(thread)).values as { messages: Message[] }
  return { events, messages, thread }
}

const dataOf = <Data>(events: SseEvent[], name: string) =>
  events.filter(({ event }) => event === name).map(({ data }) => data as Data)
const namesOf = (events: SseEvent[]) => [...new Set(events.map(({ event }) => event))]
const contents = (messages: Message[]) => messages.map(({ content }) => content)
const ids = (messages: Message[]) => messages.map(({ id }) => id)

it('§6 updates has one event a step, with what it changed', async () => {
  const { events, messages } = await talked('updates')
  expect(events).toMatchObject([
    { event: 'updates', data: { writer: { messages: [{}, { content: 'draft' }] } } },
    {
      event: 'updates',
      data: { check: { messages: [{ content: 'one' }, { content: 'two' }, { content: 'found' }] } },
    },
  ])
  const [, checked] = dataOf<{ check: { messages: Message[] } }>(events, 'updates')
  expect(ids(checked?.check.messages ?? [])).toEqual(ids(messages).slice(2))
})

it('messages accumulates what is streamed and completes every message once, by the ids of the state', async () => {
  const { events, messages } = await talked('messages')
  expect(contents(messages)).toEqual(['hi', 'draft', 'one', 'two', 'found'])
  const partial = dataOf<Message[]>(events, 'messages/partial').flat()
  expect(contents(partial)).toEqual(['d', 'dr', 'dra', 'draf', 'draft'])
  expect(new Set(ids(partial))).toEqual(new Set([messages[1]?.id]))
  const complete = dataOf<Message[]>(events, 'messages/complete').flat()
  expect(complete.map(({ id, type, content }) => ({ id, type, content }))).toEqual(
    messages.map(({ id, type, content }) => ({ id, type, content })),
  )
  const [metadata] = dataOf<Record<string, object>>(events, 'messages/metadata')
  expect(metadata).toEqual({
    [messages[1]?.id ?? '']: { metadata: expect.objectContaining({ langgraph_node: 'draft' }) },
  })
})

it('messages-tuple has pieces and whole messages under the ids of the state, and none that is tagged nostream', async () => {
  const { events, messages } = await talked('messages-tuple')
  const tuples = dataOf<[Message, { langgraph_node: string }]>(events, 'messages')
  expect(tuples).toHaveLength(events.length)
  // Python's last piece of a message says nothing.
  const said = contents(tuples.map(([message]) => message)).filter((text) => text !== '')
  expect(said).toEqual([...'draft', 'one', 'two', 'found'])
  expect([...new Set(ids(tuples.map(([message]) => message)))]).toEqual(ids(messages).slice(1))
  expect(new Set(tuples.map(([, metadata]) => metadata.langgraph_node))).toEqual(
    new Set(['draft', 'check']),
  )
})

it('custom has what steps write, whatever its type, also from a subgraph', async () => {
  const { events } = await talked('custom')
  expect(events).toMatchObject([{ event: 'custom', data: 'drafting' }])
})

it('tasks has a beginning and a result for each step', async () => {
  const { events } = await talked('tasks')
  const tasks = dataOf<{ id: string; name: string }>(events, 'tasks')
  expect(tasks).toMatchObject([
    { name: 'writer', input: { messages: [{}] }, triggers: ['branch:to:writer'], interrupts: [] },
    { name: 'writer', result: { messages: [{}, {}] }, interrupts: [] },
    { name: 'check', input: expect.any(Object), triggers: ['branch:to:check'], interrupts: [] },
    { name: 'check', result: { messages: [{}, {}, {}] }, interrupts: [] },
  ])
  expect(tasks[0]?.id).toBe(tasks[1]?.id)
})

it('checkpoints is each checkpoint as history has it later, with the place of a subgraph’s state', async () => {
  const { events, thread } = await talked('checkpoints')
  const told = dataOf<Record<string, unknown>>(events, 'checkpoints')
  const { body: history } = await h.call<Record<string, unknown>[]>(
    'GET',
    `/threads/${thread}/history`,
  )
  const plain = (states: Record<string, unknown>[]) =>
    states.map(({ checkpoint, parent_checkpoint, next, values }) => ({
      checkpoint,
      parent_checkpoint,
      next,
      values,
    }))
  expect(plain(told)).toEqual(plain(history.reverse()))
  expect(told[1]).toMatchObject({
    metadata: { source: 'loop', step: 0 },
    tasks: [
      {
        name: 'writer',
        error: null,
        checkpoint: { thread_id: thread, checkpoint_ns: expect.stringMatching(`^writer:${uuid}$`) },
      },
    ],
    config: { configurable: { thread_id: thread } },
  })
})

it('debug tells of checkpoints, tasks and results in their order', async () => {
  const { events } = await talked('debug')
  const told = dataOf<{ type: string; step: number; payload: object }>(events, 'debug')
  expect(told.map(({ type, step }) => `${step} ${type}`)).toEqual([
    '-1 checkpoint',
    '0 checkpoint',
    '1 task',
    '1 task_result',
    '1 checkpoint',
    '2 task',
    '2 task_result',
    '2 checkpoint',
  ])
  expect(told[1]).toMatchObject({
    timestamp: expect.stringMatching(/Z$/),
    payload: { checkpoint: { checkpoint_ns: '' }, next: ['writer'] },
  })
})

it('events has what happens within the steps, but not what the library hides', async () => {
  const { events } = await talked('events')
  const told = dataOf<{ event: string; name: string; tags: string[]; data: unknown }>(
    events,
    'events',
  )
  expect(told).toHaveLength(events.length)
  // Python tells of every piece that a step gives besides.
  const seen = new Set(told.map(({ event }) => event))
  seen.delete('on_chain_stream')
  expect(seen).toEqual(
    new Set([
      'on_chain_start',
      'on_chat_model_start',
      'on_chat_model_stream',
      'on_chat_model_end',
      'on_chain_end',
    ]),
  )
  expect(told.flatMap(({ tags }) => tags)).not.toContain('langsmith:hidden')
  const pieces = told.filter(
    ({ event, tags }) => event === 'on_chat_model_stream' && !tags.includes('nostream'),
  )
  expect(pieces.map(({ data }) => (data as { chunk: Message }).chunk.content)).toEqual([...'draft'])
})

it('stream_subgraphs names the subgraph in every mode, and sends nothing that was not asked for', async () => {
  const modes = ['values', 'updates', 'messages', 'messages-tuple', 'custom', 'tasks', 'events']
  const { events, messages } = await talked(modes, { stream_subgraphs: true })
  const names = namesOf(events)
  const within = `writer:${uuid}`
  for (const mode of ['values', 'updates', 'custom', 'tasks']) {
    expect(names).toContainEqual(expect.stringMatching(`^${mode}\\|${within}$`))
  }
  const kinds = ['messages', 'messages/metadata', 'messages/partial', 'messages/complete']
  for (const kind of kinds) {
    // JavaScript adds the step within the subgraph.
    expect(names).toContainEqual(expect.stringMatching(`^${kind}\\|${within}(\\|draft:${uuid})?$`))
  }
  expect(names).not.toContainEqual(expect.stringMatching(/^(checkpoints|debug)/))
  const complete = events.filter(({ event }) => event.startsWith('messages/complete'))
  expect(complete.flatMap(({ data }) => ids(data as Message[]))).toEqual(ids(messages))
})

it('a pause shows in tasks and in checkpoints with the question of each step', async () => {
  const body = { assistant_id: 'questions', input: {}, stream_mode: ['tasks', 'checkpoints'] }
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  const ended = dataOf<{ name: string; result?: unknown; interrupts: object[] }>(
    await stream.rest(),
    'tasks',
  ).filter(({ result }) => result)
  expect(ended).toMatchObject([
    { name: 'left', interrupts: [{ id: expect.stringMatching(/^[0-9a-f]{32}$/), value: 'left' }] },
    { name: 'right', interrupts: [{ value: 'right' }] },
  ])
})

it('the published client reads every mode at once, with subgraphs', async () => {
  const client = new Client({ apiUrl: h.url, apiKey, callerOptions: { maxRetries: 0 } })
  const streamMode: StreamMode[] = [
    ...(['values', 'updates', 'messages', 'messages-tuple', 'custom'] as const),
    ...(['tasks', 'checkpoints', 'debug', 'events'] as const),
  ]
  const kinds = new Set<string>()
  const streamed = client.runs.stream(await h.thread(), 'talk', {
    input: hello,
    streamMode,
    streamSubgraphs: true,
  })
  for await (const { event } of streamed) kinds.add(event.split('|')[0]?.split('/')[0] ?? '')
  expect(kinds).toEqual(
    new Set(['metadata', ...streamMode.filter((mode) => mode !== 'messages-tuple')]),
  )
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
