import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'
import { isEnd, openRecording, type ProtocolEvent } from './recording-reader.ts'
import { openSocket, type SocketClient } from './socket-client.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', talk: './modes.ts:talk', approve: './approve.ts:graph' },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

let opened: SocketClient[] = []
afterEach(() => {
  for (const { socket } of opened) socket.terminate()
  opened = []
})

const key = { 'x-api-key': apiKey }
async function open(thread: string, headers: Record<string, string> = key) {
  const client = await openSocket(h.url, thread, headers)
  opened.push(client)
  return client
}
const hello = { messages: [{ type: 'human', content: 'hi', id: 'm-1' }] }
const start = (id: number, assistant_id = 'talk') => ({
  id,
  method: 'run.start',
  params: { assistant_id, input: assistant_id === 'talk' ? hello : { log: [] } },
})
const subscribe = (id: number, channels: string[], more: object = {}) => ({
  id,
  method: 'subscription.subscribe',
  params: { channels, ...more },
})
async function untilEnd(client: SocketClient): Promise<ProtocolEvent[]> {
  const events: ProtocolEvent[] = []
  while (!events.some(isEnd)) events.push(await client.event())
  return events
}
const bare = ({ params, ...event }: ProtocolEvent) => ({ ...event, ...params })

it('carries commands, their answers and the events that it has subscribed to', async () => {
  const thread = randomUUID()
  const client = await open(thread)
  client.send(subscribe(1, ['values', 'lifecycle', 'messages']))
  expect(await client.answer()).toEqual({
    type: 'success',
    id: 1,
    result: { subscription_id: expect.any(String), replayed_events: 0 },
  })
  client.send(start(2))
  expect(await client.answer()).toMatchObject({
    type: 'success',
    id: 2,
    result: { run_id: expect.any(String) },
    meta: { thread_id: thread },
  })
  const events = await untilEnd(client)
  // Who reads by an event stream is told the same, with the same ids.
  const recording = await openRecording(h, thread, {
    channels: ['values', 'lifecycle', 'messages'],
  })
  expect(events.map(bare)).toEqual((await recording.runs(1)).map(bare))
  recording.stream.drop()

  // A second run on the same socket; and, for one that comes later, both.
  client.send(start(3))
  expect(await client.answer()).toMatchObject({ type: 'success', id: 3 })
  const second = await untilEnd(client)
  const late = await open(thread)
  late.send(subscribe(1, ['values', 'lifecycle', 'messages']))
  await late.answer()
  const replayed = [...(await untilEnd(late)), ...(await untilEnd(late))]
  expect(replayed.map(bare)).toEqual([...events, ...second].map(bare))
  const after = await open(thread)
  after.send(subscribe(1, ['lifecycle'], { since: events.at(-1)?.seq, namespaces: [[]], depth: 0 }))
  expect((await untilEnd(after)).map(({ run_id }) => run_id)).toEqual(
    Array(2).fill(second[0]?.run_id),
  )
})

it('tells an event once for each subscription, until that is ended', async () => {
  const client = await open(randomUUID())
  client.send(subscribe(1, ['lifecycle'], { namespaces: [[]], depth: 0 }))
  const first = await client.answer()
  client.send(subscribe(2, ['lifecycle'], { namespaces: [[]], depth: 0 }))
  await client.answer()
  client.send(start(3))
  const events = [await client.event(), await client.event(), await client.event()]
  events.push(await client.event())
  expect(events.map(({ params }) => params.data.event).sort()).toEqual([
    'completed',
    'completed',
    'running',
    'running',
  ])
  await client.answer()

  const { subscription_id } = first.type === 'success' ? first.result : {}
  const unsubscribe = { id: 4, method: 'subscription.unsubscribe', params: { subscription_id } }
  client.send(unsubscribe)
  expect(await client.answer()).toEqual({ type: 'success', id: 4, result: {} })
  client.send({ ...unsubscribe, id: 5 })
  expect(await client.answer()).toMatchObject({ id: 5, error: 'no_such_subscription' })
  client.send(start(6))
  await client.answer()
  const left = await untilEnd(client)
  expect(left.map(({ params }) => params.data.event)).toEqual(['running', 'completed'])
})

