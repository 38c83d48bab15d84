import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { deltas: './deltas.ts:graph' } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

interface Values {
  log: string[]
  often: string[]
  messages: { content: string }[]
}

const items = ['h', 'c', 'a', 'g', 'b', 'e', 'd', 'f']
const say = (content: string) => ({ type: 'human', content, id: randomUUID() })
const inputOf = (word: string, more: object = {}) => ({
  items: items.map((item) => `${word}-${item}`),
  messages: [say(word)],
  ...more,
})
const wait = (thread: string, input: object | null, more: object = {}) =>
  h.call<Values>('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'deltas', input, ...more })
/** What a run with such an input adds. */
const added = (word: string) => [...items.map((item) => `${word}-${item}`), 'gathered']
const said = (word: string) => [word, ...items.map((item) => `${word}-${item}`)]
const contents = (values: unknown) => (values as Values).messages.map(({ content }) => content)

/** All that is told of a thread's state is what its runs have added, in that order. */
async function expectState(thread: string, log: string[], messages: string[]) {
  const { values } = await h.state(thread)
  expect(values).toMatchObject({ log, often: log })
  expect(contents(values)).toEqual(messages)
  const told = await h.getThread(thread)
  expect(told.values).toMatchObject({ log, often: log })
}

it('36: a state of which steps keep what they add is the same when the next run goes on with it', async () => {
  const thread = await h.thread()
  const words = ['one', 'two', 'three', 'four']
  for (const word of words) {
    // However its steps are stored.
    const durability = { two: 'exit', three: 'async' }[word]
    const { body } = await wait(thread, inputOf(word), durability ? { durability } : {})
    expect(body.log).toEqual(words.slice(0, words.indexOf(word) + 1).flatMap(added))
  }
  await expectState(thread, words.flatMap(added), words.flatMap(said))
  const { body: history } = await h.call<ThreadState[]>('GET', `/threads/${thread}/history?limit=4`)
  expect(history.map(({ values }) => (values as unknown as Values).log)).toEqual([
    words.flatMap(added),
    words.flatMap(added).slice(0, -1),
    words.slice(0, -1).flatMap(added),
    words.slice(0, -1).flatMap(added),
  ])
})

it('36: more steps than are read at once', async () => {
  const thread = await h.thread()
  const words = Array.from({ length: 36 }, (_, index) => `${index}`)
  for (const word of words) await wait(thread, { items: [word], messages: [say(word)] })
  const log = words.flatMap((word) => [word, 'gathered'])
  await expectState(
    thread,
    log,
    words.flatMap((word) => [word, word]),
  )
})

it('36: branches have what came before them, and nothing of each other', async () => {
  const thread = await h.thread()
  await wait(thread, inputOf('one'))
  const { checkpoint } = await h.state(thread)
  await wait(thread, inputOf('two'))
  await wait(thread, inputOf('other'), { checkpoint })
  await expectState(
    thread,
    [...added('one'), ...added('other')],
    [...said('one'), ...said('other')],
  )
  await wait(thread, inputOf('three'))
  const log = ['one', 'other', 'three']
  await expectState(thread, log.flatMap(added), log.flatMap(said))
})

it('36: a state that was changed by hand is told at once, and the next run goes on with it', async () => {
  const thread = await h.thread()
  await wait(thread, inputOf('one'))
  const change = async (line: string) => {
    const values = { log: [line], often: [line] }
    const told = await h.call('POST', `/threads/${thread}/state`, { values, as_node: 'gather' })
    expect(told.status).toBe(200)
  }
  await change('by hand')
  const log = [...added('one'), 'by hand']
  await expectState(thread, log, said('one'))
  await change('again')
  await expectState(thread, [...log, 'again'], said('one'))
  await wait(thread, inputOf('two'))
  await expectState(thread, [...log, 'again', ...added('two')], ['one', 'two'].flatMap(said))
})

it('36: a thread has all of it when only its newest state is kept, and so has a copy', async () => {
  const thread = await h.thread()
  const words = ['one', 'two']
  for (const word of words) await wait(thread, inputOf(word))
  const pruned = { thread_ids: [thread], strategy: 'keep_latest' }
  expect((await h.call('POST', '/threads/prune', pruned)).status).toBe(200)
  await expectState(thread, words.flatMap(added), words.flatMap(said))
  const { body: copy } = await h.call<{ thread_id: string }>('POST', `/threads/${thread}/copy`)
  for (const one of [thread, copy.thread_id]) {
    await wait(one, inputOf('three'))
    await expectState(one, [...words, 'three'].flatMap(added), [...words, 'three'].flatMap(said))
  }
})

it('36: of a run that is rolled back nothing stays, of one that is interrupted what it has done', async () => {
  const thread = await h.thread()
  await wait(thread, inputOf('one'))
  for (const action of ['rollback', 'interrupt']) {
    const gate = randomUUID()
    const run = await h.run(thread, { assistant_id: 'deltas', input: inputOf(action, { gate }) })
    await h.gates.arrived(gate)
    const cancel = `/threads/${thread}/runs/${run.run_id}/cancel?wait=true&action=${action}`
    await h.call('POST', cancel)
    const kept = action === 'interrupt' ? [action] : []
    const log = [...added('one'), ...kept.flatMap(added).slice(0, -1)]
    await expectState(thread, log, ['one', ...kept].flatMap(said))
  }
  await wait(thread, inputOf('two', { gate: null }))
  const log = [...added('one'), ...added('interrupt').slice(0, -1), ...added('two')]
  await expectState(thread, log, ['one', 'interrupt', 'two'].flatMap(said))
})

it('36: a run whose process ends goes on with all that its steps had added, once', async () => {
  const thread = await h.thread()
  await wait(thread, inputOf('one'))
  const gate = randomUUID()
  const run = await h.run(thread, { assistant_id: 'deltas', input: inputOf('two', { gate }) })
  await h.gates.arrived(gate)
  process.kill(h.gates.lastProcess() ?? 0, 'SIGKILL')
  await h.gates.visited(gate, 2)
  h.gates.open(gate)
  expect((await h.ended(run)).status).toBe('success')
  await expectState(thread, ['one', 'two'].flatMap(added), ['one', 'two'].flatMap(said))
})

it('36: what a step leaves that no message is takes nothing of the steps before', async () => {
  const thread = await h.thread()
  await wait(thread, inputOf('one'))
  await wait(thread, inputOf('two', { is_spoilt: true }))
  const log = [...added('one'), ...added('two').slice(0, -1)]
  await expectState(thread, log, ['one', 'two'].flatMap(said))
  await wait(thread, inputOf('three', { is_spoilt: false }))
  await expectState(thread, [...log, ...added('three')], ['one', 'two', 'three'].flatMap(said))
})

it('36: messages of former runs are not told again', async () => {
  const thread = await h.thread()
  await wait(thread, inputOf('one'))
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'deltas',
    input: inputOf('two'),
    stream_mode: 'messages',
  })
  const events = await stream.rest()
  const told = events
    .filter(({ event }) => event === 'messages/complete')
    .flatMap(({ data }) => contents({ messages: data }))
  expect(told.toSorted()).toEqual(said('two').toSorted())
})
