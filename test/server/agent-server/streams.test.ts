import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'
import { dataOf, type SseEvent } from './sse.ts'
import { storedEvents } from './stored-events.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    heartbeatMs: 20,
    graphs: {
      steps: './steps.ts:graph',
      chat: './chat.ts:graph',
      nested: './nested.ts:graph',
      approve: './approve.ts:graph',
      troubled: './troubled.ts:graph',
    },
  })
})
afterAll(() => h?.close())

const hello = { messages: [{ role: 'user', content: 'hi' }] }

async function streamed(body: object, thread?: string): Promise<SseEvent[]> {
  const at = thread ?? (await h.thread())
  return (await h.stream('POST', `/threads/${at}/runs/stream`, body)).rest()
}

const names = (events: SseEvent[]) => events.map(({ event }) => event)

async function heldStream(more: object = {}) {
  const gate = randomUUID()
  const thread = await h.thread()
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    stream_mode: 'updates',
    ...more,
  })
  await h.gates.arrived(gate)
  const [run] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  if (!run) throw new Error('No run was created.')
  return { run, thread, gate, stream, path: `/threads/${thread}/runs/${run.run_id}/stream` }
}

it('§6 a stream has its form: headers that keep proxies from buffering, the address of the run, whole ids', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'steps', input: {}, stream_mode: 'updates' }
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, body)
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/),
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'content-location': expect.stringMatching(`^/threads/${thread}/runs/[0-9a-f-]{36}$`),
  })
  const events = await stream.rest()
  expect(events.map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
  expect(events).toMatchObject([
    { event: 'metadata', data: { attempt: 1, thread_id: thread } },
    { event: 'updates', data: { first: { log: ['first'] } } },
    { event: 'updates', data: { second: { log: ['second'] } } },
    { event: 'updates', data: { third: { log: ['third'] } } },
  ])
})

it('§2.6, §6 feedback comes right after metadata, with one URL for each key', async () => {
  const feedback_keys = ['user_liked', 'user_disliked', 'user_liked']
  const events = await streamed({ assistant_id: 'steps', input: {}, feedback_keys })
  expect(names(events).slice(0, 2)).toEqual(['metadata', 'feedback'])
  const { run_id } = dataOf<{ run_id: string }>(events[0])
  expect(events[1]?.data).toEqual({
    user_liked: `http://tracing/${run_id}/user_liked`,
    user_disliked: `http://tracing/${run_id}/user_disliked`,
  })
  expect(
    names(await streamed({ assistant_id: 'steps', input: {}, feedback_keys: [] })),
  ).not.toContain('feedback')
})

it('§6 values are the whole state after the input and after each step; it is the default mode', async () => {
  const events = await streamed({ assistant_id: 'steps', input: { log: ['a'] } })
  expect(events.slice(1)).toMatchObject([
    { event: 'values', data: { log: ['a'] } },
    { event: 'values', data: { log: ['a', 'first'] } },
    { event: 'values', data: { log: ['a', 'first', 'second'] } },
    { event: 'values', data: { log: ['a', 'first', 'second', 'third'] } },
  ])
})

it('messages-tuple streams tokens, each a flat piece of one message', async () => {
  const events = await streamed({
    assistant_id: 'chat',
    input: hello,
    stream_mode: ['messages-tuple'],
  })
  const parts = events.slice(1).map(({ data }) => data as [{ content: string }, object])
  expect(names(events.slice(1)).every((name) => name === 'messages')).toBe(true)
  expect(parts.map(([chunk]) => chunk.content).join('')).toBe('Hello')
  expect(parts.length).toBeGreaterThanOrEqual(5)
  expect(new Set(parts.map(([chunk]) => (chunk as { id?: string }).id)).size).toBe(1)
  expect(parts[0]).toMatchObject([
    { type: expect.stringMatching(/^(ai|AIMessageChunk)$/) },
    { langgraph_node: 'respond' },
  ])
})

it('messages accumulates each message and completes it once', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'chat', input: hello, stream_mode: 'messages' }
  await streamed(body, thread)
  const events = (await streamed(body, thread)).slice(1)
  const contents = (name: string) =>
    events
      .filter(({ event }) => event === name)
      .flatMap(({ data }) => (data as { content: string }[]).map(({ content }) => content))
  expect(names(events)[0]).toBe('messages/complete')
  expect(contents('messages/partial').at(-1)).toBe('Hello')
  expect(contents('messages/partial')[1]).toBe('He')
  expect(contents('messages/complete')).toEqual(['hi', 'Hello'])
  expect(names(events).filter((name) => name === 'messages/metadata')).toHaveLength(1)
})

