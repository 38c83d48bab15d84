// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { wholeStream } from '../../src/chat/inspector/whole-stream.ts'
import type { Transport } from '../../src/client/api.ts'
import { type ScriptedRun, ScriptedServer, threadId } from './scripted-server.ts'
import { GatedClock, type SessionUnderTest, sessionOn } from './session-harness.ts'

let server: ScriptedServer
let transport: Transport
let tested: SessionUnderTest

beforeEach(async () => {
  server = new ScriptedServer()
  transport = await server.start()
})
afterEach(async () => {
  tested?.session.close()
  await server?.stop()
})

const count = 2_300

/** A run that has sent more events than are kept here, and sends no more. */
async function silentAfterMany(): Promise<ScriptedRun> {
  const run = server.addRun()
  for (let n = 0; n < count; n += 1) run.emit('custom', n)
  tested = sessionOn(transport, threadId)
  void tested.session.open()
  await tested.until((now) => now.eventCount === count)
  expect(tested.session.getSnapshot().log.list().length).toBeLessThan(count)
  return run
}

/** From now on the server answers a join and sends nothing. */
function forgetStream(): void {
  server.override = ({ path }, response) => {
    if (!path.endsWith('/stream')) return false
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
    return true
  }
}

const { signal } = new AbortController()

it('a run that is silent is saved at once, whole so far', async () => {
  await silentAfterMany()
  const clock = new GatedClock()
  const { events, isWhole } = await wholeStream(tested.session, { signal, clock })
  expect(isWhole).toBe(true)
  expect(events.map(({ event }) => event.data)).toEqual(Array.from({ length: count }, (_, n) => n))
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
})

it('a run that has ended is saved whole', async () => {
  const run = await silentAfterMany()
  run.end('success')
  await tested.until((now) => now.status === 'ended')
  const { events, isWhole } = await wholeStream(tested.session, { signal })
  expect([events.length, isWhole]).toEqual([count, true])
})

it('where the server has the beginning no longer, what is kept is saved, and nobody waits for ever', async () => {
  await silentAfterMany()
  forgetStream()
  const clock = new GatedClock()
  const saved = wholeStream(tested.session, { signal, clock })
  await server.seen('GET', /\/stream$/, 2)
  await clock.pass()
  const { events, isWhole } = await saved
  expect(isWhole).toBe(false)
  expect(events.at(-1)?.event.data).toBe(count - 1)
})

it('can be called off', async () => {
  await silentAfterMany()
  forgetStream()
  const controller = new AbortController()
  const saved = wholeStream(tested.session, { signal: controller.signal, clock: new GatedClock() })
  await server.seen('GET', /\/stream$/, 2)
  controller.abort()
  await expect(saved).rejects.toThrow(/aborted/)
})
