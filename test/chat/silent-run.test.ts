// @vitest-environment jsdom
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Transport } from '../../src/client/api.ts'
import { ScriptedServer, type SeenRequest, threadId } from './scripted-server.ts'
import { type SessionUnderTest, sessionOn, shown } from './session-harness.ts'

/** A run that the server says is running, and of which nothing comes: a restart may have lost it. */
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

const human = (id: string, content: string) => ({ id, type: 'human', content })
const ai = (id: string, content: string) => ({ id, type: 'ai', content })
const isStream = ({ method, path }: SeenRequest) => method === 'GET' && path.endsWith('/stream')

/** Every join ends at once, without a word. */
function endsEveryJoin(seen: SeenRequest, response: ServerResponse): boolean {
  if (!isStream(seen)) return false
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
  return true
}

/** The thread with an orphan, as a page that is opened now finds it. */
async function opened(options: { idleMs?: number } = {}) {
  const run = server.addRun({ input: { messages: [human('q', 'Hi')] } })
  server.setMessages([human('q', 'Hi')], { metadata: { run_id: run.run_id } })
  tested = sessionOn(transport, threadId, options)
  await tested.session.open()
  return run
}

/**
 * Lets time pass until the silence is told; the waits between the looks, in milliseconds. The last of
 * them is the one that began when it was told: a wait begins when the look before it is over.
 */
async function untilTold(): Promise<number[]> {
  const waits: number[] = []
  while (!tested.session.getSnapshot().run?.silence) waits.push(...(await tested.clock.pass()))
  return waits
}

it('says since when nothing came, after several looks in vain, and asks ever less often', async () => {
  server.override = endsEveryJoin
  await opened()
  const began = tested.clock.now()
  const waits = await untilTold()
  const { run, conversation } = tested.session.getSnapshot()
  expect(run?.outcome).toBe('active')
  expect((run?.silence?.since ?? 0) - began).toBeLessThan(100)
  expect((run?.silence?.lookedAt ?? 0) - began).toBeGreaterThanOrEqual(20_000)
  expect(conversation.messages).toHaveLength(1)
  // A break or two are no silence.
  expect(waits.length).toBeGreaterThanOrEqual(3)
  expect(Math.max(...waits.slice(0, -1))).toBeLessThanOrEqual(15_000)
  for (let more = 0; more < 3; more += 1) waits.push(...(await tested.clock.pass()))
  expect(waits.slice(-3)).toEqual([45_000, 45_000, 45_000])
})

it('a word of the run ends the silence, and the run ends as any other', async () => {
  server.override = endsEveryJoin
  const run = await opened()
  await untilTold()
  server.override = null
  tested.session.retryNow()
  await server.run()
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: 'Still here' }, {}])
  const spoken = await tested.until((now) => shown(now).at(-1) === 'ai: Still here')
  expect(spoken.run?.silence).toBeNull()
  server.setMessages([human('q', 'Hi'), ai('a1', 'Still here')])
  run.end('success')
  expect((await tested.until(({ status }) => status === 'ended')).run?.outcome).toBe('success')
})

it('an open stream that says nothing is looked after too, and kept where nothing could be resumed', async () => {
  await opened({ idleMs: 25_000 })
  await server.run()
  await untilTold()
  expect(server.count('GET', /\/stream$/)).toBe(1)
  expect(tested.session.getSnapshot().reconnecting).toBeNull()
})

/** From now on the server takes every request and answers none; resolves when it is asked. */
function halted(): Promise<void> {
  return new Promise((resolve) => {
    server.override = () => {
      resolve()
      return true
    }
  })
}

/** The server is halted, a silent stream looked after, and the look not answered in time. */
async function halt(): Promise<number[]> {
  const asked = halted()
  await tested.clock.pass()
  await asked
  return tested.clock.passLimits()
}

