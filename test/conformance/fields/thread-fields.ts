import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { Harness } from '../../server/agent-server/harness.ts'
import { type Effects, type FieldTable, history, log, onSteps, ran, some } from './asking.ts'

/** Threads that differ in one word of their metadata, found by it. */
async function found(h: Harness, search: object, word: string = randomUUID()): Promise<Thread[]> {
  const body = { metadata: { word }, ...search }
  return (await h.call<Thread[]>('POST', '/threads/search', body)).body
}

async function threads(h: Harness, count: number): Promise<{ word: string; ids: string[] }> {
  const word = randomUUID()
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { body } = await h.call<Thread>('POST', '/threads', { metadata: { word } })
    ids.push(body.thread_id)
  }
  return { word, ids }
}

const idsOf = (list: Thread[]) => list.map(({ thread_id }) => thread_id)

async function foundByMetadata(h: Harness): Promise<void> {
  const { word, ids } = await threads(h, 1)
  expect(idsOf(await found(h, {}, word))).toEqual(ids)
}

const threadCreateEffects: Effects = {
  async thread_id(h) {
    const thread_id = randomUUID()
    expect((await h.call('POST', '/threads', { thread_id })).body).toMatchObject({ thread_id })
  },
  metadata: foundByMetadata,
  async if_exists(h) {
    const thread_id = await h.thread()
    expect((await h.call('POST', '/threads', { thread_id })).status).toBe(409)
    const again = { thread_id, if_exists: 'do_nothing' }
    expect((await h.call('POST', '/threads', again)).status).toBe(200)
  },
  async ttl(h) {
    const { body } = await h.call('POST', '/threads', { ttl: { ttl: 5, strategy: 'delete' } })
    expect(body).toMatchObject({ ttl: { ttl: 5, strategy: 'delete' } })
  },
  async supersteps(h) {
    const updates = [{ values: { log: ['written'] }, as_node: 'first' }]
    const body = { metadata: { graph_id: 'steps' }, supersteps: [{ updates }] }
    const { thread_id } = (await h.call<Thread>('POST', '/threads', body)).body
    expect(await h.state(thread_id)).toMatchObject({
      values: { log: ['written'] },
      next: ['second'],
    })
  },
}

const threadPatchEffects: Effects = {
  async ttl(h) {
    const patch = { ttl: { ttl: 5 } }
    expect((await h.call('PATCH', `/threads/${await h.thread()}`, patch)).body).toMatchObject(patch)
  },
  async metadata(h) {
    const { ids, word } = await threads(h, 1)
    const patch = { metadata: { more: 1 } }
    const { body } = await h.call('PATCH', `/threads/${ids[0]}`, patch)
    expect(body).toMatchObject({ metadata: { word, more: 1 } })
  },
}

const threadSearchEffects: Effects = {
  async ids(h) {
    const { word, ids } = await threads(h, 3)
    expect(idsOf(await found(h, { ids: ids.slice(0, 1) }, word))).toEqual(ids.slice(0, 1))
  },
  metadata: foundByMetadata,
  async values(h) {
    const thread = await ran(h, { ...onSteps, input: { log: [randomUUID()] } })
    const { values } = await h.getThread(thread)
    const search = { values }
    const { body } = await h.call<Thread[]>('POST', '/threads/search', search)
    expect(idsOf(body)).toEqual([thread])
  },
  async status(h) {
    const { word } = await threads(h, 1)
    expect(await found(h, { status: 'busy' }, word)).toEqual([])
    expect(await found(h, { status: 'idle' }, word)).toHaveLength(1)
  },
  async limit(h) {
    const { word } = await threads(h, 3)
    expect(await found(h, { limit: 2 }, word)).toHaveLength(2)
  },
  async offset(h) {
    const { word } = await threads(h, 3)
    expect(await found(h, { offset: 2 }, word)).toHaveLength(1)
  },
  async sort_by(h) {
    const { word, ids } = await threads(h, 3)
    const sorted = await found(h, { sort_by: 'thread_id', sort_order: 'asc' }, word)
    expect(idsOf(sorted)).toEqual([...ids].sort())
  },
  async sort_order(h) {
    const { word, ids } = await threads(h, 3)
    const sorted = await found(h, { sort_by: 'thread_id', sort_order: 'desc' }, word)
    expect(idsOf(sorted)).toEqual([...ids].sort().reverse())
  },
  async select(h) {
    const { word, ids } = await threads(h, 1)
    expect(await found(h, { select: ['thread_id'] }, word)).toEqual([{ thread_id: ids[0] }])
  },
}

