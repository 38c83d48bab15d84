// @vitest-environment jsdom
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { runTitle } from '../../src/chat/conversation/runs/sent-messages.ts'
import type {
  RunSessionOptions,
  SessionSnapshot,
  SubmitOptions,
} from '../../src/chat/session/session-types.ts'
import type { Transport } from '../../src/client/api.ts'
import { resumeValue } from '../../src/contract/agent-server/interrupt-shape.ts'
import { messagesOf, messageText } from '../../src/contract/agent-server/messages.ts'
import { isActive, type Run } from '../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../src/contract/agent-server/threads.ts'
import { minutes } from '../helpers/patience.ts'
import { type Gates, openGates } from '../server/agent-server/gates.ts'
import { hurriedClock } from './hurried-clock.ts'
import { type SessionUnderTest, sessionOn } from './session-harness.ts'

/**
 * Our session against the vendor's open server, as it is published: a child process with graphs whose
 * words and steps wait at gates. What it does differently is told where it matters.
 */
let child: ChildProcess
let gates: Gates
let vendor: Transport
const open: SessionUnderTest[] = []

// The first time the server's packages are installed, which takes longer than its tests.
beforeAll(async () => {
  gates = await openGates()
  child = fork(path.join(import.meta.dirname, 'vendor-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, GATE_URL: gates.url },
  })
  vendor = await new Promise((resolve, reject) => {
    child.once('message', ({ url }: { url: string }) => resolve({ baseUrl: url }))
    child.once('exit', (code) => reject(new Error(`The vendor's server ended with ${code}.`)))
  })
}, minutes(10))

afterAll(async () => {
  for (const { session } of open) session.close()
  await gates?.close()
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  child?.disconnect()
  await ended
})

async function chat(
  thread_id: string | null,
  transport = vendor,
  options: Partial<RunSessionOptions> = {},
): Promise<SessionUnderTest> {
  const tested = sessionOn(transport, thread_id, {
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    ...options,
  })
  open.push(tested)
  await tested.session.open()
  return tested
}

const ended = ({ status }: SessionSnapshot) => status === 'ended'
const streamed = (word: string) => (snapshot: SessionSnapshot) =>
  texts(snapshot).at(-1)?.includes(word) ?? false

function texts({ conversation }: SessionSnapshot): string[] {
  return conversation.messages.map(({ message }) => messageText(message.content))
}

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${vendor.baseUrl}${path}`)
  return (await answer.json()) as Answer
}

async function send(
  { session }: SessionUnderTest,
  text: string,
  options: Partial<SubmitOptions> = {},
): Promise<string> {
  const result = await session.submit({ text }, { assistant_id: 'echo', ...options })
  if (!result.ok) throw result.error
  return result.run_id
}

/** The conversation is what the server has, in as many runs. */
async function expectTruth({ session }: SessionUnderTest, runs: number): Promise<string[]> {
  const snapshot = session.getSnapshot()
  const thread = `/threads/${snapshot.thread_id}`
  const { values } = await get<ThreadState>(`${thread}/state`)
  const kept = messagesOf(values).map((item) => messageText(item.content))
  expect(texts(snapshot)).toEqual(kept)
  expect(await get<unknown[]>(`${thread}/runs?limit=100`)).toHaveLength(runs)
  return kept
}

/** Cuts the body of the first stream behind so many of its events. */
function cutAfter(events: number): Transport {
  let left = 1
  return {
    ...vendor,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (!isStream || left === 0 || !response.body) return response
      left -= 1
      let seen = ''
      const cutter = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          seen += new TextDecoder().decode(bytes, { stream: true })
          controller.enqueue(bytes)
          if (seen.split('\n\n').length > events) controller.error(new Error('cut'))
        },
      })
      const { status, headers } = response
      return new Response(response.body.pipeThrough(cutter), { status, headers })
    },
  }
}

it.concurrent('streams answers word by word, and ends as the state has them', async () => {
  const tested = await chat(null)
  await send(tested, 'one CHAT-A two')
  expect(texts(await tested.until(streamed('Echo: one')))).toEqual(['one CHAT-A two', 'Echo: one '])
  gates.open('CHAT-A')
  expect((await tested.until(ended)).run).toMatchObject({ outcome: 'success' })
  const steps = tested.session.getSnapshot().conversation.steps.map(({ node }) => node)
  expect(steps).toEqual(['answer'])
  await send(tested, 'and again')
  await tested.until((now) => ended(now) && texts(now).length === 4)
  await expectTruth(tested, 2)
})

/** Begins a run as the newest React package does: only the newest protocol tells of it. */
async function sendNewest(assistant_id: string, text: string): Promise<string> {
  const thread_id = crypto.randomUUID()
  const params = { assistant_id, input: { messages: [{ role: 'user', content: text }] } }
  const answer = await fetch(`${vendor.baseUrl}/threads/${thread_id}/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, method: 'run.start', params }),
  })
  expect(await answer.json()).toMatchObject({ type: 'success' })
  return thread_id
}