it('several modes at once arrive under their names, with custom events in between', async () => {
  const events = await streamed({
    assistant_id: 'nested',
    input: {},
    stream_mode: ['values', 'updates', 'custom', 'tasks', 'checkpoints', 'debug', 'events'],
  })
  const seen = new Set(names(events))
  for (const mode of ['values', 'updates', 'custom', 'tasks', 'checkpoints', 'debug', 'events']) {
    expect(seen, mode).toContain(mode)
  }
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'custom', data: { progress: 'drafting' } }),
  )
  const checkpoint = events.findLast(({ event }) => event === 'checkpoints')
  expect(checkpoint?.data).toMatchObject({
    values: { trail: ['draft', 'publish'] },
    checkpoint: { checkpoint_ns: '' },
  })
  // The library's own fields hold functions and keys of nobody's business.
  expect(/"__pregel_\w+":/.test(JSON.stringify(events))).toBe(false)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
})

it('stream_subgraphs adds the namespace to the names', async () => {
  const body = {
    assistant_id: 'nested',
    input: {},
    stream_mode: ['updates', 'values'],
    stream_subgraphs: true,
  }
  const seen = names(await streamed(body))
  expect(seen).toContainEqual(expect.stringMatching(/^updates\|writer:[0-9a-f-]+$/))
  expect(seen).toContain('updates')
  expect(seen).toContainEqual(expect.stringMatching(/^values\|writer:/))
})

it('a failed run ends its stream with an error in a sentence, and its stack is in the log only', async () => {
  const input = { trouble: 'throw' }
  const events = await streamed({ assistant_id: 'troubled', input, feedback_keys: ['rating'] })
  expect(names(events)).toEqual(['metadata', 'feedback', 'values', 'values', 'error'])
  expect(events.at(-1)?.data).toEqual({ error: 'TypeError', message: 'planned failure' })
  const { run_id } = dataOf<{ run_id: string }>(events[0])
  expect(h.logs).toContainEqual({
    level: 'ERROR',
    message: expect.stringMatching(
      /planned failure[\s\S]*troubled\.ts|troubled\.py[\s\S]*planned failure/,
    ),
    runId: run_id,
  })
})

it('§3 a cancelled run ends its stream with an error that tells who', async () => {
  const { run, stream } = await heldStream()
  await h.call('POST', `/threads/${run.thread_id}/runs/${run.run_id}/cancel?action=interrupt`)
  expect((await stream.rest()).at(-1)).toMatchObject({
    event: 'error',
    data: { error: 'UserInterrupt', message: expect.stringMatching(/^The run was stopped.*\.$/) },
  })
})

it('§3 a stream on a run that is cancelled while it waits ends with the same error', async () => {
  const { run, thread, stream } = await heldStream()
  const waiting = await h.run(thread, { assistant_id: 'steps', input: {} })
  const path = `/threads/${thread}/runs/${waiting.run_id}`
  const listener = await h.stream('GET', `${path}/stream`)
  await h.call('POST', `${path}/cancel?action=rollback`)
  expect(await listener.rest()).toMatchObject([{ event: 'error', data: { error: 'UserRollback' } }])
  await h.call('POST', `/threads/${thread}/runs/${run.run_id}/cancel?wait=true`)
  await stream.rest()
})

it('a pause for a human shows as __interrupt__ and is no error', async () => {
  const body = { assistant_id: 'approve', input: {}, stream_mode: ['values', 'updates'] }
  const events = await streamed(body)
  const last = events.at(-1)
  expect(last?.data).toEqual({
    __interrupt__: [{ id: expect.any(String), value: { question: 'Approve?' } }],
  })
  expect(names(events)).not.toContain('error')
})

