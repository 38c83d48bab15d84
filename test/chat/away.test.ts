// @vitest-environment jsdom
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import type { SessionSnapshot } from '../../src/chat/session/session-types.ts'
import type { Transport } from '../../src/client/api.ts'
import { messagesOf, messageText } from '../../src/contract/agent-server/messages.ts'
import type { Run } from '../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../src/contract/agent-server/threads.ts'
import { copyNewDatabase } from '../helpers/new-database.ts'
import { type Gates, openGates } from '../server/agent-server/gates.ts'
import { type KillableServer, startKillable } from '../server/agent-server/killable.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'
import { hurriedClock } from './hurried-clock.ts'
import { type SessionUnderTest, sessionOn } from './session-harness.ts'

/** A person is away in the middle of an answer: nothing is lost, nothing doubled. Our server in a process. */
let gates: Gates
let server: KillableServer
const dataDir = mkdtempSync(path.join(tmpdir(), 'quarterdeck-away-'))
const open: SessionUnderTest[] = []

beforeAll(async () => {
  gates = await openGates()
  await copyNewDatabase(dataDir)
  server = await startKillable({ gateUrl: gates.url, dataDir })
})

afterAll(async () => {
  for (const { session } of open) session.close()
  await server?.kill()
  await gates?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The way from one browser to the server, wherever that is now; it can be cut. */
class Network {
  #isDown = () => false
  readonly #streams = new Set<AbortController>()
  posts = 0
  /** What a request waits for before it goes out. */
  before: (pathname: string) => Promise<unknown> = async () => undefined

  readonly transport: Transport = {
    baseUrl: 'http://server.test',
    headers: { 'x-api-key': apiKey },
    fetch: async (input, init) => {
      if (this.#isDown()) throw new TypeError('Failed to fetch')
      const { pathname, search } = new URL(String(input))
      if (pathname.endsWith('/runs/stream')) this.posts += 1
      await this.before(pathname)
      const response = await fetch(`${server.url}${pathname}${search}`, init)
      const cut = new AbortController()
      this.#streams.add(cut)
      if (!response.body) return response
      const body = response.body.pipeThrough(new TransformStream(), { signal: cut.signal })
      const { status, headers } = response
      return new Response(body, { status, headers })
    },
  }

  /** Cuts what is open and lets nothing through while `isDown` says so. */
  cut(isDown: () => boolean): void {
    this.#isDown = isDown
    for (const stream of this.#streams) stream.abort()
    this.#streams.clear()
  }
}

function chat(network: Network, thread_id: string | null, clock = systemClock): SessionUnderTest {
  const tested = sessionOn(network.transport, thread_id, {
    clock,
    random: Math.random,
    newId: () => crypto.randomUUID(),
  })
  open.push(tested)
  return tested
}

const ended = ({ status }: SessionSnapshot) => status === 'ended'

function texts({ conversation }: SessionSnapshot): string[] {
  return conversation.messages.map(({ message }) => messageText(message.content))
}

/** An answer that has begun, and waits in its middle. */
async function begun(network: Network, name: string, clock = systemClock) {
  const tested = chat(network, null, clock)
  await tested.session.open()
  const text = `a long story gate:${name}`
  const result = await tested.session.submit({ text }, { assistant_id: 'conversation' })
  if (!result.ok) throw result.error
  await gates.arrived(name)
  await tested.until((now) => texts(now).at(-1) === 'You ')
  return { tested, text }
}

/** One run that was asked for once, and the conversation as the server has it. */
async function expectWhole(tested: SessionUnderTest, text: string, status = 'success') {
  const snapshot = await tested.until(ended)
  const { thread_id } = snapshot
  const { values } = await server.call<ThreadState>('GET', `/threads/${thread_id}/state`)
  const kept = messagesOf(values).map((item) => messageText(item.content))
  expect(kept).toEqual([text, `You said: ${text}`])
  expect(texts(snapshot)).toEqual(kept)
  expect(snapshot.reconnecting).toBeNull()
  const runs = await server.call<Run[]>('GET', `/threads/${thread_id}/runs`)
  expect(runs.map((run) => run.status)).toEqual([status])
}

it.each([
  ['30 s', 30_000, 'while the answer goes on'],
  ['10 min', 600_000, 'while the answer goes on'],
  ['10 min', 600_000, 'and the answer ends meanwhile'],
])('the network is away for %s', async (_time, ms, how) => {
  const network = new Network()
  const clock = hurriedClock()
  const name = `${ms}-${how.length}`
  const { tested, text } = await begun(network, name, clock)
  const since = clock.now()
  const attempts = tested.history(({ reconnecting }) => reconnecting?.attempt)
  network.cut(() => clock.now() - since < ms)
  if (how.endsWith('meanwhile')) gates.open(name)
  await tested.until(({ reconnecting }) => reconnecting !== null)
  // What was read stays in sight, and nothing claims that the answer has ended.
  expect(texts(tested.session.getSnapshot())).toEqual([text, 'You '])
  expect(tested.session.getSnapshot().run?.outcome).toBe('active')
  await tested.until(({ reconnecting }) => reconnecting === null)
  gates.open(name)
  await expectWhole(tested, text)
  // Doubling up to a quarter of a minute: patient, and never a flood.
  expect(attempts.length).toBeLessThan(2 * (8 + ms / 7_500))
  expect(network.posts).toBe(1)
})

it('the first answer after a cut leads straight to the stream: nothing waits in between', async () => {
  const network = new Network()
  const clock = hurriedClock()
  const { tested, text } = await begun(network, 'straight', clock)
  let isDown = true
  let answers = 0
  const waits = tested.history(({ reconnecting }) => reconnecting?.retryAt ?? null)
  network.cut(() => isDown)
  await tested.until(({ reconnecting }) => (reconnecting?.attempt ?? 0) >= 3)
  isDown = false
  network.before = async () => {
    answers += 1
    // What waits from now on does so although the server answers.
    if (answers === 1) waits.length = 0
  }
  await tested.until(({ reconnecting }) => reconnecting === null)
  gates.open('straight')
  await expectWhole(tested, text)
  expect(waits.filter((retryAt) => retryAt !== null)).toEqual([])
})

it('a laptop is opened again: the dead stream is left at once, not after its patience', async () => {
  const network = new Network()
  const { tested, text } = await begun(network, 'laptop')
  network.cut(() => false)
  tested.session.retryNow()
  gates.open('laptop')
  await expectWhole(tested, text)
})

it('reloaded and in two tabs in the middle: each shows the whole answer once', async () => {
  const network = new Network()
  const { tested, text } = await begun(network, 'reload')
  const { thread_id } = tested.session.getSnapshot()
  const tab = chat(new Network(), thread_id)
  await tab.session.open()
  tested.session.close()
  const reloaded = chat(network, thread_id)
  await reloaded.session.open()
  await Promise.all([tab, reloaded].map(({ until }) => until((now) => texts(now)[1] === 'You ')))
  gates.open('reload')
  await Promise.all([expectWhole(tab, text), expectWhole(reloaded, text)])
  expect(network.posts).toBe(1)
})

it('the run behind ends between two reads of the end of this one: its answer is shown', async () => {
  const network = new Network()
  const { tested } = await begun(network, 'front')
  const behind = await tested.session.submit({ text: 'behind' }, { assistant_id: 'conversation' })
  if (!behind.ok) throw behind.error
  const thread = `/threads/${tested.session.getSnapshot().thread_id}`
  let reads = 0
  network.before = async (pathname) => {
    if (![`${thread}/runs`, `${thread}/state`].includes(pathname)) return
    reads += 1
    if (reads === 2) await server.call('GET', `${thread}/runs/${behind.run_id}/join`)
  }
  gates.open('front')
  const after = await tested.until(
    (now) => ended(now) && now.records.every(({ status }) => status === 'success'),
  )
  expect(texts(after).at(-1)).toBe('You said: behind')
})

it('the server is killed in the middle and started again on its data', async () => {
  const network = new Network()
  const { tested, text } = await begun(network, 'killed')
  const shown = tested.history((now) => texts(now).join('\n'))
  const tab = chat(new Network(), tested.session.getSnapshot().thread_id)
  await tab.session.open()
  let isUp = false
  network.cut(() => !isUp)
  await server.kill()
  await tested.until(({ reconnecting }) => reconnecting !== null)
  expect(texts(tested.session.getSnapshot())).toEqual([text, 'You '])
  server = await startKillable({ gateUrl: gates.url, dataDir })
  isUp = true
  tested.session.retryNow()
  await gates.visited('killed', 2)
  gates.open('killed')
  await Promise.all([expectWhole(tested, text), expectWhole(tab, text)])
  // The half answer of the first attempt never stands beside the second.
  expect(shown.filter((words) => words.split('You ').length > 2)).toEqual([])
  expect(network.posts).toBe(1)
})

it('33: the steps before the server was killed stand beside those after it was started again', async () => {
  const network = new Network()
  const tested = chat(network, null)
  await tested.session.open()
  const input = { gates: { second: 'step-2', third: 'step-3' } }
  await tested.session.submit({ input }, { assistant_id: 'steps' })
  await gates.arrived('step-2')
  const shown = ({ conversation }: SessionSnapshot) =>
    conversation.steps.map(({ node, status }) => `${node} ${status}`)
  await tested.until((now) => shown(now).join() === 'first done,second running')
  let isUp = false
  network.cut(() => !isUp)
  await server.kill()
  await tested.until(({ reconnecting }) => reconnecting !== null)
  server = await startKillable({ gateUrl: gates.url, dataDir })
  isUp = true
  tested.session.retryNow()
  gates.open('step-2')
  await gates.arrived('step-3')
  await tested.until((now) => shown(now).at(-1) === 'third running')
  expect(shown(tested.session.getSnapshot())).toEqual([
    'first done',
    'second done',
    'third running',
  ])
  gates.open('step-3')
  expect(shown(await tested.until(ended))).toEqual(['first done', 'second done', 'third done'])
})
