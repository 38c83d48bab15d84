import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Assistant } from '../../../src/contract/agent-server/assistants.ts'
import type { GraphDrawing, GraphSchemas } from '../../../src/contract/agent-server/graphs.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      chat: './chat.ts:graph',
      declared: './patterns.ts:declared',
      dynamic: './patterns.ts:dynamic',
      deep: './patterns.ts:deep',
    },
  })
})
afterAll(() => h?.close())

async function made(body: object): Promise<Assistant> {
  const answer = await h.call<Assistant>('POST', '/assistants', body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

async function found(path: string): Promise<Assistant> {
  const answer = await h.call<Assistant>('GET', `/assistants/${path}`)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

it('several assistants share a graph, each with its config, context and metadata', async () => {
  const config = { configurable: { steps: 3 }, tags: ['three'] }
  const three = await made({ graph_id: 'dynamic', name: 'Three', config, metadata: { a: 1 } })
  expect(three).toMatchObject({ graph_id: 'dynamic', name: 'Three', version: 1, config })
  expect(await found(three.assistant_id)).toEqual(three)
  expect((await found('dynamic')).assistant_id, 'the name is the graph’s own').not.toBe(
    three.assistant_id,
  )
  const outputs = []
  for (const assistant_id of ['dynamic', three.assistant_id]) {
    const { body } = await h.call('POST', '/runs/wait', { assistant_id, input: { trail: [] } })
    outputs.push(body)
  }
  expect(outputs).toEqual([{ trail: ['step_1'] }, { trail: ['step_1', 'step_2', 'step_3'] }])
})

it('a taken id is 409, or answered with do_nothing; an unknown graph is 422', async () => {
  const assistant_id = randomUUID()
  const first = await made({ assistant_id, graph_id: 'chat' })
  expect(first.name).toBe('Untitled')
  const again = { assistant_id, graph_id: 'steps', name: 'other' }
  expect(await h.call('POST', '/assistants', again)).toMatchObject({ status: 409 })
  expect(await made({ ...again, if_exists: 'do_nothing' })).toEqual(first)
  expect(await h.call('POST', '/assistants', { graph_id: 'nope' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'graph_id'] }] },
  })
})

it('a change makes a version; an earlier one can be set as the latest', async () => {
  const config = { configurable: { steps: 2 } }
  const { assistant_id } = await made({ graph_id: 'dynamic', name: 'One', metadata: { a: 1 } })
  const path = `/assistants/${assistant_id}`
  const second = await h.call<Assistant>('PATCH', path, { config, metadata: { b: 2 } })
  expect(second.body).toMatchObject({ version: 2, name: 'One', config, metadata: { a: 1, b: 2 } })
  await h.call('PATCH', path, { name: 'Three', description: 'third' })
  const versions = await h.call<Assistant[]>('POST', `${path}/versions`, {})
  expect(versions.body.map(({ version, name }) => [version, name])).toEqual([
    [3, 'Three'],
    [2, 'One'],
    [1, 'One'],
  ])
  const filtered = await h.call<Assistant[]>('POST', `${path}/versions`, {
    metadata: { b: 2 },
    limit: 1,
    offset: 1,
  })
  expect(filtered.body.map(({ version }) => version)).toEqual([2])
  const latest = await h.call<Assistant>('POST', `${path}/latest`, { version: 1 })
  expect(latest.body).toMatchObject({ version: 1, name: 'One', config: nothing, description: null })
  expect(await found(assistant_id)).toMatchObject({ version: 1 })
  const input = { trail: [] }
  expect((await h.call('POST', '/runs/wait', { assistant_id, input })).body).toEqual({
    trail: ['step_1'],
  })
  const fourth = await h.call<Assistant>('PATCH', path, { config })
  expect(fourth.body).toMatchObject({ version: 4, name: 'One' })
  expect(await h.call('POST', `${path}/latest`, { version: 9 })).toMatchObject({ status: 404 })
})

it('assistants are found, sorted, paged, counted and shown in part', async () => {
  const metadata = { group: randomUUID() }
  for (const name of ['Beta', 'alpha', 'Gamma']) await made({ graph_id: 'steps', name, metadata })
  const search = async (body: object) =>
    (await h.call<Assistant[]>('POST', '/assistants/search', { metadata, ...body })).body.map(
      ({ name }) => name,
    )
  expect(await search({})).toEqual(['Gamma', 'alpha', 'Beta'])
  expect(await search({ sort_by: 'name', sort_order: 'asc' })).toHaveLength(3)
  expect(await search({ sort_by: 'created_at', sort_order: 'asc', limit: 2 })).toEqual([
    'Beta',
    'alpha',
  ])
  expect(await search({ name: 'ALPH' })).toEqual(['alpha'])
  expect(await search({ graph_id: 'chat' })).toEqual([])
  const count = (body: object) => h.call('POST', '/assistants/count', body)
  expect((await count({ metadata })).body).toBe(3)
  expect((await count({ metadata, name: 'eta' })).body).toBe(1)
  const select = ['name', 'version']
  const selected = await h.call<Assistant[]>('POST', '/assistants/search', { metadata, select })
  expect(selected.body[0]).toEqual({ name: 'Gamma', version: 1 })
  expect(selected.headers.get('x-pagination-total')).toBe('3')
})

