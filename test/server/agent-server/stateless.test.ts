import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'
import { dataOf } from './sse.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      progress: './patterns.ts:progress',
      chat: './chat.ts:graph',
    },
  })
})
afterAll(() => h?.close())

/** Answers whether the thread is still there once it may go. */
async function isKept(thread: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { status } = await h.call('GET', `/threads/${thread}`)
    if (status === 404) return false
  }
  return true
}

it('a run without a thread is waited for, and its thread is gone afterwards', async () => {
  const body = { assistant_id: 'steps', input: {} }
  const answer = await h.call('POST', '/runs/wait', body)
  expect(answer).toMatchObject({ status: 200, body: { log: ['first', 'second', 'third'] } })
  const [, thread = ''] =
    /^\/threads\/([^/]+)\//.exec(answer.headers.get('content-location') ?? '') ?? []
  await expect.poll(() => h.call('GET', `/threads/${thread}`)).toMatchObject({ status: 404 })
})

it('its stream is that of any run; the thread is hidden from lists while it works', async () => {
  const gate = randomUUID()
  const before = (await h.call('POST', '/threads/count', {})).body
  const body = { assistant_id: 'progress', input: { gate }, stream_mode: 'custom' }
  const stream = await h.stream('POST', '/runs/stream', body)
  const { run_id, thread_id } = dataOf<Run>(await stream.next())
  expect(dataOf(await stream.until('custom'))).toEqual({ percent: 50 })
  expect((await h.call('POST', '/threads/count', {})).body).toBe(before)
  expect((await h.call<Thread[]>('POST', '/threads/search', { ids: [thread_id] })).body).toEqual([])
  const joined = await h.stream('GET', `/runs/${run_id}/stream`)
  expect(dataOf<Run>(await joined.next()).run_id).toBe(run_id)
  h.gates.open(gate)
  expect(dataOf(await stream.until('custom'))).toEqual({ percent: 100 })
  expect((await joined.rest()).map(({ event }) => event)).toEqual(['custom', 'custom'])
  await expect.poll(() => h.call('GET', `/threads/${thread_id}`)).toMatchObject({ status: 404 })
  expect(await h.call('GET', `/runs/${run_id}/stream`)).toMatchObject({ status: 404 })
})

it('on_completion keeps the thread, and its state', async () => {
  const body = { assistant_id: 'steps', input: {}, on_completion: 'keep' }
  const { body: run } = await h.call<Run>('POST', '/runs', body)
  await h.ended(run)
  expect(await isKept(run.thread_id)).toBe(true)
  expect((await h.state(run.thread_id)).values).toEqual({ log: ['first', 'second', 'third'] })
})

