/** What a run did, as the vendor's client of the tracing service reads it, unchanged: the parts of its trace. */
import { randomUUID } from 'node:crypto'
import { Client, type Run } from 'langsmith'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messagesOf } from '../../src/contract/agent-server/messages.ts'
import type { Prices } from '../../src/server/usage/prices.ts'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'
import { startTracing } from './tracing-server.ts'

const names = ['tools', 'spending', 'topics', 'approve', 'troubled', 'chat']
let h: Harness
let tracing: Awaited<ReturnType<typeof startTracing>>
let client: Client
beforeAll(async () => {
  h = await startHarness({
    graphs: Object.fromEntries(names.map((name) => [name, `./${name}.ts:graph`])),
  })
  tracing = await startTracing(h, prices)
  client = new Client({ apiUrl: tracing.root, apiKey, callerOptions: { maxRetries: 0 } })
  h.gates.open('own')
})
afterAll(async () => {
  tracing?.close()
  await h?.close()
  expect(tracing?.reported).toEqual([])
})

/** The other model has none. */
const prices: Prices = {
  currency: 'EUR',
  models: new Map([['acme-*', { input: 5_000, output: 10_000 }]]),
}

const messages = [{ role: 'user', content: 'hi' }]

async function ran(assistant_id: string, body: object = { input: { messages } }, thread?: string) {
  return h.ended(await h.run(thread ?? (await h.thread()), { assistant_id, ...body }))
}

const found = async (filters: Parameters<Client['listRuns']>[0]) => {
  const runs: Run[] = []
  for await (const run of client.listRuns(filters)) runs.push(run)
  return runs
}

const parts = (runs: readonly Run[] | undefined) =>
  runs?.map(({ name, run_type }) => `${run_type} ${name}`)

it('the steps of a run are its children, with what they were given and gave, and the tools that they called', async () => {
  const { run_id } = await ran('tools')
  const { child_runs: steps = [], ...root } = await client.readRun(run_id, { loadChildRuns: true })
  expect(parts(steps)).toEqual(['chain agent', 'chain tools', 'chain agent'])
  const [asking, calling, answering] = steps
  const call = { id: 'call-1', name: 'look_up', args: { word: 'deck' } }
  expect(asking).toMatchObject({
    parent_run_id: run_id,
    trace_id: run_id,
    session_id: h.deploymentId,
    status: 'success',
    error: null,
    inputs: { messages: [{ content: 'hi' }] },
    outputs: { messages: [{ tool_calls: [call] }] },
    extra: { metadata: { langgraph_node: 'agent', langgraph_step: 1 } },
  })
  expect(calling?.child_runs).toMatchObject([
    {
      name: 'look_up',
      run_type: 'tool',
      parent_run_id: calling?.id,
      inputs: { word: 'deck' },
      outputs: { output: 'a floor' },
      status: 'success',
    },
  ])
  expect(answering?.inputs).toMatchObject({
    messages: [{ content: 'hi' }, { tool_calls: [call] }, { content: 'a floor' }],
  })
  expect(answering?.outputs).toMatchObject({ messages: [{ content: 'It says: a floor' }] })
  // In order, within the run, and each time the same.
  const times = [root, ...steps].flatMap((part) => [part.start_time, part.end_time].map(String))
  const [from, until, ...inside] = times
  expect([from, ...inside, until]).toEqual([from, ...inside, until].toSorted())
  const again = await client.readRun(run_id, { loadChildRuns: true })
  expect(again.child_runs).toEqual(steps)
})

