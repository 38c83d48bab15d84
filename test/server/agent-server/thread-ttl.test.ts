import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { sweepExpiredThreads } from '../../../src/server/agent-server/threads/thread-ttl.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
/** By the server's clock, which moves only when a test says so. */
let nowMs = Date.parse('2030-01-01T00:00:00Z')
beforeAll(async () => {
  const graphs = { steps: './steps.ts:graph', deep: './patterns.ts:deep' }
  h = await startHarness({ graphs, now: () => new Date(nowMs) })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

async function made(body: object): Promise<Thread> {
  const { status, body: thread } = await h.call<Thread>('POST', '/threads', body)
  expect(status).toBe(200)
  return thread
}

/** The sweep as it is so many minutes later. */
async function sweep(minutes: number): Promise<void> {
  nowMs += minutes * 60_000
  await sweepExpiredThreads(h.database, new Date(nowMs))
}

const isThere = async ({ thread_id }: Thread) =>
  (await h.call('GET', `/threads/${thread_id}?include=ttl`)).status === 200

async function history({ thread_id }: Thread): Promise<ThreadState[]> {
  return (await h.call<ThreadState[]>('GET', `/threads/${thread_id}/history`)).body
}

async function ran(thread: Thread): Promise<void> {
  const run = await h.run(thread.thread_id, { assistant_id: 'steps', input: {} })
  expect((await h.ended(run)).status).toBe('success')
}

it('a thread goes when its time is over, counted from when that was said, and tells it', async () => {
  const kept = await made({})
  const short = await made({ ttl: { ttl: 10 } })
  const renewed = await made({ ttl: { ttl: 10, strategy: 'delete' } })
  const freed = await made({ ttl: { ttl: 10 } })
  const expires_at = new Date(nowMs + 600_000).toISOString()
  expect(short.ttl).toEqual({ ttl: 10, strategy: 'delete', expires_at })
  expect(kept).not.toHaveProperty('ttl')
  await sweep(9)
  await h.call('PATCH', `/threads/${renewed.thread_id}`, { ttl: { ttl: 10 } })
  await h.call('PATCH', `/threads/${freed.thread_id}`, { ttl: null })
  // What says nothing of the time changes nothing of it.
  await h.call('PATCH', `/threads/${short.thread_id}`, { metadata: { a: 1 } })
  expect(await isThere(short)).toBe(true)
  await sweep(1)
  expect(await Promise.all([kept, short, renewed, freed].map(isThere))).toEqual([
    true,
    false,
    true,
    true,
  ])
  await sweep(9)
  expect(await Promise.all([renewed, freed].map(isThere))).toEqual([false, true])
})

it('a thread with a run that works or waits is left until that has ended', async () => {
  const thread = await made({ ttl: { ttl: 1 } })
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await h.run(thread.thread_id, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  await sweep(5)
  expect(await isThere(thread)).toBe(true)
  h.gates.open(gate)
  await h.ended(run)
  await sweep(0)
  expect(await isThere(thread)).toBe(false)
})

it('keep_latest leaves the newest state alone, again and again, and the thread goes on from there', async () => {
  const thread = await made({ ttl: { ttl: 10, strategy: 'keep_latest' } })
  await ran(thread)
  const [newest, ...older] = await history(thread)
  expect(older.length).toBeGreaterThan(3)
  await sweep(10)
  expect(await history(thread)).toEqual([newest])
  const rows = await h.database.query<{ count: number }>(
    'select count(*)::int as count from checkpoint_blobs where thread_id = $1',
    [thread.thread_id],
  )
  const left = rows[0]?.count ?? 0
  await ran(thread)
  expect((await h.state(thread.thread_id)).values).toEqual({
    log: ['first', 'second', 'third', 'first', 'second', 'third'],
  })
  await sweep(9)
  expect((await history(thread)).length).toBeGreaterThan(3)
  await sweep(1)
  expect(await history(thread)).toHaveLength(1)
  const after = await h.database.query<{ count: number }>(
    'select count(*)::int as count from checkpoint_blobs where thread_id = $1',
    [thread.thread_id],
  )
  expect(after[0]?.count).toBe(left)
})

it('keep_latest takes nothing from a run that works', async () => {
  const thread = await made({ ttl: { ttl: 1, strategy: 'keep_latest' } })
  const gate = randomUUID()
  const input = { gates: { third: gate } }
  const run = await h.run(thread.thread_id, { assistant_id: 'steps', input, durability: 'sync' })
  await h.gates.arrived(gate)
  const before = await history(thread)
  expect(before.length).toBeGreaterThan(2)
  await sweep(5)
  expect(await history(thread)).toEqual(before)
  h.gates.open(gate)
  await h.ended(run)
  await sweep(0)
  expect(await history(thread)).toHaveLength(1)
})

it('keep_latest leaves what a subgraph waits with, and the answer goes on from there', async () => {
  const thread = await made({ ttl: { ttl: 10, strategy: 'keep_latest' } })
  await h.ended(await h.run(thread.thread_id, { assistant_id: 'deep', input: { trail: [] } }))
  const { interrupts } = await h.state(thread.thread_id)
  expect(interrupts).toHaveLength(1)
  await sweep(10)
  expect(await history(thread)).toHaveLength(1)
  expect((await h.state(thread.thread_id)).interrupts).toEqual(interrupts)
  const inside = `/threads/${thread.thread_id}/state?subgraphs=true`
  expect((await h.call<ThreadState>('GET', inside)).body.tasks[0]?.state).toMatchObject({
    values: { trail: ['before'] },
    next: ['inner'],
  })
  const answer = { assistant_id: 'deep', command: { resume: 'yes' } }
  await h.ended(await h.run(thread.thread_id, answer))
  expect((await h.state(thread.thread_id)).values).toEqual({
    trail: ['before', 'before', 'asked:yes', 'after'],
  })
})

it('threads are pruned by their ids: deleted, or to their newest state; unknown ones are not counted', async () => {
  const [first, second, third] = [await made({}), await made({}), await made({})]
  for (const thread of [first, second]) await ran(thread)
  const prune = async (strategy: string | undefined, ...threads: Thread[]) => {
    const thread_ids = [...threads.map(({ thread_id }) => thread_id), randomUUID()]
    return (await h.call('POST', '/threads/prune', { thread_ids, strategy })).body
  }
  expect(await prune('keep_latest', first, first)).toEqual({ pruned_count: 1 })
  expect(await history(first)).toHaveLength(1)
  expect((await history(second)).length).toBeGreaterThan(3)
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  await h.run(third.thread_id, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  expect(await prune('keep_latest', third)).toEqual({ pruned_count: 0 })
  expect(await prune(undefined, second, third)).toEqual({ pruned_count: 2 })
  expect(await Promise.all([first, second, third].map(isThere))).toEqual([true, false, false])
  expect((await h.call('POST', '/threads/prune', { thread_ids: ['x'] })).status).toBe(422)
})

it('a search extracts parts by their paths, and sorts by when the state changed', async () => {
  const metadata = { group: randomUUID() }
  const [older, newer] = [await made({ metadata }), await made({ metadata })]
  nowMs += 1_000
  await ran(older)
  nowMs += 1_000
  await h.call('PATCH', `/threads/${newer.thread_id}`, { metadata: { touched: true } })
  const search = (more: object) =>
    h.call<Thread[]>('POST', '/threads/search', { metadata, select: ['thread_id'], ...more })
  const ids = async (sort_by: string) =>
    (await search({ sort_by })).body.map(({ thread_id }) => thread_id)
  expect(await ids('updated_at')).toEqual([newer.thread_id, older.thread_id])
  expect(await ids('state_updated_at')).toEqual([older.thread_id, newer.thread_id])
  const extract = { last: 'values.log[-1]', group: 'metadata.group', none: 'values.nothing[3]' }
  expect((await search({ extract, sort_by: 'state_updated_at' })).body).toEqual([
    {
      thread_id: older.thread_id,
      extracted: { last: 'third', group: metadata.group, none: null },
    },
    {
      thread_id: newer.thread_id,
      extracted: { last: null, group: metadata.group, none: null },
    },
  ])
  expect((await search({ extract: { all: 'secrets' } })).status).toBe(422)
})
