/**
 * Every field of the published requests that make runs, threads and assistants: either it works, which a
 * row shows by its effect, or it is refused by name. What is passed over is not published, and told.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ThreadState } from '../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { log, onSteps, ran, some, waited } from './fields/asking.ts'
import { assistant, assistantRequests } from './fields/assistant-fields.ts'
import { runRequests } from './fields/run-fields.ts'
import { threadRequests } from './fields/thread-fields.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      told: './modes.ts:told',
      deep: './patterns.ts:deep',
    },
    webhookPausesMs: [1],
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const tables = { ...runRequests, ...threadRequests, ...assistantRequests }
async function refusal(at: string, body: object): Promise<unknown> {
  const [method = '', path = ''] = at.split(' ')
  const { status, body: answer } = await h.call<{ detail: { loc: unknown[] }[] }>(
    method,
    path.replace(some, await h.thread()),
    body,
  )
  return [status, answer.detail[0]?.loc.slice(0, 2)]
}

describe.each(Object.entries(tables))('§2.5, §4.2 %s', (name, table) => {
  const { at, base, effects, faulty } = table
  const told = table.published.split(/\s+/)

  it('has every published field in the tables below', () => {
    const works = Object.keys(effects)
    expect(told.filter((field) => !works.includes(field))).toEqual([])
  })

  // Those of every run are shown once.
  const own = name === 'RunCreateStateless' ? { on_completion: effects.on_completion } : effects
  it.each(Object.entries(own))('%s has its effect', (_field, shows) => shows?.(h))

  it('§7 a faulty value is 422 under the name of its field, and a field that is not known is told', async () => {
    for (const [field, value] of Object.entries(faulty)) {
      expect(await refusal(at, { ...base, [field]: value })).toEqual([422, ['body', field]])
    }
    const [method = '', path = ''] = at.split(' ')
    const answer = await h.call(method, path.replace(some, await h.thread()), {
      ...base,
      unheard_of: 1,
    })
    expect(JSON.stringify(answer.body)).not.toContain('unheard_of')
    expect(answer.headers.get('quarterdeck-ignored-fields')).toBe('unheard_of')
  })
})

it.each([
  ['a goto of no step', { goto: '' }, 'goto'],
  ['a goto that is no step', { goto: [5] }, 'goto'],
  ['a goto without a node', { goto: { input: {} } }, 'goto'],
  ['a goto with two inputs', { goto: { node: 'first', input: 1, args: 2 } }, 'goto'],
  ['an update that is a text', { update: 'log' }, 'update'],
  ['an update of no pairs', { update: ['log'] }, 'update'],
])('§7 a command with %s is 422 and names the part', async (_what, command, part) => {
  const path = `/threads/${await h.thread()}/runs`
  const answer = await h.call('POST', path, { assistant_id: 'steps', command })
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: expect.arrayContaining(['body', 'command', part]) }] },
  })
})

it.each([
  ['a command that says nothing', { command: { goto: null } }, ['command']],
  [
    'two checkpoints',
    { checkpoint: { checkpoint_id: 'a' }, checkpoint_id: 'b' },
    ['checkpoint_id'],
  ],
  [
    'a map of no checkpoint',
    { checkpoint: { checkpoint_map: {} } },
    ['checkpoint', 'checkpoint_map'],
  ],
])('§7 %s is 422, as one of them would be passed over', async (_what, more, field) => {
  const path = `/threads/${await h.thread()}/runs`
  expect(await h.call('POST', path, { assistant_id: 'steps', ...more })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', ...field] }] },
  })
})

it.each(['steps', 'told'])(
  'the ids of the run, or of the one that it was called in, may be told in its config',
  async (graph_id) => {
    const thread = await h.thread()
    const thread_id = graph_id === 'steps' ? thread : some
    const config = { configurable: { thread_id, graph_id } }
    expect(await waited(h, thread, { ...onSteps, config })).toMatchObject({ log })
  },
)

it('§7 a mode of a thread’s stream that is not supported is 422', async () => {
  const path = `/threads/${await h.thread()}/stream?stream_modes=state_update`
  expect(await h.call('GET', path)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'stream_modes'] }] },
  })
})

it('what is published as a query works as one', async () => {
  const { assistant_id } = await assistant(h, { name: 'One' })
  await h.call('PATCH', `/assistants/${assistant_id}`, { name: 'Two' })
  const latest = await h.call('POST', `/assistants/${assistant_id}/latest?version=1`)
  expect(latest.body).toMatchObject({ name: 'One' })
  const thread = await ran(h, { assistant_id: 'deep', input: { trail: [] } })
  const { checkpoint } = await h.state(thread)
  const path = `/threads/${thread}/state/checkpoint?subgraphs=true`
  const { body } = await h.call<ThreadState>('POST', path, { checkpoint })
  expect(body.tasks[0]?.state).toMatchObject({ next: ['inner'] })
})