it('an assistant is deleted, with its threads if asked; that of a graph stays', async () => {
  const { assistant_id } = await made({ graph_id: 'steps' })
  const thread = await h.thread()
  const run = await h.run(thread, { assistant_id, input: {} })
  await h.ended(run)
  expect(await h.call('DELETE', '/assistants/steps')).toMatchObject({ status: 409 })
  const deleted = await h.call('DELETE', `/assistants/${assistant_id}?delete_threads=true`)
  expect(deleted.status).toBe(204)
  for (const path of [`/assistants/${assistant_id}`, `/threads/${thread}`]) {
    expect(await h.call('GET', path)).toMatchObject({ status: 404 })
  }
})

it('a run keeps what its assistant was when it was created', async () => {
  const { assistant_id } = await made({ graph_id: 'steps', context: { tone: 'calm' } })
  const thread = await h.thread()
  const run = await h.run(thread, { assistant_id, input: {}, context: { extra: 1 } })
  await h.call('PATCH', `/assistants/${assistant_id}`, { context: {} })
  expect((await h.ended(run)).kwargs).toMatchObject({ context: { tone: 'calm', extra: 1 } })
  expect((await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body).toHaveLength(1)
})

it('a graph is drawn, with its branches, and with its subgraphs opened', async () => {
  const drawing = async (path: string) =>
    (await h.call<GraphDrawing>('GET', `/assistants/${path}`)).body
  const plain = await drawing('declared/graph')
  expect(plain.nodes.map(({ id }) => id)).toEqual(['__start__', 'write', 'review', '__end__'])
  expect(plain.edges).toContainEqual(
    expect.objectContaining({ source: 'write', target: 'review', conditional: true, data: 'poor' }),
  )
  expect(plain.edges).toContainEqual(
    expect.objectContaining({ source: '__start__', target: 'write', conditional: false }),
  )
  const ids = async (xray: string) =>
    (await drawing(`deep/graph?xray=${xray}`)).nodes.map(({ id }) => id)
  expect(await ids('false')).toEqual(['__start__', 'outer', 'after', '__end__'])
  expect(await ids('1')).toContain('outer:before')
  expect(await ids('true'), 'a graph of one step is drawn as a step').toContain('outer:inner')
  expect(await h.call('GET', '/assistants/deep/graph?xray=perhaps')).toMatchObject({ status: 422 })
})

it('a graph made by a function is drawn as the assistant’s config makes it', async () => {
  const { assistant_id } = await made({
    graph_id: 'dynamic',
    config: { configurable: { steps: 4 } },
  })
  const { body } = await h.call<GraphDrawing>('GET', `/assistants/${assistant_id}/graph`)
  expect(body.nodes.map(({ id }) => id)).toContain('step_4')
})

it('a graph that fails to be made is told in its own words', async () => {
  const config = { configurable: { steps: 0 } }
  const { assistant_id } = await made({ graph_id: 'dynamic', config })
  expect(await h.call('GET', `/assistants/${assistant_id}/graph`)).toMatchObject({
    status: 502,
    body: { detail: 'The graph “dynamic” failed: at least one step is needed' },
  })
})

it('a graph tells its schemas: declared ones in full, others by the names of their fields', async () => {
  const schemas = async (id: string) =>
    (await h.call<GraphSchemas>('GET', `/assistants/${id}/schemas`)).body
  expect(await schemas('declared')).toMatchObject({
    graph_id: 'declared',
    state_schema: { type: 'object', properties: { topic: { type: 'string' } } },
    input_schema: { properties: { length: { type: 'number' } } },
    output_schema: { properties: { topic: { type: 'string' } } },
    context_schema: { properties: { tone: { type: 'string' } } },
  })
  expect(await schemas('chat')).toMatchObject({
    input_schema: { properties: { messages: { type: 'array', langgraph_type: 'messages' } } },
    config_schema: null,
  })
  expect((await schemas('steps')).state_schema).toMatchObject({
    properties: { log: expect.any(Object), gates: expect.any(Object) },
  })
})

it('subgraphs are told by namespace, deeper ones when asked', async () => {
  const names = async (path: string) =>
    Object.keys((await h.call<object>('GET', `/assistants/deep/subgraphs${path}`)).body ?? {})
  expect(await names('')).toEqual(['outer'])
  expect(await names('?recurse=true')).toEqual(['outer', 'outer|inner'])
  expect(await names(`/${encodeURIComponent('outer|inner')}`)).toEqual(['outer|inner'])
  expect(await h.call('GET', '/assistants/deep/subgraphs/nope')).toMatchObject({ status: 404 })
  expect(await h.call('GET', '/assistants/steps/subgraphs')).toMatchObject({ body: nothing })
})

it('§7 what is not supported is refused by name', async () => {
  const faulty: [string, object, string][] = [
    ['/assistants', { graph_id: 'chat', config: { run_name: 5 } }, 'run_name'],
    ['/assistants/search', { sort_by: 'colour' }, 'sort_by'],
    ['/assistants/chat/versions', { limit: 0 }, 'limit'],
    ['/assistants/chat/latest', { version: 'two' }, 'version'],
  ]
  for (const [path, body, field] of faulty) {
    const { status, body: answer } = await h.call('POST', path, body)
    expect(status, path).toBe(422)
    expect(JSON.stringify(answer)).toContain(field)
  }
  expect((await h.call('GET', '/ok?check_db=1')).body).toEqual({ ok: true })
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
