import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
let refuseFeedback = false
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      chat: './chat.ts:graph',
      approve: './approve.ts:graph',
      troubled: './troubled.ts:graph',
      plain: './plain.cjs:makeGraph',
    },
    issueFeedbackUrls: async ({ run_id, keys }) => {
      if (refuseFeedback) throw new Error('The tracing service is down.')
      return Object.fromEntries(keys.map((key) => [key, `http://tracing/${run_id}/${key}`]))
    },
  })
})
afterAll(() => h?.close())

async function waited<Body = Record<string, unknown>>(thread: string, body: object) {
  const answer = await h.call<Body>('POST', `/threads/${thread}/runs/wait`, body)
  expect(answer.status).toBe(200)
  return answer.body
}

const say = (content: string) => ({ messages: [{ role: 'user', content }] })

it('§2.5, §4.2 a run is created pending, with its address, and shows what was asked', async () => {
  const thread = await h.thread()
  const input = say('hi')
  const body = { assistant_id: 'chat', input, metadata: { by: 'test' }, feedback_keys: ['a', 'a'] }
  const created = await h.call<Run>('POST', `/threads/${thread}/runs`, body)
  const run = created.body
  expect(run).toMatchObject({
    thread_id: thread,
    status: 'pending',
    metadata: { by: 'test', graph_id: 'chat' },
    kwargs: { input, stream_mode: ['values'], feedback_keys: ['a'] },
    multitask_strategy: 'enqueue',
    end_reason: null,
    error: null,
  })
  expect(created.headers.get('content-location')).toBe(`/threads/${thread}/runs/${run.run_id}`)
  const ended = await h.ended(run)
  expect(ended).toMatchObject({ status: 'success', revision_id: h.revisionId })
  expect(Date.parse(ended.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(run.created_at))
})

it('§4.2 the runs of a thread are listed newest first, by page and by status', async () => {
  const thread = await h.thread()
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1) {
    const run = await h.run(thread, { assistant_id: 'steps', input: {} })
    await h.ended(run)
    ids.unshift(run.run_id)
  }
  const list = async (query: string) =>
    (await h.call<Run[]>('GET', `/threads/${thread}/runs${query}`)).body.map((run) => run.run_id)
  expect(await list('')).toEqual(ids)
  expect(await list('?limit=1&offset=1')).toEqual([ids[1]])
  expect(await list('?status=success')).toEqual(ids)
  expect(await list('?status=error')).toEqual([])
  expect((await h.call('GET', `/threads/${thread}/runs?limit=0`)).status).toBe(422)
  expect((await h.call('GET', `/threads/${randomUUID()}/runs`)).status).toBe(404)
})

it('§2.5 messages with role and content become messages of the graph, in a flat form', async () => {
  const thread = await h.thread()
  const values = await waited(thread, { assistant_id: 'chat', input: say('hi') })
  expect(values).toMatchObject({
    messages: [
      { type: 'human', content: 'hi', id: expect.any(String) },
      { type: 'ai', content: 'Hello', id: expect.any(String) },
    ],
  })
  expect((await h.state(thread)).values).toEqual(values)
  expect(await h.getThread(thread)).toMatchObject({
    values,
    summary: { first_message: 'hi', last_message: 'Hello', message_count: 2 },
  })
})

it('§4.2 wait and join answer JSON: the final values, also long after the end', async () => {
  const thread = await h.thread()
  const response = await h.call('POST', `/threads/${thread}/runs/wait`, {
    assistant_id: 'steps',
    input: { log: ['one'] },
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('content-location')).toMatch(`/threads/${thread}/runs/`)
  await waited(thread, { assistant_id: 'steps', input: { log: ['two'] } })
  const joined = await h.call('GET', `${response.headers.get('content-location')}/join`)
  expect(joined.body).toEqual({ log: ['one', 'first', 'second', 'third'] })
})

it('wait and join tell of a failure as __error__, and the run of it in a sentence', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'troubled', input: { trouble: 'throw' } }
  const failed = { __error__: { error: 'TypeError', message: 'planned failure' } }
  expect(await waited(thread, body)).toEqual(failed)
  const [run] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  expect(run).toMatchObject({ status: 'error', end_reason: 'failed', error: 'planned failure' })
  const path = `/threads/${thread}/runs/${run?.run_id}/join`
  expect((await h.call('GET', path)).body).toEqual(failed)
  expect(await h.getThread(thread)).toMatchObject({
    status: 'error',
    values: { log: ['prepared'] },
  })
  const state = await h.state(thread)
  expect(state).toMatchObject({ next: ['act'], tasks: [{ name: 'act' }] })
  expect(JSON.stringify(state.tasks[0]?.error)).toContain('planned failure')
  expect(JSON.stringify(state)).not.toContain('troubled.ts')
})