it('33: a server that is halted is told as that, and heard again when it goes on', async () => {
  const run = await opened({ idleMs: 25_000 })
  await server.run()
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: 'So far' }, {}])
  await tested.until((now) => shown(now).at(-1) === 'ai: So far')
  expect(await halt()).toEqual([10_000])
  // The stream is left, and the read that follows is not answered either.
  const again = halted()
  const away = await tested.until(({ reconnecting }) => reconnecting !== null)
  expect([away.run?.outcome, away.run?.silence]).toEqual(['active', null])
  await again
  server.override = null
  expect(tested.clock.passLimits()).toEqual([10_000])
  await tested.until(({ reconnecting }) => reconnecting?.retryAt !== null)
  tested.session.retryNow()
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: ', and on' }, {}])
  await tested.until((now) => shown(now).at(-1) === 'ai: So far, and on')
  expect(tested.session.getSnapshot().reconnecting).toBeNull()
})

it('33: a stream that must not be left is kept while its server is halted', async () => {
  const run = await opened({ idleMs: 25_000 })
  await server.run()
  const joined = server.count('GET', /\/stream$/)
  await halt()
  await tested.until(({ reconnecting }) => reconnecting !== null)
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: 'Still here' }, {}])
  const spoken = await tested.until((now) => shown(now).at(-1) === 'ai: Still here')
  expect(spoken.reconnecting).toBeNull()
  expect(server.count('GET', /\/stream$/)).toBe(joined)
})

it('what the run writes to the state is shown although no stream tells it', async () => {
  server.override = endsEveryJoin
  const run = await opened()
  await untilTold()
  server.setMessages([human('q', 'Hi'), ai('a1', 'A first step')], {
    metadata: { run_id: run.run_id },
    checkpoint: { thread_id: threadId, checkpoint_ns: '', checkpoint_id: 'newer' },
  })
  await tested.clock.pass()
  const moved = await tested.until((now) => shown(now).at(-1) === 'ai: A first step')
  expect(moved.run).toMatchObject({ outcome: 'active' })
  expect((await tested.until(({ run }) => run?.silence === null)).status).not.toBe('ended')
})

it('a stop that is accepted and does nothing is never called stopped; the run can be discarded', async () => {
  server.override = endsEveryJoin
  const run = await opened()
  await untilTold()
  const stop = tested.session.interrupt()
  await tested.until((now) => now.run?.cancel?.stage === 'accepted')
  const waits: number[] = []
  // Eagerly at first, and then in peace.
  while (!waits.includes(15_000)) waits.push(...(await tested.clock.pass()))
  expect(tested.session.getSnapshot().run).toMatchObject({
    outcome: 'active',
    cancel: { action: 'interrupt', stage: 'accepted' },
  })

  server.override = (seen, response) => {
    if (seen.method !== 'DELETE') return endsEveryJoin(seen, response)
    server.remove(run)
    response.writeHead(204).end()
    return true
  }
  server.setMessages([])
  await tested.session.discard()
  const { run: gone, actions } = await tested.until(({ status }) => status === 'ended')
  expect(gone).toMatchObject({ outcome: 'rolled_back', silence: null })
  expect(actions.at(-1)).toMatchObject({ action: 'discard', error: null })
  expect(actions.at(-1)?.verifiedAt).not.toBeNull()
  await tested.clock.pass()
  await stop
})

it('a server that does not let go of the run says so in its own words', async () => {
  server.override = (seen, response) => {
    if (seen.method !== 'DELETE') return endsEveryJoin(seen, response)
    response.writeHead(409, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ detail: 'The run is active.' }))
    return true
  }
  await opened()
  await untilTold()
  await tested.session.discard()
  const { run, actions } = tested.session.getSnapshot()
  expect(run).toMatchObject({ outcome: 'active', cancel: { stage: 'failed' } })
  expect(run?.cancel?.error?.message).toContain('The run is active.')
  expect(actions.at(-1)?.error).toContain('The run is active.')
})

it('33.1.6: a run that waits again after it had begun is not said to be at work', async () => {
  const run = await opened({ idleMs: 5_000 })
  await server.run()
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: 'Half a' }, {}])
  await tested.until((now) => shown(now).at(-1) === 'ai: Half a')
  run.status = 'pending'
  await untilTold()
  const { silence, outcome } = tested.session.getSnapshot().run ?? {}
  expect([silence?.status, outcome]).toEqual(['pending', 'active'])
  run.status = 'running'
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: ' word' }, {}])
  await tested.until((now) => shown(now).at(-1) === 'ai: Half a word' && now.run?.silence === null)
})