it('joining late shows everything from the start, and then what follows', async () => {
  const { gate, stream, path } = await heldStream()
  const late = await h.stream('GET', path)
  expect(late.response.headers.get('content-location')).toBeNull()
  expect((await late.next())?.event).toBe('metadata')
  expect(await late.next()).toMatchObject({ id: '1', data: { first: expect.any(Object) } })
  h.gates.open(gate)
  const rest = await late.rest()
  expect(rest.map(({ id }) => id)).toEqual(['2', '3'])
  expect((await stream.rest()).map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
})

it.each([
  ['-1', ['0', '1', '2', '3'], ['0', '1', '2', '3']],
  ['1', ['2', '3'], ['2', '3']],
  // There is no such event yet: only what comes.
  ['3', ['2', '3'], []],
  ['99', ['2', '3'], []],
])('Last-Event-ID %s is exclusive, while the run works and after it', async (id, live, later) => {
  const { gate, path, stream } = await heldStream()
  await stream.until('updates')
  const joined = await h.stream('GET', path, undefined, { 'last-event-id': id })
  h.gates.open(gate)
  expect((await joined.rest()).map((event) => event.id)).toEqual(live)
  const ended = await h.stream('GET', path, undefined, { 'last-event-id': id })
  expect((await ended.rest()).map((event) => event.id)).toEqual(later)
})

it('a Last-Event-ID that is none is refused', async () => {
  const { gate, path, stream } = await heldStream()
  const answer = await h.stream('GET', path, undefined, { 'last-event-id': 'abc' })
  expect(answer.response.status).toBe(422)
  h.gates.open(gate)
  await stream.rest()
})

it('the log of a resumable run is stored, every event once and in order', async () => {
  const { run, gate, stream } = await heldStream({
    stream_resumable: true,
    feedback_keys: ['rating'],
  })
  h.gates.open(gate)
  const events = await stream.rest()
  const stored = await storedEvents(h.database, run.run_id)
  // What is told of feedback is not kept: the keys are.
  const asKept = events.map((event) =>
    event.event === 'feedback' ? { ...event, data: ['rating'] } : event,
  )
  expect(
    stored.map(({ id, event, data }) => ({ id: String(id), event, data: JSON.parse(data) })),
  ).toEqual(asKept)
})

it('§7 listening to an unknown run is 404', async () => {
  const path = `/threads/${await h.thread()}/runs/${randomUUID()}`
  expect(await h.call('GET', `${path}/stream`)).toMatchObject({ status: 404 })
  expect(await h.call('GET', `${path}/join`)).toMatchObject({ status: 404 })
})

it('a quiet stream has heartbeats as comments', async () => {
  const { gate, stream } = await heldStream()
  await stream.until('updates')
  const rest = stream.rest()
  while (stream.comments.length < 2) await new Promise(setImmediate)
  expect(stream.comments).toContain('heartbeat')
  h.gates.open(gate)
  expect((await rest).map(({ event }) => event)).toEqual(['updates', 'updates'])
})

it('a quiet wait has white space before its JSON', async () => {
  const gate = randomUUID()
  const response = await fetch(`${h.url}/threads/${await h.thread()}/runs/wait`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify({ assistant_id: 'steps', input: { gates: { second: gate } } }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^\n+$/)
  h.gates.open(gate)
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
  }
  expect(JSON.parse(text)).toMatchObject({ log: ['first', 'second', 'third'] })
})

it('a flood of events arrives complete and in order', async () => {
  const size = 20_000
  const body = { assistant_id: 'troubled', input: { trouble: 'flood', size } }
  const events = await streamed({ ...body, stream_mode: 'custom' })
  const numbers = events.slice(1).map(({ data }) => (data as { number: number }).number)
  expect(numbers).toEqual(Array.from({ length: size }, (_, number) => number))
})

it.each([true, false])(
  'a run does not wait for a listener that stops reading (stream_resumable: %s)',
  async (stream_resumable) => {
    const thread = await h.thread()
    // Megabytes: more than a log holds in memory, and in the second case the connection with it.
    const size = stream_resumable ? 40 : 80
    const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
      assistant_id: 'troubled',
      input: { trouble: 'heavy', size },
      stream_mode: 'custom',
      stream_resumable,
    })
    const first = await stream.until('custom')
    const [run] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
    if (!run) throw new Error('No run was created.')
    expect((await h.ended(run)).status).toBe('success')
    const all = Array.from({ length: size - 1 }, (_, number) => String(number + 2))
    if (stream_resumable) {
      // What memory does not hold any more comes from the store.
      expect((await stream.rest()).map(({ id }) => id)).toEqual(all)
      return
    }
    await expect(stream.rest()).rejects.toThrow()
    const path = `/threads/${thread}/runs/${run.run_id}/stream`
    const again = await h.stream('GET', path, undefined, { 'last-event-id': first.id ?? '' })
    const kept = (await again.rest()).map(({ id }) => id)
    expect(kept.length).toBeGreaterThan(5)
    expect(kept).toEqual(all.slice(-kept.length))
  },
)

it('one event of 20 MB passes', async () => {
  const body = { assistant_id: 'troubled', input: { trouble: 'big', size: 20_000_000 } }
  const events = await streamed({ ...body, stream_mode: 'custom' })
  expect(dataOf<{ text: string }>(events[1]).text).toHaveLength(20_000_000)
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