it('§2.6 wait and join carry the feedback URLs as __feedback__, also of a failed run', async () => {
  const thread = await h.thread()
  const feedback_keys = ['liked']
  const body = { assistant_id: 'steps', input: {}, feedback_keys }
  const urls = { liked: expect.stringMatching(/^http:\/\/tracing\/[0-9a-f-]+\/liked$/) }
  expect(await waited(thread, body)).toMatchObject({ log: expect.any(Array), __feedback__: urls })
  const failing = { assistant_id: 'troubled', input: { trouble: 'throw' }, feedback_keys }
  expect(await waited(await h.thread(), failing)).toMatchObject({
    __error__: expect.any(Object),
    __feedback__: urls,
  })
})

it('a tracing service that fails does not fail the run', async () => {
  refuseFeedback = true
  const body = { assistant_id: 'steps', input: {}, feedback_keys: ['liked'] }
  const values = await waited(await h.thread(), body)
  refuseFeedback = false
  expect(values).toEqual({ log: ['first', 'second', 'third'] })
  // Asked when the run began, and again for whoever reads it.
  const messages = h.errors.splice(0).map(({ message }) => message)
  expect(messages).toEqual(Array(2).fill('The tracing service is down.'))
})

it('§3 rule 2 a run that asks a human is a success; the thread is interrupted and shows the question', async () => {
  const thread = await h.thread()
  const values = await waited(thread, { assistant_id: 'approve', input: {} })
  const question = { id: expect.any(String), value: { question: 'Approve?' } }
  expect(values).toEqual({ plan: 'send mail', answers: [], __interrupt__: [question] })
  const state = await h.state(thread)
  expect(state).toMatchObject({ next: ['ask'], interrupts: [question] })
  expect(await h.getThread(thread)).toMatchObject({
    status: 'interrupted',
    interrupts: { [state.tasks[0]?.id ?? '']: [question] },
  })
  const second = await waited(thread, { assistant_id: 'approve', command: { resume: 'yes' } })
  expect(second).toMatchObject({ __interrupt__: [{ value: { question: 'Really?' } }] })
  const done = await waited(thread, { assistant_id: 'approve', command: { resume: 'sure' } })
  expect(done).toEqual({ plan: 'send mail', answers: ['yes', 'sure'] })
  expect(await h.getThread(thread)).toMatchObject({ status: 'idle', interrupts: nothing })
})

it.each([[false], [0], [''], [null], [{}], [[]]])('an answer may be %j', async (resume) => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'approve', input: {} })
  await waited(thread, { assistant_id: 'approve', command: { resume } })
  const done = await waited(thread, { assistant_id: 'approve', command: { resume } })
  expect(done).toEqual({ plan: 'send mail', answers: [resume, resume] })
})

it('an answer can be given by the id of its question', async () => {
  const thread = await h.thread()
  type Asked = { __interrupt__: { id: string }[] }
  const answerTo = ({ __interrupt__: [question] }: Asked) => ({
    assistant_id: 'approve',
    command: { resume: { [question?.id ?? '']: 'by id' } },
  })
  const first = await waited<Asked>(thread, { assistant_id: 'approve', input: {} })
  const second = await waited<Asked>(thread, answerTo(first))
  const done = await waited(thread, answerTo(second))
  expect(done).toMatchObject({ answers: ['by id', 'by id'] })
})

it('an answer that nobody waits for changes nothing', async () => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'steps', input: {} })
  const before = (await h.state(thread)).values
  for (const resume of ['yes', false]) {
    await waited(thread, { assistant_id: 'steps', command: { resume } })
  }
  expect((await h.state(thread)).values).toEqual(before)
})

