import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Assistant } from '../../../src/contract/agent-server/assistants.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', nested: './nested.ts:graph', chat: './chat.ts:graph' },
  })
})
afterAll(() => h?.close())

async function ran(body: object = { assistant_id: 'steps', input: {} }): Promise<string> {
  const thread = await h.thread()
  await h.ended(await h.run(thread, body))
  return thread
}

it('§4.2 a thread is created from an empty object or no body, idle and without values', async () => {
  for (const body of [{}, undefined]) {
    const created = await h.call<Thread>('POST', '/threads', body)
    expect(created).toMatchObject({ status: 200, body: { status: 'idle', metadata: nothing } })
    expect(created.body).not.toHaveProperty('values')
    expect((await h.getThread(created.body.thread_id)).thread_id).toBe(created.body.thread_id)
  }
})

it('a thread may bring its id and metadata; a taken id is 409, or answered with do_nothing', async () => {
  const thread_id = randomUUID()
  const metadata = { user: 'ada', 'odd key': [1, null] }
  expect((await h.call('POST', '/threads', { thread_id, metadata })).body).toMatchObject({
    thread_id,
    metadata,
  })
  expect(await h.call('POST', '/threads', { thread_id })).toMatchObject({ status: 409 })
  const again = await h.call('POST', '/threads', { thread_id, if_exists: 'do_nothing' })
  expect(again).toMatchObject({ status: 200, body: { thread_id, metadata } })
})

it('metadata is merged by a patch', async () => {
  const { body } = await h.call<Thread>('POST', '/threads', { metadata: { a: 1, b: 1 } })
  const patched = await h.call<Thread>('PATCH', `/threads/${body.thread_id}`, {
    metadata: { b: 2, c: 3 },
  })
  expect(patched.body.metadata).toEqual({ a: 1, b: 2, c: 3 })
})

it('S10: a filter that filters nothing leaves out none, not even threads that never ran', async () => {
  const fresh = await h.thread()
  const answers = async (path: string, body: object) =>
    JSON.stringify((await h.call('POST', path, body)).body)
  for (const [path, nothing] of [
    ['/threads/search', { values: {} }],
    ['/threads/search', { metadata: {} }],
    ['/threads/count', { values: {} }],
    ['/threads/count', { metadata: {} }],
    ['/threads/find', { metadata: {} }],
    ['/runs/search', { metadata: {} }],
    ['/assistants/search', { metadata: {} }],
    ['/assistants/count', { metadata: {} }],
    ['/runs/crons/search', { metadata: {} }],
    ['/store/items/search', { filter: {} }],
  ] as const) {
    expect(await answers(path, nothing), path).toBe(await answers(path, {}))
  }
  expect(await answers('/threads/search', { values: {} })).toContain(fresh)
})

it('threads are found by metadata, values, status and ids, by page and in order', async () => {
  const group = randomUUID()
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1) {
    const metadata = { group, number }
    const { body } = await h.call<Thread>('POST', '/threads', { metadata })
    ids.push(body.thread_id)
  }
  const [first = '', second = '', third = ''] = ids
  const input = { log: [group] }
  await h.ended(await h.run(second, { assistant_id: 'steps', input }))
  const search = async (body: object) => {
    const found = await h.call<Thread[]>('POST', '/threads/search', body)
    expect(found.status).toBe(200)
    return found.body.map(({ thread_id }) => thread_id)
  }
  const metadata = { group }
  expect(await search({ metadata })).toEqual([third, second, first])
  expect(await search({ metadata, sort_by: 'created_at', sort_order: 'asc' })).toEqual(ids)
  expect(await search({ metadata, sort_by: 'updated_at', limit: 1 })).toEqual([second])
  expect(await search({ metadata, limit: 1, offset: 2 })).toEqual([first])
  expect(await search({ metadata: { group, number: 2 } })).toEqual([third])
  expect(await search({ values: { log: [group] } })).toEqual([second])
  expect(await search({ ids: [first, third], metadata })).toEqual([third, first])
  expect(await search({ metadata, status: 'busy' })).toEqual([])
  const gate = randomUUID()
  const run = await h.run(first, { assistant_id: 'steps', input: { gates: { first: gate } } })
  expect(await search({ metadata, status: 'busy' })).toEqual([first])
  h.gates.open(gate)
  await h.ended(run)
  expect(await search({ metadata, status: 'idle' })).toHaveLength(3)
  const selected = await h.call<Thread[]>('POST', '/threads/search', {
    metadata,
    select: ['thread_id', 'summary'],
    limit: 2,
  })
  expect(Object.keys(selected.body[0] ?? {})).toEqual(['thread_id'])
  expect(selected.headers.get('x-pagination-total')).toBe('3')
  expect(selected.headers.get('x-pagination-next')).toBe('2')
})