const stateUpdateEffects: Effects = {
  async values(h) {
    const thread = await ran(h)
    await h.call('POST', `/threads/${thread}/state`, { values: { log: ['more'] } })
    expect((await h.state(thread)).values).toMatchObject({ log: [...log, 'more'] })
  },
  async as_node(h) {
    const thread = await ran(h)
    const update = { values: { log: [] }, as_node: 'first' }
    await h.call('POST', `/threads/${thread}/state`, update)
    expect((await h.state(thread)).next).toEqual(['second'])
  },
  async checkpoint(h) {
    const thread = await ran(h)
    const { checkpoint } = (await history(h, thread))[2] ?? {}
    const update = { values: { log: ['aside'] }, checkpoint }
    await h.call('POST', `/threads/${thread}/state`, update)
    expect((await h.state(thread)).values).toMatchObject({ log: ['first', 'aside'] })
  },
}

const historyEffects: Effects = {
  async limit(h) {
    expect(await history(h, await ran(h), { limit: 2 })).toHaveLength(2)
  },
  async before(h) {
    const thread = await ran(h)
    const [, second, third] = await history(h, thread)
    const before = second?.checkpoint
    expect((await history(h, thread, { before }))[0]?.checkpoint).toEqual(third?.checkpoint)
  },
  async metadata(h) {
    const thread = await ran(h)
    expect(await history(h, thread, { metadata: { step: 1 } })).toHaveLength(1)
  },
  async checkpoint(h) {
    const thread = await ran(h)
    const [, , third] = await history(h, thread)
    const found = await history(h, thread, { checkpoint: third?.checkpoint })
    expect(found.map(({ checkpoint }) => checkpoint)).toEqual([third?.checkpoint])
  },
}

/** Requests about threads and their states. */
export const threadRequests: Record<string, FieldTable> = {
  ThreadCreate: {
    at: 'POST /threads',
    base: {},
    published: 'thread_id metadata if_exists ttl supersteps',
    effects: threadCreateEffects,
    faulty: {
      thread_id: 'mine',
      metadata: 'a',
      if_exists: 'maybe',
      ttl: { ttl: 0 },
      supersteps: [{ updates: [{ values: {}, command: { update: {} }, as_node: 'first' }] }],
    },
  },
  ThreadPatch: {
    at: `PATCH /threads/${some}`,
    base: {},
    published: 'metadata ttl',
    effects: threadPatchEffects,
    faulty: { metadata: 5, ttl: { ttl: 5, strategy: 'burn' } },
  },
  ThreadSearchRequest: {
    at: 'POST /threads/search',
    base: {},
    published: 'ids metadata values status limit offset sort_by sort_order select',
    effects: threadSearchEffects,
    faulty: {
      ids: ['mine'],
      metadata: [],
      values: 5,
      status: 'asleep',
      limit: 0,
      offset: -1,
      sort_by: 'values',
      sort_order: 'up',
      select: ['context'],
    },
  },
  ThreadStateUpdate: {
    at: `POST /threads/${some}/state`,
    base: {},
    published: 'values checkpoint as_node',
    effects: stateUpdateEffects,
    faulty: { as_node: 5, checkpoint: { checkpoint_map: { a: 'b' } } },
  },
  ThreadStateSearch: {
    at: `POST /threads/${some}/history`,
    base: {},
    published: 'limit before metadata checkpoint',
    effects: historyEffects,
    faulty: {
      limit: 0,
      before: { checkpoint_ns: 'a' },
      metadata: 5,
      checkpoint: { thread_id: 'b' },
    },
  },
}