it.concurrent('36: a run that was begun in the newest protocol is read word by word too', async () => {
  const tested = await chat(await sendNewest('echo', 'one NEWEST-A two'))
  const half = await tested.until(streamed('Echo: one'))
  expect(texts(half)).toEqual(['one NEWEST-A two', 'Echo: one '])
  gates.open('NEWEST-A')
  const { conversation, run } = await tested.until(ended)
  expect(run).toMatchObject({ outcome: 'success' })
  expect(conversation.steps.map(({ node, status }) => [node, status])).toEqual([['answer', 'done']])
  expect(conversation.unknownKinds).toEqual({})
  expect(await expectTruth(tested, 1)).toEqual(['one NEWEST-A two', 'Echo: one NEWEST-A two '])
})

it.concurrent.each([3, 8])(
  'goes on by Last-Event-ID when the stream is cut at event %i, and in a second tab',
  async (events) => {
    const gate = `CUT-${events}`
    const tested = await chat(null, cutAfter(events))
    const run_id = await send(tested, `one two three four five six ${gate} seven`)
    const second = await chat(tested.session.getSnapshot().thread_id)
    expect(second.session.getSnapshot().run?.run_id).toBe(run_id)
    await Promise.all(
      [tested, second].map(({ until }) => until(streamed('Echo: one two three four five six'))),
    )
    gates.open(gate)
    const [one, two] = await Promise.all([tested.until(ended), second.until(ended)])
    expect(texts(one)).toEqual(texts(two))
    expect((await expectTruth(tested, 1)).at(-1)).toBe(
      `Echo: one two three four five six ${gate} seven `,
    )
  },
)

it.concurrent('a stopped run is shown as stopped, and goes on where it stopped', async () => {
  const tested = await chat(null)
  const steps = { assistant_id: 'steps' }
  await send(tested, 'STOP-A', steps)
  await gates.arrived('STOP-A')
  await tested.session.interrupt()
  const stopped = await tested.until(ended)
  expect(stopped.run).toMatchObject({ outcome: 'stopped', cancel: { stage: 'verified' } })
  expect(stopped.conversation.next).toEqual(['second'])
  expect(await expectTruth(tested, 1)).toEqual(['STOP-A', 'The first step is done.'])

  gates.open('STOP-A')
  await tested.session.submit({ input: null }, steps)
  const paused = await tested.until((now) => now.run?.outcome === 'paused')
  // A static break point has nothing to answer.
  expect(paused.conversation).toMatchObject({ next: ['third'], interrupts: [] })
  await tested.session.submit({ input: null }, steps)
  await tested.until((now) => now.run?.outcome === 'success')
  expect(await expectTruth(tested, 3)).toHaveLength(4)
})

it.concurrent('a roll-back, which this server does not do, is done by deleting the run, and proven', async () => {
  const tested = await chat(null)
  await send(tested, 'before')
  await tested.until(ended)
  const run_id = await send(tested, 'one ROLL-A')
  await gates.arrived('ROLL-A')
  await tested.session.rollback()
  const undone = await tested.until((now) => now.run?.run_id === run_id && ended(now))
  expect(undone.run).toMatchObject({
    outcome: 'rolled_back',
    cancel: { stage: 'verified', proof: 'same' },
  })
  expect(undone.returned?.text).toBe('one ROLL-A')
  expect(await expectTruth(tested, 1)).toEqual(['before', 'Echo: before '])
})

it.concurrent.each(['this', 'the newest'])(
  'two questions of %s protocol are answered one by one, one of them with no',
  async (protocol) => {
    const isNewest = protocol === 'the newest'
    const [words, gate] = isNewest ? ['Ask them at NEWEST-ASK', 'NEWEST-ASK'] : ['Ask them', '']
    const tested = await chat(isNewest ? await sendNewest('ask', words) : null)
    const ask = { assistant_id: 'ask' }
    if (!isNewest) await send(tested, words, ask)
    // One that had asked before it was joined would have no run to follow.
    gates.open(gate)
    const asked = await tested.until(ended)
    expect(asked.run?.outcome).toBe('paused')
    const steps = asked.conversation.steps.map(({ node, status }) => [node, status])
    expect(steps.toSorted()).toEqual([
      ['Ann', 'paused'],
      ['Ben', 'paused'],
    ])
    const [ann, ben] = asked.conversation.interrupts
    expect(asked.conversation.interrupts).toHaveLength(2)
    await tested.session.submit(
      { command: { resume: resumeValue(ann ?? {}, asked.conversation.interrupts, 'hello') } },
      ask,
    )
    const half = await tested.until((now) => ended(now) && now.run?.run_id !== asked.run?.run_id)
    expect(half.conversation.interrupts.map(({ id }) => id)).toEqual([ben?.id])
    await tested.session.submit(
      { command: { resume: resumeValue(ben ?? {}, half.conversation.interrupts, false) } },
      ask,
    )
    const done = await tested.until((now) => now.run?.outcome === 'success')
    expect(done.conversation.interrupts).toEqual([])
    expect(await expectTruth(tested, 3)).toEqual([words, 'Ann says "hello".', 'Ben says false.'])
  },
)