it('a deleted thread is gone with its runs and state; its working run is stopped', async () => {
  const thread = await ran()
  const gate = randomUUID()
  const run = await h.run(thread, { assistant_id: 'steps', input: { gates: { second: gate } } })
  await h.run(thread, { assistant_id: 'steps', input: {} })
  await h.gates.arrived(gate)
  expect(await h.call('DELETE', `/threads/${thread}`)).toMatchObject({ status: 204 })
  expect(await h.call('GET', `/threads/${thread}`)).toMatchObject({ status: 404 })
  expect(await h.getRun(run)).toMatchObject({ status: 404 })
  for (const table of ['runs', 'checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
    const left = await h.database.query(`select 1 from ${table} where thread_id = $1`, [thread])
    expect(left, table).toEqual([])
  }
})

it('the state has its shape, also on a thread that never ran', async () => {
  const thread = await ran()
  const run = (await h.call<{ run_id: string }[]>('GET', `/threads/${thread}/runs`)).body[0]
  const checkpoint = { thread_id: thread, checkpoint_ns: '', checkpoint_map: null }
  expect(await h.state(thread)).toMatchObject({
    values: { log: ['first', 'second', 'third'] },
    next: [],
    tasks: [],
    metadata: { source: 'loop', step: 3, run_id: run?.run_id, graph_id: 'steps' },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    checkpoint: { ...checkpoint, checkpoint_id: expect.any(String) },
    parent_checkpoint: { ...checkpoint, checkpoint_id: expect.any(String) },
    interrupts: [],
  })
  expect(await h.state(await h.thread())).toEqual({
    values: {},
    next: [],
    tasks: [],
    created_at: null,
    checkpoint: null,
    parent_checkpoint: null,
    interrupts: [],
  })
})

it('history is newest first, in pages', async () => {
  const thread = await ran()
  const page = async (query: string) =>
    (await h.call<ThreadState[]>('GET', `/threads/${thread}/history${query}`)).body
  const all = await page('')
  expect(all.map(({ metadata }) => metadata?.step)).toEqual([3, 2, 1, 0, -1])
  expect(all.map(({ next }) => next)).toEqual([[], ['third'], ['second'], ['first'], ['__start__']])
  expect(all[1]?.tasks[0]).toMatchObject({ name: 'third', result: { log: ['third'] } })
  const before = all[1]?.checkpoint?.checkpoint_id
  expect(await page(`?limit=2&before=${before}`)).toEqual(all.slice(2, 4))
  expect((await h.call('GET', `/threads/${thread}/history?limit=none`)).status).toBe(422)
  expect((await h.call('GET', `/threads/${await h.thread()}/history`)).body).toEqual([])
})

it('the state of a thread while its run works is that of the last completed step', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await h.run(thread, { assistant_id: 'steps', input, durability: 'sync' })
  await h.gates.arrived(gate)
  expect(await h.state(thread)).toMatchObject({ values: { log: ['first'] }, next: ['second'] })
  h.gates.open(gate)
  await h.ended(run)
})

it('each graph has one assistant from the start, found by id or by its graph', async () => {
  const search = (body: object) => h.call<Assistant[]>('POST', '/assistants/search', body)
  const all = (await search({})).body
  expect(
    all.map(({ graph_id }) => graph_id),
    'in the order of the project',
  ).toEqual(['steps', 'nested', 'chat'])
  const chat = all.at(-1)
  expect(chat).toMatchObject({ name: 'chat', version: 1, metadata: { created_by: 'system' } })
  for (const id of [chat?.assistant_id, chat?.assistant_id.toUpperCase(), 'chat']) {
    expect((await h.call('GET', `/assistants/${id}`)).body).toEqual(chat)
  }
  expect((await search({ graph_id: 'steps' })).body).toHaveLength(1)
  expect((await search({ name: 'EST' })).body.map(({ name }) => name)).toEqual(['nested'])
  expect((await search({ limit: 1, offset: 1 })).body.map(({ name }) => name)).toEqual(['nested'])
  expect(await h.call('GET', '/assistants/nope')).toMatchObject({ status: 404 })
  expect(await search({ limit: 0 })).toMatchObject({ status: 422 })
})