it('answers of models are told in their steps, with the tokens that they took', async () => {
  const { run_id } = await ran('spending')
  const models = await found({ traceId: run_id, runType: 'llm', order: 'asc' })
  const { child_runs: steps = [] } = await client.readRun(run_id, { loadChildRuns: true })
  expect(parts(steps)).toEqual(
    ['ask', 'inner', 'aside', 'own', 'update'].map((name) => `chain ${name}`),
  )
  const taken = ({ name, total_tokens, total_cost }: Run & { total_cost?: number }) => [
    name,
    total_tokens,
    total_cost,
  ]
  expect(models.map(taken)).toEqual([
    ['acme-large-2', 120, 0.7],
    ['acme-large-2', 120, 0.7],
    ['acme-large-2', 120, 0.7],
    ['other-1', 10, null],
  ])
  expect(steps.map(taken)).toEqual([
    ['ask', 120, 0.7],
    ['inner', 120, 0.7],
    ['aside', 120, 0.7],
    ['own', 10, null],
    ['update', null, null],
  ])
  expect(taken(await client.readRun(run_id))).toEqual(['spending', 370, null])
  expect(models.map((model) => model.parent_run_id)).toEqual(
    steps.slice(0, 4).map((step) => step.id),
  )
  expect(models[0]?.outputs).toMatchObject({ messages: [{ content: 'Hello' }] })
  const ends = (list: readonly Run[]) => list.map(({ end_time }) => Date.parse(String(end_time)))
  const late = ends(steps)
  expect(ends(models).map((end, index) => Math.min(end, late[index] ?? 0))).toEqual(ends(models))
})

it('steps that ran together have each its own answer, and what was said before is no call of theirs', async () => {
  const call = { id: 'before', name: 'look_up', args: {} }
  const before = [
    ...messages,
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', content: 'found', tool_call_id: 'before' },
  ]
  const { run_id } = await ran('topics', { input: { messages: before } })
  const { child_runs: steps = [] } = await client.readRun(run_id, { loadChildRuns: true })
  const told = steps.map(({ name, outputs, child_runs }) => [
    name,
    messagesOf(outputs).at(-1)?.id,
    child_runs?.map((part) => [part.run_type, messagesOf(part.outputs).map(({ id }) => id)]),
  ])
  expect(told.toSorted()).toEqual([
    ['write', 'about-sea', [['llm', ['about-sea']]]],
    ['write', 'about-sky', [['llm', ['about-sky']]]],
  ])
})

it('a trace is listed by what the client asks for, and other traces are not in it', async () => {
  const { run_id } = await ran('tools')
  const other = await ran('tools')
  const all = ['chain tools', 'chain agent', 'chain tools', 'tool look_up', 'chain agent']
  const ofTrace = (filters: object) => found({ traceId: run_id, ...filters })
  expect(parts(await ofTrace({ order: 'asc' }))).toEqual(all)
  expect(parts(await ofTrace({}))).toEqual(all.toReversed())
  expect(parts(await ofTrace({ isRoot: true }))).toEqual(['chain tools'])
  expect(parts(await ofTrace({ isRoot: false, order: 'asc' }))).toEqual(all.slice(1))
  expect(parts(await ofTrace({ runType: 'tool' }))).toEqual(['tool look_up'])
  expect(parts(await ofTrace({ error: true }))).toEqual([])
  expect(parts(await ofTrace({ error: false, limit: 2 }))).toHaveLength(2)
  expect(await ofTrace({ projectId: randomUUID() })).toEqual([])
  expect(await ofTrace({ startTime: new Date(Date.now() + 3_600_000) })).toEqual([])
  expect(await found({ traceId: randomUUID() })).toEqual([])
  const [tool] = await ofTrace({ runType: 'tool' })
  expect(await ofTrace({ id: [tool?.id] })).toEqual([tool])
  expect(await ofTrace({ parentRunId: tool?.parent_run_id })).toEqual([tool])
  expect(parts(await found({ parentRunId: run_id, order: 'asc' }))).toEqual([
    'chain agent',
    'chain tools',
    'chain agent',
  ])
  const ids = async (id: string) => (await found({ traceId: id })).map((run) => run.id)
  expect(new Set([...(await ids(run_id)), ...(await ids(other.run_id))]).size).toBe(10)
})

it('parts of no named trace are refused in a sentence, and none are found of roots', async () => {
  const sentence = 'Steps, models and tools are listed of one trace'
  await expect(found({ isRoot: false })).rejects.toThrow(sentence)
  await expect(found({ projectId: h.deploymentId, runType: 'llm' })).rejects.toThrow(sentence)
  expect(await found({ isRoot: true, runType: 'llm' })).toEqual([])
  expect(await found({ isRoot: true, parentRunId: randomUUID() })).toEqual([])
})

