import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      questions: './modes.ts:questions',
      told: './modes.ts:told',
      endless: './modes.ts:endless',
    },
  })
})
afterAll(() => h?.close())

async function waited(thread: string, body: object): Promise<Record<string, unknown>> {
  const answer = await h.call<Record<string, unknown>>('POST', `/threads/${thread}/runs/wait`, body)
  expect(answer.status).toBe(200)
  return answer.body
}

async function asked(): Promise<{ thread: string; left: string; right: string }> {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'questions', input: {} })
  const { tasks } = await h.state(thread)
  const idOf = (name: string) =>
    String(tasks.find((task) => task.name === name)?.interrupts?.[0]?.id)
  return { thread, left: idOf('left'), right: idOf('right') }
}

const history = async (thread: string) =>
  (await h.call<ThreadState[]>('GET', `/threads/${thread}/history`)).body

it('resume answers questions one by one by their ids, whatever the answer', async () => {
  const { thread, left, right } = await asked()
  const body = { assistant_id: 'questions', command: { resume: { [right]: false } } }
  expect(await waited(thread, body)).toMatchObject({ __interrupt__: [{ id: left, value: 'left' }] })
  const { interrupts } = await h.getThread(thread)
  expect(Object.values(interrupts ?? {})).toEqual([[{ id: left, value: 'left' }]])
  const last = { assistant_id: 'questions', command: { resume: { [left]: 0 } } }
  expect(await waited(thread, last)).toEqual({ answers: [{ left: 0 }, { right: false }] })
})

it.each([['yes'], [false], [null]])('one answer %j is for every open question', async (answer) => {
  const { thread } = await asked()
  const body = { assistant_id: 'questions', command: { resume: answer } }
  expect(await waited(thread, body)).toEqual({ answers: [{ left: answer }, { right: answer }] })
})

it('goto takes steps, alone or with an input of their own, and update goes before it', async () => {
  const thread = await h.thread()
  const goto = [
    { node: 'take', input: { piece: 1 } },
    { node: 'take', input: { piece: 2 } },
    'tell',
  ]
  const command = { goto, update: { told: ['updated'] } }
  const { told } = (await waited(thread, { assistant_id: 'told', command })) as { told: object[] }
  // Python's library applies an update twice that comes with the first command of a thread.
  expect(told.filter((one) => (one as unknown) !== 'updated')).toHaveLength(3)
  expect(told).toEqual(expect.arrayContaining(['updated', { piece: 1 }, { piece: 2 }]))
  const one = { assistant_id: 'told', command: { goto: { node: 'take', input: { piece: 3 } } } }
  expect(await waited(thread, one)).toMatchObject({ told: [...told, { piece: 3 }] })
})

it.each([{ command: { goto: 'nowhere' } }, { command: { goto: { node: 'nowhere', input: {} } } }])(
  'a step to go to that the graph does not have is not passed over: %j',
  async (more) => {
    const thread = await h.thread()
    expect(await waited(thread, { assistant_id: 'steps', ...more })).toEqual({
      __error__: {
        error: 'Error',
        message: `The graph has no step “nowhere”, which the run names in goto.`,
      },
    })
    expect(await history(thread)).toEqual([])
  },
)

it('config, context and metadata reach a step and the checkpoints; the recursion limit holds', async () => {
  const thread = await h.thread()
  const { told } = await waited(thread, {
    assistant_id: 'told',
    input: {},
    metadata: { by: 'request' },
    context: { mood: 'good' },
    config: {
      tags: ['tagged'],
      recursion_limit: 7,
      configurable: { color: 'red' },
      metadata: { from: 'config' },
    },
  })
  expect(told).toMatchObject([
    {
      configurable: { color: 'red', thread_id: thread, graph_id: 'told' },
      context: { mood: 'good' },
      metadata: { by: 'request', from: 'config', run_attempt: 1 },
      tags: expect.arrayContaining(['tagged']),
      recursionLimit: 7,
    },
  ])
  const kept = { graph_id: 'told', run_attempt: 1, by: 'request', from: 'config' }
  expect((await h.state(thread)).metadata).toMatchObject(kept)
  const endless = { assistant_id: 'endless', input: {}, config: { recursion_limit: 3 } }
  const at = await h.thread()
  expect(await waited(at, endless)).toMatchObject({ __error__: { error: 'GraphRecursionError' } })
  expect((await h.state(at)).values).toEqual({ rounds: 3 })
})

it('a place to stop at that the graph does not have is passed over, the others are kept', async () => {
  const thread = await h.thread()
  const first = { assistant_id: 'steps', input: {}, interrupt_before: ['inner', 'nowhere'] }
  expect(await waited(thread, first)).toMatchObject({ log: ['first', 'second', 'third'] })
  const next = { ...first, interrupt_before: null, interrupt_after: ['nowhere', 'first'] }
  await waited(thread, next)
  expect(await h.state(thread)).toMatchObject({ next: ['second'] })
})

it('a run can stop before and after every step, and goes on without input', async () => {
  const thread = await h.thread()
  const stops = { assistant_id: 'steps', interrupt_after: '*' }
  await waited(thread, { ...stops, input: {} })
  expect(await h.state(thread)).toMatchObject({ values: { log: ['first'] }, next: ['second'] })
  await waited(thread, { assistant_id: 'steps', interrupt_before: '*' })
  expect(await h.state(thread)).toMatchObject({ values: { log: ['first', 'second'] } })
  await waited(thread, stops)
  expect(await h.state(thread)).toMatchObject({ values: { log: ['first', 'second', 'third'] } })
})

it.each([
  ['sync', 5],
  ['async', 5],
  ['exit', 1],
])('durability %s leaves %i checkpoints of three steps', async (durability, count) => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'steps', input: {}, durability })
  expect(await history(thread)).toHaveLength(count)
})

it('a fork goes on from its checkpoint, with a command too', async () => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'steps', input: {} })
  const [, , afterFirst] = await history(thread)
  expect(afterFirst?.values).toMatchObject({ log: ['first'] })
  const { checkpoint } = afterFirst ?? {}
  const command = { update: { log: ['aside'] }, goto: 'third' }
  const forked = await waited(thread, { assistant_id: 'steps', checkpoint, command })
  expect(forked).toMatchObject({ log: expect.arrayContaining(['first', 'aside', 'third']) })
  expect((await history(thread)).length).toBeGreaterThan(5)
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