it('refuses what is no command, or cannot be done, and stays open', async () => {
  const client = await open(randomUUID())
  const nothing = { id: null, type: 'error', error: 'invalid_argument' }
  for (const frame of [
    'no JSON',
    '[]',
    '7',
    '{}',
    { method: 'run.start' },
    { id: 1.5, method: 'run.start' },
    { id: 1, method: 2 },
    { id: 1, method: 'run.start', params: [] },
    '{"id":1,"method":"state.get","params":'.padEnd(200_000, '['),
  ]) {
    client.send(frame)
    expect(await client.answer()).toMatchObject(nothing)
  }
  client.socket.send(Buffer.from([1, 2, 3]))
  expect(await client.answer()).toMatchObject(nothing)
  const refusals: [object, string][] = [
    [{ id: 1, method: 'no.such' }, 'unknown_command'],
    [{ id: 2, method: 'state.get' }, 'invalid_argument'],
    [start(3, 'nobody'), 'invalid_argument'],
    [{ id: 4, method: 'subscription.subscribe', params: {} }, 'invalid_argument'],
    [subscribe(5, ['values'], { depth: -1 }), 'invalid_argument'],
    [{ id: 6, method: 'subscription.unsubscribe' }, 'no_such_subscription'],
    [{ id: 7, method: 'subscription.reconnect' }, 'not_supported'],
  ]
  for (const [frame, error] of refusals) {
    client.send(frame)
    const { id } = frame as { id: number }
    expect(await client.answer()).toMatchObject({ type: 'error', id, error })
  }
  client.send(start(8, 'steps'))
  expect(await client.answer()).toMatchObject({ type: 'success', id: 8 })
})

it('does commands in the order in which they were sent', async () => {
  const thread = await h.thread()
  const client = await open(thread)
  const count = 30
  for (let id = 1; id <= count; id += 1) {
    client.send({
      ...start(id, 'steps'),
      params: { ...start(id, 'steps').params, metadata: { id } },
    })
  }
  for (let id = 1; id <= count; id += 1) {
    expect(await client.answer()).toMatchObject({ type: 'success', id })
  }
  const { body } = await h.call<{ metadata: { id: number } }[]>(
    'GET',
    `/threads/${thread}/runs?limit=100`,
  )
  const order = body.map(({ metadata }) => metadata.id).reverse()
  expect(order).toEqual(Array.from({ length: count }, (_, place) => place + 1))
})

it('has a limit for subscriptions', async () => {
  const client = await open(randomUUID())
  for (let id = 1; id <= 50; id += 1) {
    client.send(subscribe(id, ['input']))
    expect(await client.answer()).toMatchObject({ type: 'success' })
  }
  client.send(subscribe(51, ['input']))
  expect(await client.answer()).toMatchObject({ id: 51, error: 'not_supported' })
})

it('is opened with what every request needs, and by an upgrade only', async () => {
  const thread = randomUUID()
  await expect(open(thread, {})).rejects.toThrow('refused: 401')
  await expect(open(thread, { 'x-api-key': 'wrong' })).rejects.toThrow('refused: 401')
  await expect(open('no-id/x')).rejects.toThrow('refused: 404')
  const plain = await h.call('GET', `/threads/${thread}/stream/events`)
  expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket'])
})

it('a client that offers another protocol in passing is answered as if it did not', async () => {
  const headers = { ...key, connection: 'upgrade, http2-settings', upgrade: 'h2c' }
  const body = JSON.stringify({ assistant_id: 'steps', input: { log: [] } })
  const status = await new Promise((resolve, reject) => {
    const at = `${h.url}/threads/search`
    const request = http.request(at, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end(body)
  })
  expect(status).toBe(200)
})

it('a page of another origin opens one where it may call the server, as every page may', async () => {
  const client = await open(randomUUID(), { ...key, origin: 'https://elsewhere.example' })
  client.send({ id: 1, method: 'agent.getTree' })
  expect(await client.answer()).toMatchObject({ error: 'no_such_run' })
})

it('closes its sockets when the server stops, for clients to come again', async () => {
  const other = await startHarness({ graphs: { steps: './steps.ts:graph' } })
  const idle = await openSocket(other.url, randomUUID(), key)
  const reading = await openSocket(other.url, randomUUID(), key)
  reading.send(subscribe(1, ['values']))
  await reading.answer()
  await other.close()
  expect(await Promise.all([idle.closed, reading.closed])).toEqual([1012, 1012])
})