it('a command can update the state and go to a node', async () => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'steps', input: { log: ['a'] } })
  const command = { update: { log: ['updated'] }, goto: 'third' }
  const values = await waited(thread, { assistant_id: 'steps', command })
  expect(values).toMatchObject({ log: ['a', 'first', 'second', 'third', 'updated', 'third'] })
  const send = { goto: { node: 'third', input: {} } }
  expect(await waited(thread, { assistant_id: 'steps', command: send })).toMatchObject({
    log: ['a', 'first', 'second', 'third', 'updated', 'third', 'third'],
  })
})

it('a run can start from an earlier checkpoint, and branches do not meet', async () => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'steps', input: { log: ['a'] } })
  const { body: states } = await h.call<ThreadState[]>('GET', `/threads/${thread}/history`)
  const early = states.find(({ next }) => next[0] === 'second')?.checkpoint
  await waited(thread, { assistant_id: 'steps', input: { log: ['branch one'] } })
  const values = await waited(thread, {
    assistant_id: 'steps',
    input: null,
    checkpoint: { checkpoint_id: early?.checkpoint_id },
  })
  expect(values).toEqual({ log: ['a', 'first', 'second', 'third'] })
  const other = await waited(thread, {
    assistant_id: 'steps',
    input: { log: ['branch two'] },
    checkpoint_id: early?.checkpoint_id,
  })
  expect(other).toMatchObject({ log: ['a', 'first', 'branch two', 'first', 'second', 'third'] })
})

it('§3 rollback of a fork brings the newest state back', async () => {
  const thread = await h.thread()
  await waited(thread, { assistant_id: 'steps', input: { log: ['a'] } })
  const before = await h.state(thread)
  const { body: states } = await h.call<ThreadState[]>('GET', `/threads/${thread}/history`)
  const checkpoint_id = states.find(({ next }) => next[0] === 'second')?.checkpoint?.checkpoint_id
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await h.run(thread, { assistant_id: 'steps', input, checkpoint_id })
  await h.gates.arrived(gate)
  await h.call('POST', `/threads/${thread}/runs/${run.run_id}/cancel?action=rollback&wait=true`)
  expect(await h.state(thread)).toEqual(before)
})

it('runs can stop before and after nodes', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'steps', input: {}, interrupt_before: ['second'] }
  await waited(thread, body)
  expect(await h.state(thread)).toMatchObject({ next: ['second'] })
  expect((await h.getThread(thread)).status).toBe('interrupted')
  await waited(thread, { assistant_id: 'steps', input: null, interrupt_after: '*' })
  expect(await h.state(thread)).toMatchObject({ next: ['third'] })
})

it('config, context, metadata and durability reach the graph', async () => {
  const thread = await h.thread()
  const values = await waited<{ messages: { content: string }[] }>(thread, {
    assistant_id: 'plain',
    input: say('hi'),
    config: { configurable: { greeting: 'hello' }, recursion_limit: 5, tags: ['t'] },
    durability: 'exit',
  })
  const told = JSON.parse(values.messages[1]?.content ?? '') as object
  expect(told).toEqual({ greeting: 'hello', thread, classes: [true] })
  const { body: states } = await h.call<unknown[]>('GET', `/threads/${thread}/history`)
  expect(states).toHaveLength(1)
  const short = { assistant_id: 'steps', input: {}, config: { recursion_limit: 1 } }
  expect(await waited(await h.thread(), short)).toMatchObject({
    __error__: { error: 'GraphRecursionError' },
  })
})

it('a CommonJS project gets messages of its own classes back from its state', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'plain', input: say('hi') }
  await waited(thread, body)
  const values = await waited<{ messages: { content: string }[] }>(thread, body)
  expect(JSON.parse(values.messages[3]?.content ?? '')).toMatchObject({
    classes: [true, true, true],
  })
})

it('a run without input on a thread without steps fails with a sentence', async () => {
  const values = await waited(await h.thread(), { assistant_id: 'steps' })
  expect(values).toMatchObject({ __error__: { message: expect.stringContaining('nothing to do') } })
})

it('if_not_exists creates the thread', async () => {
  const thread = randomUUID()
  const body = { assistant_id: 'steps', input: {} }
  expect(await h.call('POST', `/threads/${thread}/runs`, body)).toMatchObject({ status: 404 })
  expect(await waited(thread, { ...body, if_not_exists: 'create' })).toMatchObject({
    log: ['first', 'second', 'third'],
  })
})