it('a stateless run is cancelled like any other, and takes its thread along', async () => {
  const gate = randomUUID()
  const input = { gates: { first: gate } }
  const { body: run } = await h.call<Run>('POST', '/runs', { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  const path = `/threads/${run.thread_id}/runs/${run.run_id}/cancel?wait=true`
  expect((await h.call('POST', path)).status).toBe(204)
  await expect.poll(() => h.getRun(run)).toMatchObject({ status: 404 })
})

it('a batch starts all runs in order, or none', async () => {
  const one = (name: string) => ({
    assistantId: 'steps',
    assistant_id: 'steps',
    input: { log: [name] },
    onCompletion: 'keep',
    metadata: { name },
  })
  const { body: runs } = await h.call<Run[]>('POST', '/runs/batch', [one('a'), one('b')])
  expect(runs.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b'])
  for (const run of runs) {
    expect(await h.ended(run)).toMatchObject({ status: 'success' })
    const { log } = (await h.state(run.thread_id)).values as { log: string[] }
    expect(log).toEqual([run.metadata?.name, 'first', 'second', 'third'])
  }
  const metadata = { graph_id: 'steps' }
  const count = async () => (await h.call('POST', '/threads/count', { metadata })).body
  const before = await count()
  for (const [faulty, status] of [
    [{ ...one('c'), assistant_id: 'nope', assistantId: 'nope' }, 404],
    [{ ...one('c'), checkpoint_id: 'x' }, 422],
    [{ ...one('c'), onDisconnect: 'cancel' }, 422],
  ] as const) {
    expect(await h.call('POST', '/runs/batch', [one('d'), faulty])).toMatchObject({ status })
  }
  expect(await h.call('POST', '/runs/batch', [])).toMatchObject({ status: 422 })
  expect(await count()).toBe(before)
})

it('§7 what a stateless run cannot have is 422 and named; an unknown assistant leaves no thread', async () => {
  const refused: [string, object, string][] = [
    ['/runs', { checkpoint_id: 'x' }, 'checkpoint_id'],
    ['/runs', { multitask_strategy: 'later' }, 'multitask_strategy'],
    ['/runs', { on_disconnect: 'cancel' }, 'on_disconnect'],
    ['/runs/wait', { checkpoint: { checkpoint_id: 'x' } }, 'checkpoint'],
    ['/runs/stream', { on_completion: 'burn' }, 'on_completion'],
  ]
  for (const [path, more, field] of refused) {
    const answer = await h.call('POST', path, { assistant_id: 'steps', input: {}, ...more })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain(field)
  }
  const threads = async () => h.database.query('select 1 from threads where is_temporary')
  const before = await threads()
  expect(await h.call('POST', '/runs', { assistant_id: 'nope' })).toMatchObject({ status: 404 })
  expect(await threads()).toHaveLength(before.length)
})

it('runs are listed in part, and deleted once they have ended', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const done = await h.ended(await h.run(thread, { assistant_id: 'steps', input: {} }))
  const input = { gates: { first: gate } }
  const run = await h.run(thread, { assistant_id: 'steps', input })
  const path = `/threads/${thread}/runs`
  const listed = await h.call('GET', `${path}?select=run_id&select=status&status=success`)
  expect(listed.body).toEqual([{ run_id: done.run_id, status: 'success' }])
  expect(await h.call('GET', `${path}?status=odd`)).toMatchObject({ status: 422 })
  expect(await h.call('DELETE', `${path}/${run.run_id}`)).toMatchObject({ status: 409 })
  h.gates.open(gate)
  await h.ended(run)
  const state = await h.state(thread)
  expect((await h.call('DELETE', `${path}/${run.run_id}`)).status).toBe(204)
  expect(await h.getRun(run)).toMatchObject({ status: 404 })
  expect(await h.state(thread)).toEqual(state)
})

it('§6 a joined stream has the events of the modes that were asked for', async () => {
  const thread = await h.thread()
  const input = { messages: [{ role: 'user', content: 'hi' }] }
  const stream_mode = ['messages-tuple', 'values', 'updates']
  const body = { assistant_id: 'chat', input, stream_mode, stream_resumable: true }
  const run = await h.run(thread, body)
  await h.ended(run)
  const kinds = async (query: string) => {
    const joined = await h.stream('GET', `/threads/${thread}/runs/${run.run_id}/stream${query}`)
    return [...new Set((await joined.rest()).map(({ event }) => event))]
  }
  expect(await kinds('')).toEqual(['metadata', 'values', 'messages', 'updates'])
  expect(await kinds('?stream_mode=updates')).toEqual(['metadata', 'updates'])
  expect(await kinds('?stream_mode=values&stream_mode=custom')).toEqual(['metadata', 'values'])
  expect(
    await h.call('GET', `/threads/${thread}/runs/${run.run_id}/stream?stream_mode=odd`),
  ).toMatchObject({ status: 422 })
})

it('§6 a stream that creates a run tells where it can be joined again', async () => {
  const stream = await h.stream('POST', '/runs/stream', { assistant_id: 'steps', input: {} })
  const { headers } = stream.response
  expect(headers.get('location')).toBe(`${headers.get('content-location')}/stream`)
  await stream.rest()
})

it('the stream of a thread has every run, one after the other, and goes on where it was', async () => {
  const thread = await h.thread()
  const all = await h.stream('GET', `/threads/${thread}/stream`)
  const work = (gate: string) => ({
    assistant_id: 'progress',
    input: { gate },
    stream_mode: 'custom',
    stream_resumable: true,
  })
  const [one, two] = [randomUUID(), randomUUID()]
  const first = await h.run(thread, work(one))
  const second = await h.run(thread, work(two))
  expect(dataOf<Run>(await all.next()).run_id).toBe(first.run_id)
  expect(dataOf(await all.next())).toEqual({ percent: 50 })
  const late = await h.stream('GET', `/threads/${thread}/stream`)
  expect(dataOf<Run>(await late.next()).run_id, 'those that are active, from their start').toBe(
    first.run_id,
  )
  h.gates.open(one)
  expect(dataOf(await all.next())).toEqual({ percent: 100 })
  expect(dataOf(await all.next())).toEqual({ run_id: first.run_id, status: 'run_done' })
  expect(dataOf<Run>(await all.next()).run_id).toBe(second.run_id)
  const half = await all.next()
  expect(half?.data).toEqual({ percent: 50 })
  const lifecycle = await h.stream(
    'GET',
    `/threads/${thread}/stream?stream_modes=lifecycle`,
    undefined,
    {
      'last-event-id': '-',
    },
  )
  h.gates.open(two)
  const done = { run_id: second.run_id, status: 'run_done' }
  expect(dataOf(await all.next())).toEqual({ percent: 100 })
  expect(dataOf(await all.next())).toEqual(done)
  const told = [await lifecycle.next(), await lifecycle.next(), await lifecycle.next()]
  expect(told.map((event) => dataOf<Run>(event).run_id)).toEqual([
    first.run_id,
    first.run_id,
    second.run_id,
  ])
  const again = await h.stream('GET', `/threads/${thread}/stream`, undefined, {
    'last-event-id': half?.id ?? '',
  })
  expect(dataOf(await again.next())).toEqual({ percent: 100 })
  expect(dataOf(await again.next())).toEqual(done)
  const third = await h.run(thread, { ...work(''), stream_mode: 'values' })
  expect(dataOf<Run>(await again.next()).run_id).toBe(third.run_id)
  for (const stream of [all, late, lifecycle, again]) await h.drop(stream)
  expect(await h.call('GET', `/threads/${randomUUID()}/stream`)).toMatchObject({ status: 404 })
  expect(await h.call('GET', `/threads/${thread}/stream?stream_modes=state_update`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'stream_modes'] }] },
  })
})

it('threads that a stopped process left behind are swept away', async () => {
  const { sweepTemporaryThreads } = await import(
    '../../../src/server/agent-server/threads/temporary-threads.ts'
  )
  const [old, young] = [randomUUID(), randomUUID()]
  for (const [id, minutes] of [
    [old, 10],
    [young, 0],
  ] as const) {
    await h.database.query(
      `insert into threads (thread_id, deployment_id, is_temporary, created_at, updated_at)
       select $1, $2, true, at, at from (select now() - $3::float8 * interval '1 minute' as at) t`,
      [id, h.deploymentId, minutes],
    )
  }
  await sweepTemporaryThreads(h.database, new Date())
  expect(await h.call('GET', `/threads/${old}`)).toMatchObject({ status: 404 })
  expect(await h.call('GET', `/threads/${young}`)).toMatchObject({ status: 200 })
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
