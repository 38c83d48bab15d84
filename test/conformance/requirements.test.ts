/** Line by line what sections 2.4, 2.5, 2.8, 4.2 and 6 of the requirements say, over plain HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CancelOutcome, Run } from '../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { dataOf } from '../server/agent-server/sse.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', conversation: './conversation.ts:graph' },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

/** No step waits: what an earlier run of the thread waited for does not count. */
const input = { gates: {} }
const steps = { assistant_id: 'steps', input }
const result = { log: ['first', 'second', 'third'] }
const of = (run: Run) => `/threads/${run.thread_id}/runs/${run.run_id}`

/** A run that is working, until its gate is opened or it is stopped. */
async function working(thread?: string, more: object = {}): Promise<Run & { gate: string }> {
  const gate = randomUUID()
  const body = { ...steps, input: { gates: { second: gate } }, ...more }
  const run = await h.run(thread ?? (await h.thread()), body)
  await h.gates.arrived(gate)
  return { ...run, gate }
}

async function statusOf(run: Run): Promise<string | number> {
  const { status, body } = await h.getRun(run)
  return status === 200 ? body.status : status
}

/** True once the server holds that the run's client is gone: nothing of ours is left running then. */
const becomesInterrupted = (run: Run) => expect.poll(() => statusOf(run)).toBe('interrupted')

