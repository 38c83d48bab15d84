import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
const isPython = process.env.QUARTERDECK_TEST_LANGUAGE === 'python'
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      chat: './chat.ts:graph',
      declared: './patterns.ts:declared',
      made: './patterns.ts:dynamic',
      choosy: './patterns.ts:choosy',
      ...(isPython ? { typed: './patterns.ts:typed', needy: './patterns.ts:needy' } : {}),
    },
  })
})
afterAll(() => h?.close())

const user = (content: unknown) => ({ role: 'user', content })
const refused: [string, unknown, (string | number)[]][] = [
  ['a role that nobody has', { messages: [user('Hi'), { role: 'nobody' }] }, ['messages', 1]],
  ['a message without anything', { messages: [{}] }, ['messages', 0]],
  ['a number in place of messages', { messages: 7 }, ['messages']],
  ['null in place of messages', { messages: null }, ['messages']],
  ['a text in place of fields', 'Hi', []],
  ['a list in place of fields', [user('Hi')], []],
]

describe.each(refused)('%s', (_name, input, place) => {
  it('is refused at the door', async () => {
    const thread = await h.thread()
    const body = { assistant_id: 'chat', input }
    for (const path of ['/runs', '/runs/wait', '/runs/stream']) {
      const answer = await h.call('POST', `/threads/${thread}${path}`, body)
      const detail = [{ loc: ['body', 'input', ...place], msg: expect.stringContaining('graph') }]
      expect(answer).toMatchObject({ status: 422, body: { detail } })
    }
    expect((await h.call('GET', `/threads/${thread}/runs`)).body).toEqual([])
  })

  it('of a run for later ends the run, and the thread can be read, written and gone on with', async () => {
    const thread = await h.thread()
    const later = { assistant_id: 'chat', input, after_seconds: 0.001 }
    expect(await h.ended(await h.run(thread, later))).toMatchObject({ status: 'error' })
    await goesOn(thread, { messages: [] })
  })
})

it('what a graph cannot take from a command ends the run, and the thread goes on', async () => {
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id: 'chat', input: { messages: [user('Hi')] } }))
  const { values } = await h.state(thread)
  const command = { update: { messages: [{ role: 'nobody', content: 'x' }] }, goto: 'respond' }
  const run = await h.ended(await h.run(thread, { assistant_id: 'chat', command }))
  expect(run).toMatchObject({ status: 'error', error: expect.stringMatching(/nobody|coerce/) })
  await goesOn(thread, values)
})

it('what a graph takes is not refused, in whatever shape it is written', async () => {
  const wanted: unknown[] = [
    'Hi',
    ['Hi'],
    [['user', 'Hi']],
    [{ type: 'human', content: 'Hi' }],
    [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    [{ role: 'developer', content: 'Be brief.' }, user('Hi')],
    [{ role: 'user', content: 'Hi', name: 'Ann', additional_kwargs: {}, id: 'a' }],
    [{ role: 'tool', content: 'found', tool_call_id: 'call-1' }],
  ]
  for (const messages of wanted) {
    const input = { messages, unknown: 1 }
    const run = await h.ended(await h.run(await h.thread(), { assistant_id: 'chat', input }))
    expect(run, JSON.stringify(messages)).toMatchObject({ status: 'success' })
  }
  // Whether there is a message to remove depends on the thread.
  const thread = await h.thread()
  const first = { assistant_id: 'chat', input: { messages: [{ ...user('Hi'), id: 'one' }] } }
  await h.ended(await h.run(thread, first))
  const removal = { type: 'remove', id: 'one', content: '' }
  const run = await h.run(thread, { assistant_id: 'chat', input: { messages: [removal] } })
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
})

it('a graph that is made anew for each use is left to refuse by itself', async () => {
  const run = await h.run(await h.thread(), { assistant_id: 'made', input: 'Hi' })
  expect(await h.ended(run)).toMatchObject({ status: 'error' })
})

it.skipIf(isPython)('a schema that the graph reads its input by refuses what it says', async () => {
  const thread = await h.thread()
  const ask = (input: unknown) =>
    h.call<Run>('POST', `/threads/${thread}/runs/wait`, {
      assistant_id: 'declared',
      input,
      context: { tone: 'brief' },
    })
  expect(await ask({ topic: 7 })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'input', 'topic'] }] },
  })
  expect(await ask({ topic: 'sails' })).toMatchObject({ status: 200 })
})

it.runIf(isPython)(
  'a model of pydantic that the first step reads by refuses what it says',
  async () => {
    const thread = await h.thread()
    const ask = (input: unknown) =>
      h.call<Run>('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'typed', input })
    expect(await ask({ topic: 7, part: { title: 'One', pages: 'many' } })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'input', 'topic'], msg: expect.stringContaining('valid string') },
          {
            loc: ['body', 'input', 'part', 'pages'],
            msg: expect.stringContaining('valid integer'),
          },
        ],
      },
    })
    expect((await h.call('GET', `/threads/${thread}/runs`)).body).toEqual([])
    expect(await ask({ topic: 'sails', part: { title: 'One', pages: '3' } })).toMatchObject({
      body: { topic: 'sails, written' },
    })
    // What is missing is in the thread, and what is added to it may do; both are for the step to say.
    expect(await ask({ pages: 2 })).toMatchObject({ body: { topic: 'sails, written, written' } })
    const odd = await h.run(thread, { assistant_id: 'typed', input: { even: 3 } })
    expect(await h.ended(odd)).toMatchObject({ error: expect.stringContaining('is not even') })
  },
)

