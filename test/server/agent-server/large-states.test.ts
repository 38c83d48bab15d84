import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadStorage } from '../../../src/contract/agent-server/thread-storage.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

const megabyte = 1024 ** 2
let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { large: './large.ts:graph' },
    limits: { valueBytes: 8 * megabyte, stateBytes: 10 * megabyte },
  })
})
afterAll(() => h?.close())

const wait = (thread: string, input: object) =>
  h.call<{ text: string; __error__?: { message: string } }>(
    'POST',
    `/threads/${thread}/runs/wait`,
    { assistant_id: 'large', input, stream_mode: 'updates' },
  )
const textOf = (steps: number, size: number) => `${steps}`.padEnd(size, 'ä-')

it('a history is answered while others are, and is whole', async () => {
  const thread = await h.thread()
  const size = 700_000
  expect((await wait(thread, { size, steps: 4 })).body.text).toHaveLength(size)
  const response = await fetch(`${h.url}/threads/${thread}/history?limit=1000`, {
    headers: { 'x-api-key': apiKey },
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  // It is sent as it is read, so that nobody knows how long it will be.
  expect(response.headers.get('content-length')).toBeNull()
  const first = await reader.read()
  expect((await h.getThread(thread)).status).toBe('idle')
  expect((await h.state(thread)).next).toEqual([])
  const chunks = [first.value ?? new Uint8Array()]
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
  }
  const states = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ThreadState[]
  const texts = states.map(({ values }) => (values as { text?: string }).text)
  const written = [1, 2, 3, 4].map((steps) => textOf(steps, size))
  expect(texts).toEqual([...written, undefined, undefined])
})

it('a client that leaves in the middle of a history leaves nothing waiting', async () => {
  const thread = await h.thread()
  await wait(thread, { size: 700_000, steps: 3 })
  const controller = new AbortController()
  const response = await fetch(`${h.url}/threads/${thread}/history?limit=1000`, {
    headers: { 'x-api-key': apiKey },
    signal: controller.signal,
  })
  await response.body?.getReader().read()
  controller.abort()
  expect((await h.call<ThreadState[]>('POST', `/threads/${thread}/history`)).body).toHaveLength(5)
})

it('a large state is read whole, and is left out of its thread with a sentence', async () => {
  const thread = await h.thread()
  const size = 2.5 * megabyte
  expect((await wait(thread, { size, steps: 1 })).body.text).toBe(textOf(1, size))
  expect(((await h.state(thread)).values as { text: string }).text).toBe(textOf(1, size))
  const told = await h.getThread(thread)
  expect(told.values).toHaveProperty('steps', 0)
  const keeps = { size: 2.5 * megabyte, steps: 2, keeps: true }
  const larger = await h.thread()
  const answer = await h.call<{ pages: string[] }>('POST', `/threads/${larger}/runs/wait`, {
    assistant_id: 'large',
    input: keeps,
  })
  expect(answer.body.pages.map(({ length }) => length)).toEqual([keeps.size, keeps.size])
  const omitted = await h.getThread(larger)
  expect(omitted.values).toBeUndefined()
  expect(omitted.summary?.values_omitted).toBe(
    'The values have 5 MB, which is too much beside a thread: read them with its state.',
  )
  const found = await h.call<Thread[]>('POST', '/threads/search', { ids: [larger] })
  expect(found.body[0]?.summary).toEqual(omitted.summary)
})

it('35.4.1: the copy of a thread has its large values, and what they take is told of the values themselves', async () => {
  const thread = await h.thread()
  const size = 2.5 * megabyte
  await wait(thread, { size, steps: 1 })
  const { body } = await h.call<Thread>('POST', `/threads/${thread}/copy`)
  expect((await h.state(body.thread_id)).values).toEqual((await h.state(thread)).values)
  const sizeOf = async (id: string) =>
    (await h.call<ThreadStorage>('GET', `/threads/${id}/storage`)).body.channel_values.by_channel
      .text
  expect((await sizeOf(body.thread_id))?.bytes).toBeGreaterThan(size)
  expect(await sizeOf(body.thread_id)).toEqual(await sizeOf(thread))
})

it('a value over the limit ends the run with channel, size and limit; the state is as before', async () => {
  const thread = await h.thread()
  await wait(thread, { size: 10, steps: 1 })
  const before = await h.state(thread)
  // Each letter and hyphen of the text are three bytes.
  const { body } = await wait(thread, { size: 6 * megabyte, steps: 1 })
  expect(body.__error__?.message).toBe(
    '“text” would hold 9 MB; this server stores at most 8 MB in one value of a state (QUARTERDECK_STATE_VALUE_MB).',
  )
  const state = await h.state(thread)
  expect((state.values as { text: string }).text).toBe((before.values as { text: string }).text)
  expect(state.next).toEqual(['write'])
  expect(await h.getThread(thread)).toMatchObject({ status: 'error' })
  expect((await wait(thread, { size: 12, steps: 1 })).body.text).toBe(textOf(1, 12))
})

it('so does a state over the limit, whatever of it was there before', async () => {
  const thread = await h.thread()
  expect((await wait(thread, { size: 4 * megabyte, steps: 1 })).body.__error__).toBeUndefined()
  const { body } = await wait(thread, { size: 3 * megabyte, steps: 1, keeps: true })
  expect(body.__error__?.message).toMatch(
    /^The state would have 10\.5 MB, of which “text” holds 6 MB; .* 10 MB in one state/,
  )
  const { values, next } = await h.state(thread)
  expect(values).toMatchObject({ pages: [], steps: 1 })
  expect(next).toEqual(['write'])
})

it('an input and an update over the limit are refused at the door', async () => {
  const thread = await h.thread()
  const text = 'x'.repeat(9 * megabyte)
  const input = { assistant_id: 'large', input: { text, size: 1, steps: 1 } }
  expect(await h.call('POST', `/threads/${thread}/runs`, input)).toMatchObject({
    status: 413,
    body: { detail: expect.stringMatching(/^The input has 9 MB, of which “text” holds 9 MB; /) },
  })
  await wait(thread, { size: 10, steps: 1 })
  const before = await h.state(thread)
  const update = { values: { text }, as_node: 'write' }
  expect(await h.call('POST', `/threads/${thread}/state`, update)).toMatchObject({
    status: 413,
    body: { detail: expect.stringMatching(/^“text” would hold 9 MB; .* 8 MB in one value/) },
  })
  expect(await h.state(thread)).toEqual(before)
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
