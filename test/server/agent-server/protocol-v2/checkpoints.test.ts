import { randomUUID } from 'node:crypto'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProtocolResponse } from '../../../../src/contract/agent-server/protocol-v2/commands.ts'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'

/** Listing checkpoints and forking at one, as the newest published client asks for them. */
let h: Harness
let client: Client
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      approve: './approve.ts:graph',
      nested: './nested.ts:graph',
    },
  })
  client = new Client({ apiUrl: h.url, apiKey, callerOptions: { maxRetries: 0 } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const open = (thread: string, assistantId = 'steps') =>
  client.threads.stream(thread, { assistantId })

/** A thread whose run has ended. */
async function ranThread(assistant_id = 'steps', input: object = { log: ['begin'] }) {
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id, input }))
  return thread
}

const history = async (thread: string, body: object = {}) =>
  (await h.call<ThreadState[]>('POST', `/threads/${thread}/history`, body)).body
const idsOf = (states: ThreadState[]) => states.map(({ checkpoint }) => checkpoint?.checkpoint_id)
const runsOf = async (thread: string) =>
  (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
const logOf = (state: ThreadState) => (state.values as { log: string[] }).log

async function refusal(thread: string, method: string, params: object) {
  const at = `/threads/${thread}/commands`
  const { status, body } = await h.call<ProtocolResponse>('POST', at, { id: 3, method, params })
  expect(status).toBe(200)
  expect(body).toMatchObject({ type: 'error', id: 3 })
  return body as Extract<ProtocolResponse, { type: 'error' }>
}

it('checkpoints are listed newest first, with their times, steps and metadata', async () => {
  const thread = await ranThread()
  const { checkpoints } = await open(thread).state.listCheckpoints({ namespace: [] })
  const states = await history(thread)
  expect(checkpoints).toEqual(
    states.map(({ checkpoint, created_at, metadata }) => ({
      id: checkpoint?.checkpoint_id,
      timestamp: created_at,
      step: metadata?.step,
      metadata,
    })),
  )
  expect(checkpoints.map(({ step }) => step)).toEqual([3, 2, 1, 0, -1])
})

it('a list is as long as asked for, ten where nothing is said, and goes on before a checkpoint', async () => {
  const thread = await ranThread()
  for (let more = 0; more < 2; more += 1) {
    await h.ended(await h.run(thread, { assistant_id: 'steps', input: { log: ['more'] } }))
  }
  const { state } = open(thread)
  const ids = async (params: { limit?: number; before?: string }) =>
    (await state.listCheckpoints({ namespace: [], ...params })).checkpoints.map(({ id }) => id)
  const all = idsOf(await history(thread, { limit: 100 }))
  expect(all).toHaveLength(15)
  expect(await ids({})).toEqual(all.slice(0, 10))
  expect(await ids({ limit: 3 })).toEqual(all.slice(0, 3))
  expect(await ids({ limit: 3, before: all[2] ?? '' })).toEqual(all.slice(3, 6))
  expect(await ids({ limit: 1000 })).toEqual(all)
  expect(await ids({ before: all.at(-1) ?? '' })).toEqual([])
})

it('of a subgraph its own checkpoints are listed', async () => {
  const thread = await ranThread('nested', { trail: [] })
  const rows = await h.database.query<{ checkpoint_ns: string; checkpoint_id: string }>(
    `select checkpoint_ns, checkpoint_id from checkpoints
     where thread_id = $1 and checkpoint_ns <> '' order by checkpoint_id desc`,
    [thread],
  )
  const namespace = (rows[0]?.checkpoint_ns ?? '').split('|')
  const { checkpoints } = await open(thread, 'nested').state.listCheckpoints({ namespace })
  expect(checkpoints.map(({ id }) => id)).toEqual(rows.map(({ checkpoint_id }) => checkpoint_id))
  expect(rows.length).toBeGreaterThan(0)
})

it('a fork goes on from its checkpoint, and what was after it stays', async () => {
  const thread = await ranThread()
  const before = await history(thread)
  const afterFirst = before.find(({ next }) => next?.[0] === 'second')
  const checkpoint_id = afterFirst?.checkpoint?.checkpoint_id ?? ''
  const made = await open(thread).state.fork({ checkpoint_id })
  expect(made).toEqual({ run_id: expect.any(String), thread_id: thread })
  const [run] = await runsOf(thread)
  expect(run).toMatchObject({ run_id: made.run_id })
  expect(await h.ended(run as Run)).toMatchObject({ status: 'success' })
  expect(logOf(await h.state(thread))).toEqual(['begin', 'first', 'second', 'third'])
  const after = await history(thread, { limit: 100 })
  expect(idsOf(after).slice(-before.length)).toEqual(idsOf(before))
  // The first step after it hangs on the checkpoint itself.
  const forked = after.slice(0, after.length - before.length)
  expect(forked.at(-1)?.parent_checkpoint?.checkpoint_id).toBe(checkpoint_id)
})

it('a fork with an input begins with it, from the state of its checkpoint', async () => {
  const thread = await ranThread()
  const [newest] = await history(thread)
  await h.ended(await h.run(thread, { assistant_id: 'steps', input: { log: ['left out'] } }))
  const checkpoint_id = newest?.checkpoint?.checkpoint_id ?? ''
  const config = { configurable: { thread_id: thread } }
  await open(thread).state.fork({ checkpoint_id, input: { log: ['other'] }, config })
  const [run] = await runsOf(thread)
  await h.ended(run as Run)
  const once = ['first', 'second', 'third']
  expect(logOf(await h.state(thread))).toEqual(['begin', ...once, 'other', ...once])
})

it('a fork at a question asks it anew: its input is no answer', async () => {
  const thread = await ranThread('approve', {})
  const asked = await h.state(thread)
  expect(asked.next).toEqual(['ask'])
  const checkpoint_id = asked.checkpoint?.checkpoint_id ?? ''
  await open(thread, 'approve').state.fork({ checkpoint_id })
  const [run] = await runsOf(thread)
  await h.ended(run as Run)
  const state = await h.state(thread)
  expect(state.tasks?.flatMap(({ interrupts }) => interrupts ?? [])).toMatchObject([
    { value: { question: 'Approve?' } },
  ])
})

it('what is not there is refused by its name, and starts nothing', async () => {
  const thread = await ranThread()
  const other = await ranThread()
  const foreign = idsOf(await history(other))[0] ?? ''
  for (const checkpoint_id of [foreign, randomUUID(), 'no id', '../..', '%', "'"]) {
    expect(await refusal(thread, 'state.fork', { checkpoint_id }), checkpoint_id).toMatchObject({
      error: 'no_such_checkpoint',
      message: `The thread has no checkpoint ${checkpoint_id}.`,
    })
  }
  await expect(open(thread).state.fork({ checkpoint_id: foreign })).rejects.toThrow(
    `The thread has no checkpoint ${foreign}.`,
  )
  const nowhere = randomUUID()
  expect(await refusal(nowhere, 'state.fork', { checkpoint_id: foreign })).toMatchObject({
    error: 'no_such_run',
  })
  expect(await refusal(nowhere, 'state.listCheckpoints', {})).toMatchObject({
    error: 'invalid_argument',
    message: expect.stringContaining(nowhere),
  })
  // Neither made it.
  expect((await h.call('GET', `/threads/${nowhere}`)).status).toBe(404)
  expect(await runsOf(thread)).toHaveLength(1)
  // Of another thread nothing is listed, whatever is asked for before.
  const list = await open(thread).state.listCheckpoints({ namespace: [], before: foreign })
  const own = idsOf(await history(thread))
  expect(list.checkpoints.filter(({ id }) => !own.includes(id))).toEqual([])
})

it('a thread on which nothing has run has no checkpoints, and nothing to fork', async () => {
  const thread = await h.thread()
  expect(await open(thread).state.listCheckpoints({ namespace: [] })).toEqual({ checkpoints: [] })
  expect(await refusal(thread, 'state.fork', { checkpoint_id: randomUUID() })).toMatchObject({
    error: 'no_such_run',
  })
})

it.each([
  ['state.listCheckpoints', { limit: 0 }, 'params.limit'],
  ['state.listCheckpoints', { limit: 1001 }, 'params.limit'],
  ['state.listCheckpoints', { limit: 1.5 }, 'params.limit'],
  ['state.listCheckpoints', { limit: '3' }, 'params.limit'],
  ['state.listCheckpoints', { before: 4 }, 'params.before'],
  ['state.listCheckpoints', { namespace: 'writer' }, 'params.namespace'],
  ['state.fork', {}, 'params.checkpoint_id'],
  ['state.fork', { checkpoint_id: '' }, 'params.checkpoint_id'],
  ['state.fork', { checkpoint_id: null }, 'params.checkpoint_id'],
  ['state.fork', { checkpoint_id: ['one'] }, 'params.checkpoint_id'],
  ['state.fork', { checkpoint_id: 'one', config: 'fast' }, 'params.config'],
])('%s with %j names the field', async (method, params, field) => {
  const thread = await ranThread()
  expect(await refusal(thread, method, params)).toMatchObject({
    error: 'invalid_argument',
    message: expect.stringContaining(field),
  })
  expect(await runsOf(thread)).toHaveLength(1)
})