it('tells that it is up, and what it is', async () => {
  expect((await h.call('GET', '/ok')).body).toEqual({ ok: true })
  expect((await h.call('GET', '/info')).body).toMatchObject({
    version: expect.any(String),
    revision_id: h.revisionId,
  })
})

it('§5.3 every request needs the key, as X-Api-Key or as Bearer', async () => {
  const get = (headers: Record<string, string>, path = '/ok') =>
    fetch(`${h.url}${path}`, { headers })
  expect((await get({ 'X-Api-Key': apiKey })).status).toBe(200)
  expect((await get({ authorization: `Bearer ${apiKey}` })).status).toBe(200)
  for (const headers of [{}, { 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }]) {
    for (const path of ['/ok', '/threads/nope', '/nowhere']) {
      const refused = await get(headers as Record<string, string>, path)
      expect(refused.status).toBe(401)
      expect(await refused.json()).toEqual({ detail: expect.stringContaining('API key') })
    }
  }
})

it('§5.3 a page of another origin may call with the key: every answer lets it read what it needs', async () => {
  const origin = 'https://app.example'
  const preflight = await fetch(`${h.url}/threads`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'x-api-key, content-type, last-event-id',
    },
  })
  expect(preflight.status).toBe(204)
  const allowed = preflight.headers.get('access-control-allow-headers')
  expect(allowed?.toLowerCase().split(/, ?/)).toEqual([
    'x-api-key',
    'content-type',
    'last-event-id',
  ])
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  for (const [key, status] of [
    [apiKey, 200],
    ['wrong', 401],
  ] as const) {
    const answer = await fetch(`${h.url}/ok`, { headers: { origin, 'x-api-key': key } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase()
    expect(exposed).toContain('quarterdeck-ignored-fields')
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-location')
  }
})

it('§7 an unknown deployment or address is 404 with a detail', async () => {
  const elsewhere = await fetch(`${h.url.replace('fixtures', 'nope')}/ok`, {
    headers: { 'x-api-key': apiKey },
  })
  expect(elsewhere.status).toBe(404)
  expect(await elsewhere.json()).toEqual({ detail: expect.stringContaining('“nope”') })
  expect(await h.call('GET', '/nowhere')).toMatchObject({
    status: 404,
    body: { detail: expect.any(String) },
  })
})

it.each([
  ['GET', ''],
  ['GET', '/state'],
  ['GET', '/history'],
  ['GET', '/runs'],
  ['DELETE', ''],
  ['PATCH', ''],
])('§7 %s on an unknown thread%s is 404, on an id of the wrong form 422', async (method, end) => {
  const body = method === 'PATCH' ? { metadata: {} } : undefined
  expect(await h.call(method, `/threads/${randomUUID()}${end}`, body)).toMatchObject({
    status: 404,
    body: { detail: expect.any(String) },
  })
  expect(await h.call(method, `/threads/nope${end}`, body)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['path', 'thread_id'], msg: expect.any(String) }] },
  })
})

it('a thread of one deployment is none of another', async () => {
  const thread = await ran()
  await h.server.host.register({ id: randomUUID(), name: 'other' })
  const answer = await fetch(`${h.url.replace('fixtures', 'other')}/threads/${thread}`, {
    headers: { 'x-api-key': apiKey },
  })
  expect(answer.status).toBe(404)
})

it('while nothing serves, threads are readable and their state is 503 with a sentence', async () => {
  const id = randomUUID()
  await h.server.host.register({ id, name: 'silent' })
  const thread = randomUUID()
  await h.database.query(
    `insert into threads (thread_id, deployment_id, graph_id, "values", created_at, updated_at)
     values ($1, $2, 'steps', '{"log": ["kept"]}', now(), now())`,
    [thread, id],
  )
  const get = (path: string) =>
    fetch(`${h.url.replace('fixtures', 'silent')}/threads/${thread}${path}`, {
      headers: { 'x-api-key': apiKey },
    })
  expect(await (await get('')).json()).toMatchObject({ values: { log: ['kept'] } })
  const state = await get('/state')
  expect(state.status).toBe(503)
  expect(await state.json()).toEqual({ detail: expect.stringMatching(/\.$/) })
})

it('§7 malformed JSON and wrong types are 422 with their place', async () => {
  const response = await fetch(`${h.url}/threads`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: '{"metadata": ',
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ detail: [{ loc: ['body'] }] })
  for (const body of [{ metadata: 'x' }, { thread_id: 'x' }, []]) {
    expect(await h.call('POST', '/threads', body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.any(Array), msg: expect.any(String) }] },
    })
  }
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