it('§7 an unknown assistant is 404 with a sentence, and no run is created', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'nope', input: {} }
  for (const end of ['', '/stream', '/wait']) {
    expect(await h.call('POST', `/threads/${thread}/runs${end}`, body)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('“nope”') },
    })
  }
  expect((await h.call('GET', `/threads/${thread}/runs`)).body).toEqual([])
})

it.each([
  ['assistant_id', {}],
  ['assistant_id', { assistant_id: '' }],
  ['assistant_id', { assistant_id: 7 }],
  ['stream_mode', { stream_mode: 'everything' }],
  ['multitask_strategy', { multitask_strategy: 'later' }],
  ['on_disconnect', { on_disconnect: 'explode' }],
  ['feedback_keys', { feedback_keys: 'liked' }],
  ['feedback_keys', { feedback_keys: [''] }],
  ['webhook', { webhook: 'hook' }],
  ['after_seconds', { after_seconds: -5 }],
  ['command', { command: {} }],
  ['checkpoint_id', { checkpoint_id: 'none' }],
  ['checkpoint', { checkpoint: { thread_id: randomUUID(), checkpoint_id: 'x' } }],
  ['config', { config: { configurable: { checkpoint_id: 'none' } } }],
  ['config', { config: { recursion_limit: 0 } }],
] as const)('§7 a faulty %s is 422 and names the field: %j', async (field, more) => {
  const thread = await h.thread()
  const body = field === 'assistant_id' ? more : { assistant_id: 'steps', ...more }
  for (const end of ['', '/stream', '/wait']) {
    const answer = await h.call('POST', `/threads/${thread}/runs${end}`, body)
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining([field]), msg: expect.any(String) }] },
    })
  }
  expect((await h.call('GET', `/threads/${thread}/runs`)).body).toEqual([])
})

it('a thread is called by what a person said, not by what the agent wrote for itself (C5)', async () => {
  const thread = await h.thread()
  const human = (content: string, more: object = {}) => ({ type: 'human', content, ...more })
  await waited(thread, {
    assistant_id: 'chat',
    input: {
      messages: [
        human('A summary', { additional_kwargs: { lc_source: 'summarization' } }),
        human('Mind the tone', { id: 'do-not-render-1' }),
        { type: 'system', content: 'A summary for the system' },
        { type: 'ai', content: 'Welcome.' },
        human('And cups?'),
      ],
    },
  })
  expect(await h.getThread(thread)).toMatchObject({
    summary: { first_message: 'And cups?', last_message: 'Hello', message_count: 6 },
  })
})

it.each([
  ['in tags', '<think>Whom do I greet?</think>\n\nWelcome.'],
  [
    'in a part of its own',
    [
      { type: 'text', text: 'Whom do I greet?', thought: true },
      { type: 'text', text: 'Welcome.' },
    ],
  ],
])('what a model thought %s is not what was said (C14)', async (_where, content) => {
  const thread = await h.thread()
  const messages = [{ type: 'ai', content }]
  await waited(thread, { assistant_id: 'chat', input: { messages } })
  expect(await h.getThread(thread)).toMatchObject({ summary: { first_message: 'Welcome.' } })
  const asked = await h.thread()
  const question = { type: 'human', content: '<think> is a tag' }
  await waited(asked, { assistant_id: 'chat', input: { messages: [...messages, question] } })
  expect(await h.getThread(asked)).toMatchObject({
    summary: { first_message: '<think> is a tag' },
  })
})

it('texts that a jsonb column refuses come back as they were', async () => {
  const thread = await h.thread()
  const text = 'nul \u0000, half \ud83d, whole 😀, escape \\u0000'
  const values = await waited(thread, { assistant_id: 'steps', input: { log: [text] } })
  // No text in Python holds half a character.
  const isWhole = process.env.QUARTERDECK_TEST_LANGUAGE === 'python'
  const kept = isWhole ? text.replace('\ud83d,', '\ufffd,') : text
  expect(values).toMatchObject({ log: [kept, 'first', 'second', 'third'] })
  expect((await h.state(thread)).values).toEqual(values)
  expect((await h.getThread(thread)).values).toMatchObject({
    log: ['nul \ufffd, half \ufffd, whole 😀, escape \\u0000', 'first', 'second', 'third'],
  })
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
