import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSilenceMs } from '../../contract/gateway/changes.ts'
import { Changes } from '../cluster/changes.ts'
import { changeStream } from './change-stream.ts'
import { readEvents } from './read-events.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('says at once and then again and again that it is there, and how often it says so', async () => {
  const closing = new AbortController()
  const app = new Hono().get('/', (context) =>
    changeStream(context, new Changes(), closing.signal, 3_000),
  )
  const events = readEvents(await app.request('/'), new AbortController().signal)
  const ping = { event: 'ping', data: '{"every_ms":3000}' }
  expect((await events.next()).value).toMatchObject(ping)
  expect((await events.next()).value).toMatchObject({ event: 'ready' })
  for (const _ of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await events.next()).value).toMatchObject(ping)
  }
  closing.abort()
  expect((await events.next()).done).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('may be late, but not that it says it again when the next is due', () => {
  const silenceMs = readSilenceMs('{"every_ms":3000}')
  expect(silenceMs).toBeGreaterThan(2 * 3_000)
  expect(silenceMs).toBeLessThan(3 * 3_000)
  // Of a newer server, that tells it in other words.
  expect(readSilenceMs('{"every_ms":0}')).toBeGreaterThan(0)
})