it.concurrent('a second message waits its turn, and a third goes before it', async () => {
  const tested = await chat(null)
  await send(tested, 'slow QUEUE-A')
  await gates.arrived('QUEUE-A')
  const refused = send(tested, 'refused', { multitaskStrategy: 'reject' })
  await expect(refused).rejects.toThrow(/asks the server to refuse/)
  await send(tested, 'last')
  await send(tested, 'unwanted')
  const first = await send(tested, 'first')
  const [, unwanted] = tested.session.getSnapshot().queued
  await tested.session.interrupt(unwanted?.run_id)
  await tested.session.moveToFront(first)
  expect(tested.session.getSnapshot().queued.map(runTitle)).toEqual(['first', 'last'])
  gates.open('QUEUE-A')
  await tested.until((now) => ended(now) && texts(now).length === 6)
  const words = await expectTruth(tested, 4)
  // In its queue they stand as asked; under load this server may yet begin the younger one first.
  expect(words.filter((word) => !word.startsWith('Echo'))).toEqual([
    'slow QUEUE-A',
    ...(words.indexOf('first') < words.indexOf('last') ? ['first', 'last'] : ['last', 'first']),
  ])
})

it.concurrent('a message sent instead stops the run, whose words stay and are marked', async () => {
  const tested = await chat(null)
  await send(tested, 'slow INSTEAD-A')
  await gates.arrived('INSTEAD-A')
  await send(tested, 'other', { multitaskStrategy: 'interrupt' })
  const { conversation } = await tested.until(
    (now) => ended(now) && texts(now).at(-1) === 'Echo: other ',
  )
  expect(conversation.messages.map(({ origin }) => origin)).toEqual([
    'state',
    'cut',
    'state',
    'state',
  ])
})

it.concurrent('an edited message is a branch, found by paging back through the history', async () => {
  const tested = await chat(null)
  for (const word of ['one', 'two', 'three']) {
    const run_id = await send(tested, word)
    await tested.until((now) => ended(now) && now.run?.run_id === run_id)
  }
  const { conversation, state } = tested.session.getSnapshot()
  const head = state?.checkpoint?.checkpoint_id ?? ''
  const { history } = tested.session
  const point = await history.beforeMessage(conversation.messages[2]?.id ?? '', head)
  if (!point.isFound) throw new Error(point.reason)
  const run_id = await send(tested, 'again', { checkpoint_id: point.entry.checkpoint_id })
  await tested.until((now) => ended(now) && now.run?.run_id === run_id)
  expect(await expectTruth(tested, 4)).toEqual(['one', 'Echo: one ', 'again', 'Echo: again '])
  await tested.session.view(head)
  expect(texts(tested.session.getSnapshot()).at(-1)).toBe('Echo: three ')
})

it.concurrent('a thread that was deleted meanwhile is said to be so; this server says something else', async () => {
  const tested = await chat(null)
  await send(tested, 'hello')
  const { thread_id } = await tested.until(ended)
  await fetch(`${vendor.baseUrl}/threads/${thread_id}`, { method: 'DELETE' })
  await expect(send(tested, 'still there?')).rejects.toThrow(/it was deleted/)
  // Nothing of it is shown any more.
  expect(texts(tested.session.getSnapshot())).toEqual([])
})

const lostThread = '01a1ffb9-31f5-7750-bb7e-3d150798b1fd'

/**
 * The server starts on what it kept when it was killed in the middle of a run (`.langgraph_api` of the
 * project): it calls that run running for ever, sends nothing of it, and accepts a stop without effect.
 */
it.concurrent('a run that was lost with the server is told so, and gives way when it is discarded', async () => {
  const thread = `/threads/${lostThread}`
  const lost = (await get<Run[]>(`${thread}/runs`)).find(isActive)
  expect(lost?.status).toBe('running')
  const clock = hurriedClock()
  const tested = await chat(lostThread, vendor, { clock, idleMs: 25_000 })
  const told = await tested.until(({ run }) => run?.silence != null)
  expect(told.run).toMatchObject({ run_id: lost?.run_id, outcome: 'active', isFollowed: true })
  // What the run had done is there.
  expect(texts(told)).toEqual(['before', 'Echo: before ', 'LOST', 'The first step is done.'])
  await send(tested, 'waits behind it')

  void tested.session.interrupt()
  await tested.until(({ run }) => run?.cancel?.stage === 'accepted')
  expect((await get<Run>(`${thread}/runs/${lost?.run_id}`)).status).toBe('running')
  await tested.session.discard()
  const after = await tested.until(
    (now) => ended(now) && texts(now).at(-1) === 'Echo: waits behind it ',
  )
  expect(after.records.map(({ status }) => status)).toEqual(['success', 'success'])
  await expectTruth(tested, 2)
})