it('a long trace is told in pages', async () => {
  const { run_id } = await ran('tools')
  const page = async (cursor?: string) => {
    const response = await fetch(`${tracing.root}/runs/query`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify({ trace: run_id, limit: 3, select: ['name'], cursor }),
    })
    type Page = { runs: Run[]; cursors: { next?: string }; detail?: unknown }
    return (await response.json()) as Page
  }
  const first = await page()
  const second = await page(first.cursors.next)
  expect([first.runs.length, second.runs.length, second.cursors]).toEqual([3, 2, {}])
  expect(first.runs[0]).not.toHaveProperty('inputs')
  expect((await page('nonsense')).detail).toMatchObject([{ loc: ['body', 'cursor'] }])
})

it('the newer methods list the parts of a trace as well', async () => {
  const { run_id } = await ran('tools')
  const selects = ['NAME', 'RUN_TYPE', 'IS_ROOT', 'PARENT_RUN_IDS', 'INPUTS'] as const
  const told: object[] = []
  const body = { trace_id: run_id, is_root: false, selects: [...selects] }
  for await (const run of client.runs.query(body)) told.push(run)
  const tool = told.find((run) => 'run_type' in run && run.run_type === 'TOOL')
  expect(told).toHaveLength(4)
  expect(tool).toMatchObject({ name: 'look_up', is_root: false, inputs: { word: 'deck' } })
  expect(tool).toHaveProperty('parent_run_ids', [run_id, expect.any(String)])
})

it('a run that goes on after a question has the step that asked as its own, and the one before tells that it asked', async () => {
  const thread = await h.thread()
  const steps = async (body: object) => {
    const { run_id } = await ran('approve', body, thread)
    return found({ traceId: run_id, isRoot: false, order: 'asc' })
  }
  const told = [
    ...(await steps({ input: {} })),
    ...(await steps({ command: { resume: 'yes' } })),
    ...(await steps({ command: { resume: 'sure' } })),
  ]
  expect(told.map(({ name, status }) => `${name} ${status as unknown as string}`)).toEqual([
    ...['make_plan success', 'ask interrupted'],
    ...['ask interrupted', 'ask success'],
  ])
  expect(new Set(told.map(({ id }) => id)).size).toBe(4)
  expect(told[3]?.outputs).toEqual({ answers: ['yes', 'sure'] })
})

it('a step that failed tells why', async () => {
  const { run_id } = await ran('troubled', { input: { trouble: 'throw' } })
  const failed = await found({ traceId: run_id, isRoot: false, error: true })
  const run = await client.readRun(run_id)
  expect(failed).toMatchObject([{ run_type: 'chain', status: 'error', outputs: null }])
  expect(run.error).toContain(failed[0]?.error)
})

it('what a project guards stays with it', async () => {
  const { run_id } = await ran('tools')
  const guard = 'insert into guarded_deployments (deployment_id, has_auth) values ($1, true)'
  await h.database.query(guard, [h.deploymentId])
  const told = await found({ traceId: run_id })
  await h.database.query('delete from guarded_deployments')
  expect(told).toHaveLength(5)
  for (const part of told) expect([part.inputs, part.outputs]).toEqual([{}, null])
})

it('deployments are found by name, as projects', async () => {
  await h.database.query(
    `insert into deployments (id, name, source, source_config, status)
     values ($1, 'fixtures', 'github', '{}', 'READY')`,
    [h.deploymentId],
  )
  const project = await client.readProject({ projectName: 'fixtures' })
  expect(project).toMatchObject({ id: h.deploymentId, name: 'fixtures' })
  expect(await client.readProject({ projectId: h.deploymentId })).toEqual(project)
  expect(await client.hasProject({ projectName: 'fixtures' })).toBe(true)
  expect(await client.hasProject({ projectName: 'fixture' })).toBe(false)
  const { run_id } = await ran('chat')
  expect((await found({ projectName: 'fixtures', limit: 1 }))[0]?.id).toBe(run_id)
  const listed = async (filters: object) => {
    const names: unknown[] = []
    for await (const { name } of client.listProjects(filters)) names.push(name)
    return names
  }
  expect(await listed({ nameContains: 'FIX' })).toEqual(['fixtures'])
  expect(await listed({ name: 'FIX' })).toEqual([])
  expect(await listed({ referenceFree: false })).toEqual([])
  await expect(listed({ referenceDatasetId: randomUUID() })).rejects.toThrow('reference_dataset')
  await h.database.query('delete from deployments')
})