describe('33: a context that the graph’s schema refuses', () => {
  const input = { topic: 'sails' }
  const ask = (more: object) =>
    h.call('POST', '/runs/wait', { assistant_id: 'choosy', input, ...more })
  const faultsOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    ...(body as { detail: { loc: unknown[]; msg: string }[] }).detail.map(({ loc, msg }) => [
      loc.join('.'),
      msg,
    ]),
  ]

  it('is told at its place before the run', async () => {
    expect(faultsOf(await ask({ context: { tone: 7, depth: 'many' } }))).toEqual([
      422,
      ['body.context.tone', expect.stringMatching(/string|A text/)],
      ['body.context.depth', expect.stringMatching(/[Nn]umber|integer/)],
    ])
    const missing = 'This field is missing: the graph asks for it.'
    expect(faultsOf(await ask({ context: { depth: 2 } }))).toEqual([
      422,
      ['body.context.tone', missing],
    ])
    expect(faultsOf(await ask({}))).toEqual([422, ['body.config.configurable.tone', missing]])
    const config = { configurable: { tone: 7 } }
    expect(faultsOf(await ask({ config }))).toEqual([
      422,
      ['body.config.configurable.tone', expect.stringMatching(/string|A text/)],
    ])
    expect(await ask({ context: { tone: 'brief' } })).toMatchObject({
      body: { topic: 'sails, written' },
    })
    expect(await ask({ config: { configurable: { tone: 'brief' } } })).toMatchObject({
      status: 200,
    })
  })

  it('is told when an assistant is given it; what is missing may come with each run', async () => {
    const assistant = { graph_id: 'choosy', name: 'Brief' }
    const make = (more: object) =>
      h.call<{ assistant_id: string }>('POST', '/assistants', { ...assistant, ...more })
    const isString = expect.stringMatching(/string|A text/)
    expect(faultsOf(await make({ context: { tone: 7 } }))).toEqual([
      422,
      ['body.context.tone', isString],
    ])
    expect(faultsOf(await make({ config: { configurable: { tone: 7 } } }))).toEqual([
      422,
      ['body.config.configurable.tone', isString],
    ])
    const { status, body } = await make({ context: { depth: 2 } })
    expect(status).toBe(200)
    const path = `/assistants/${body.assistant_id}`
    expect(faultsOf(await h.call('PATCH', path, { context: { tone: 7 } }))).toEqual([
      422,
      ['body.context.tone', isString],
    ])
    expect(await h.call('PATCH', path, { name: 'Deep' })).toMatchObject({
      body: { context: { depth: 2 } },
    })
    const asked = { assistant_id: body.assistant_id, context: { tone: 'brief' } }
    expect(await ask(asked)).toMatchObject({ body: { topic: 'sails, written' } })
  })

  it('of an assistant that was made before its graph changed is told as the assistant’s', async () => {
    const { body } = await h.call<{ assistant_id: string }>('POST', '/assistants', {
      graph_id: 'choosy',
    })
    const { assistant_id } = body
    // As one has it whose graph took a text there.
    await h.database.query('update assistants set context = $2 where assistant_id = $1', [
      assistant_id,
      '{"tone": "brief", "depth": "many"}',
    ])
    expect(faultsOf(await ask({ assistant_id }))).toEqual([
      422,
      [
        'body.context.depth',
        expect.stringMatching(/(number|integer|A number).* The assistant has it so\.$/),
      ],
    ])
    expect(await ask({ assistant_id, context: { depth: 2 } })).toMatchObject({ status: 200 })
  })

  it.runIf(isPython)('a dataclass asks for what it needs', async () => {
    const needy = { assistant_id: 'needy' }
    expect(faultsOf(await ask(needy))).toEqual([
      422,
      ['body.config.configurable.tone', expect.stringContaining('missing')],
    ])
    expect(await ask({ ...needy, context: { tone: 7, more: 1 } })).toMatchObject({ status: 200 })
  })
})

/** The thread has the state that it had, in every way to read it, and takes an update and another run. */
async function goesOn(thread: string, values: unknown) {
  const state = await h.call<ThreadState>('GET', `/threads/${thread}/state`)
  expect(state).toMatchObject({ status: 200, body: { values } })
  const history = await h.call<ThreadState[]>('POST', `/threads/${thread}/history`, {})
  expect(history.status).toBe(200)
  expect(history.body[0]?.values).toEqual(values)
  expect(await h.getThread(thread)).toMatchObject({ status: 'error', values })
  const update = { values: { messages: [user('by hand')] }, as_node: '__start__' }
  expect(await h.call('POST', `/threads/${thread}/state`, update)).toMatchObject({ status: 200 })
  const again = await h.run(thread, { assistant_id: 'chat', input: { messages: [user('Hi')] } })
  expect(await h.ended(again)).toMatchObject({ status: 'success', error: null })
}