it('§2.4 a thread has its thread_id', async () => {
  const { body } = await h.call<object>('POST', '/threads', {})
  expect(body).toMatchObject({ thread_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
})

it('§2.4 a run has its run_id and a status: pending, running, interrupted', async () => {
  const first = await working()
  const second = await h.run(first.thread_id, steps)
  expect(second).toMatchObject({ run_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect([await statusOf(first), await statusOf(second)]).toEqual(['running', 'pending'])
  await h.call('POST', `${of(first)}/cancel?wait=true`)
  expect(await statusOf(first)).toBe('interrupted')
  expect((await h.ended(second)).status).toBe('success')
})

it('§2.5 assistant_id names the assistant, by its id or by its graph', async () => {
  const { body } = await h.call<{ assistant_id: string }>('GET', '/assistants/steps')
  for (const assistant_id of ['steps', body.assistant_id]) {
    const run = await h.run(await h.thread(), { assistant_id, input })
    expect((await h.ended(run)).assistant_id).toBe(body.assistant_id)
  }
})

it('§2.5 input holds messages with role and content', async () => {
  const thread = await h.thread()
  const messages = [{ role: 'user', content: 'hello' }]
  await h.ended(await h.run(thread, { assistant_id: 'conversation', input: { messages } }))
  expect((await h.state(thread)).values).toMatchObject({
    messages: [
      { type: 'human', content: 'hello' },
      { type: 'ai', content: 'You said: hello' },
    ],
  })
})

it('§2.5 stream_mode updates streams the updates', async () => {
  const body = { ...steps, stream_mode: 'updates' }
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  expect((await stream.rest()).map(({ event }) => event)).toEqual([
    'metadata',
    ...Array(3).fill('updates'),
  ])
})

it('§2.5 feedback_keys give one URL for each key', async () => {
  const body = { ...steps, feedback_keys: ['liked', 'disliked', 'liked'] }
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  const urls = dataOf<Record<string, string>>(await stream.until('feedback'))
  expect(Object.keys(urls)).toEqual(['liked', 'disliked'])
  expect(new Set(Object.values(urls)).size).toBe(2)
  await stream.rest()
})

it.each([
  ['enqueue', 'running', 'success', 6],
  ['interrupt', 'interrupted', 'success', 4],
  ['rollback', 404, 'success', 3],
] as const)(
  '§2.5 multitask_strategy %s: the first run is then %s',
  async (multitask_strategy, first, second, steps_done) => {
    const one = await working()
    const two = await h.run(one.thread_id, { ...steps, multitask_strategy })
    if (multitask_strategy === 'enqueue') {
      expect([await statusOf(one), await statusOf(two)]).toEqual([first, 'pending'])
      h.gates.open(one.gate)
    }
    expect((await h.ended(two)).status).toBe(second)
    if (multitask_strategy !== 'enqueue') expect(await statusOf(one)).toBe(first)
    const { log } = (await h.state(one.thread_id)).values as { log: string[] }
    expect(log).toHaveLength(steps_done)
  },
)

it('§2.5 multitask_strategy reject: the second run is refused, the first goes on', async () => {
  const one = await working()
  const refused = await h.call('POST', `/threads/${one.thread_id}/runs`, {
    ...steps,
    multitask_strategy: 'reject',
  })
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.any(String) } })
  h.gates.open(one.gate)
  expect((await h.ended(one)).status).toBe('success')
})

it('§2.5 on_disconnect cancel: the run is cancelled when its client goes', async () => {
  const gate = randomUUID()
  const body = { ...steps, input: { gates: { second: gate } }, on_disconnect: 'cancel' }
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  const run = dataOf<Run>(await stream.next())
  await h.gates.arrived(gate)
  await h.drop(stream)
  await becomesInterrupted(run)
})

it('§2.8 thread_id with run_ids cancels these runs of that thread', async () => {
  const [one, two, other] = [await working(), await working(), await working()]
  const { thread_id } = one
  const body = { thread_id, run_ids: [one.run_id, two.run_id] }
  const answer = await h.call<{ runs: CancelOutcome[] }>('POST', '/runs/cancel?wait=true', body)
  expect(answer.body.runs.map(({ outcome }) => outcome)).toEqual(['cancelled', 'not_found'])
  expect(await Promise.all([one, two, other].map(statusOf))).toEqual([
    'interrupted',
    'running',
    'running',
  ])
  for (const { gate } of [two, other]) h.gates.open(gate)
  await Promise.all([two, other].map((run) => h.ended(run)))
})

it.each([
  ['pending', ['running', 'interrupted']],
  ['running', ['interrupted', 'success']],
  ['all', ['interrupted', 'interrupted']],
] as const)('§2.8 status %s cancels such runs on all threads', async (status, after) => {
  const pairs = await Promise.all(
    [1, 2].map(async () => {
      const one = await working()
      return { one, two: await h.run(one.thread_id, steps) }
    }),
  )
  const answer = await h.call('POST', '/runs/cancel?wait=true', { status })
  expect(answer.status).toBe(200)
  for (const { one, two } of pairs) {
    const second = after[1] === 'success' ? (await h.ended(two)).status : await statusOf(two)
    expect([await statusOf(one), second]).toEqual(after)
    h.gates.open(one.gate)
    await h.ended(one)
  }
})

it('§4.2 POST /threads takes an empty object and answers with thread_id', async () => {
  expect(await h.call('POST', '/threads', {})).toMatchObject({
    status: 200,
    body: { thread_id: expect.any(String) },
  })
})

it('§4.2 POST /threads/{thread_id}/runs creates a run and answers with run_id', async () => {
  const more = { multitask_strategy: 'enqueue', feedback_keys: ['k'] }
  const run = await h.run(await h.thread(), { ...steps, ...more })
  expect(run).toMatchObject({ run_id: expect.any(String), multitask_strategy: 'enqueue' })
  expect((await h.ended(run)).status).toBe('success')
})

it('§4.2 GET /threads/{thread_id}/runs lists the runs, each with run_id and status', async () => {
  const thread = await h.thread()
  const run = await h.ended(await h.run(thread, steps))
  expect((await h.call('GET', `/threads/${thread}/runs`)).body).toMatchObject([
    { run_id: run.run_id, status: 'success' },
  ])
})

it('§4.2 GET /threads/{thread_id}/runs/{run_id} has the status, and fails once the run is deleted', async () => {
  const run = await working()
  expect(await h.getRun(run)).toMatchObject({ status: 200, body: { status: 'running' } })
  await h.call('POST', `${of(run)}/cancel?action=rollback&wait=true`)
  expect(await h.getRun(run)).toMatchObject({ status: 404, body: { detail: expect.any(String) } })
})

it('§4.2 POST /threads/{thread_id}/runs/wait answers with the output', async () => {
  const body = { ...steps, on_disconnect: 'cancel' }
  const answer = await h.call('POST', `/threads/${await h.thread()}/runs/wait`, body)
  expect(answer).toMatchObject({ status: 200, body: result })
})

it('§4.2 POST /threads/{thread_id}/runs/stream takes on_disconnect in the query', async () => {
  const gate = randomUUID()
  const body = { ...steps, input: { gates: { first: gate } } }
  const path = `/threads/${await h.thread()}/runs/stream?on_disconnect=cancel`
  const stream = await h.stream('POST', path, body)
  const run = dataOf<Run>(await stream.next())
  await h.gates.arrived(gate)
  await h.drop(stream)
  await becomesInterrupted(run)
})

it('§4.2 GET /threads/{thread_id}/runs/{run_id}/join waits for the run', async () => {
  const run = await working()
  const joined = h.call('GET', `${of(run)}/join`)
  h.gates.open(run.gate)
  expect(await joined).toMatchObject({ status: 200, body: result })
})

it('§4.2 GET /threads/{thread_id}/runs/{run_id}/stream joins the run and streams it', async () => {
  const run = await working(undefined, { stream_mode: 'updates' })
  const stream = await h.stream('GET', `${of(run)}/stream`)
  expect(dataOf<Run>(await stream.next()).run_id).toBe(run.run_id)
  h.gates.open(run.gate)
  expect((await stream.rest()).at(-1)?.data).toEqual({ third: { log: ['third'] } })
})

it.each(['join', 'stream'])('§4.2 rule 3 cancel_on_disconnect=cancel on %s', async (kind) => {
  const run = await working()
  const stream = await h.stream('GET', `${of(run)}/${kind}?cancel_on_disconnect=cancel`)
  await h.drop(stream)
  await becomesInterrupted(run)
})

it.each([
  ['', 'interrupted'],
  ['?action=interrupt', 'interrupted'],
  ['?action=rollback', 404],
])('§4.2 POST /threads/{thread_id}/runs/{run_id}/cancel%s', async (query, after) => {
  const run = await working()
  expect((await h.call('POST', `${of(run)}/cancel${query}`)).status).toBe(202)
  await expect.poll(() => statusOf(run)).toBe(after)
})

it.each(['interrupt', 'rollback'])('§4.2 POST /runs/cancel?action=%s', async (action) => {
  const run = await working()
  const body = { thread_id: run.thread_id, run_ids: [run.run_id] }
  expect((await h.call('POST', `/runs/cancel?action=${action}&wait=true`, body)).status).toBe(200)
  expect(await statusOf(run)).toBe(action === 'interrupt' ? 'interrupted' : 404)
})

it('§4.2 rule 4 an enqueued run waits its turn', async () => {
  const one = await working()
  const two = await h.run(one.thread_id, { ...steps, multitask_strategy: 'enqueue' })
  expect(await statusOf(two)).toBe('pending')
  h.gates.open(one.gate)
  expect((await h.ended(two)).status).toBe('success')
  const [first, second] = [(await h.getRun(one)).body, (await h.getRun(two)).body]
  expect(Date.parse(second.started_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(first.ended_at ?? ''),
  )
})

it('§6 events have the form event: <name>, data: <JSON>', async () => {
  const response = await fetch(`${h.url}/threads/${await h.thread()}/runs/stream`, {
    method: 'POST',
    headers: { 'x-api-key': 'test-key' },
    body: JSON.stringify({ ...steps, stream_mode: 'updates' }),
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const blocks = (await response.text()).trimEnd().split('\n\n')
  for (const block of blocks) expect(block).toMatch(/^id: \d+\nevent: [a-z]+\ndata: \{.*\}$/)
})

it('§6 the event feedback has one entry for each requested key: a pre-signed URL', async () => {
  const body = { ...steps, feedback_keys: ['user_score'] }
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  expect(dataOf(await stream.until('feedback'))).toEqual({
    user_score: expect.stringMatching(/^http/),
  })
  await stream.rest()
})

it('§6 the event updates has what each node changed', async () => {
  const body = { ...steps, stream_mode: 'updates' }
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  const updates = (await stream.rest()).filter(({ event }) => event === 'updates')
  expect(updates.map(({ data }) => data)).toEqual(
    ['first', 'second', 'third'].map((name) => ({ [name]: { log: [name] } })),
  )
})

it('§6 without feedback_keys there is no event feedback', async () => {
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, steps)
  expect((await stream.rest()).map(({ event }) => event)).not.toContain('feedback')
})
