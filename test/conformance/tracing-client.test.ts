/** The vendor's client of the tracing service, unchanged, makes and reads votes here, and reads runs. */
import { randomUUID } from 'node:crypto'
import { Client } from 'langsmith'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'
import { startTracing } from './tracing-server.ts'

let h: Harness
let tracing: Awaited<ReturnType<typeof startTracing>>
let client: Client
let apiUrl: string
let run_id: string
beforeAll(async () => {
  h = await startHarness({ graphs: { chat: './chat.ts:graph', spending: './spending.ts:graph' } })
  const input = { messages: [{ role: 'user', content: 'hi' }] }
  const run = await h.run(await h.thread(), { assistant_id: 'chat', input })
  run_id = (await h.ended(run)).run_id
  tracing = await startTracing(h)
  apiUrl = `${tracing.root}/api/v1`
  client = new Client({ apiUrl, apiKey, callerOptions: { maxRetries: 0 } })
})
afterAll(async () => {
  tracing?.close()
  await h?.close()
  expect(tracing?.reported).toEqual([])
})

const listed = async (key: string) => {
  const votes: { id: string; score?: unknown }[] = []
  for await (const vote of client.listFeedback({ runIds: [run_id], feedbackKeys: [key] })) {
    votes.push(vote as { id: string })
  }
  return votes
}

it('a vote is made, read, changed, listed and deleted', async () => {
  const made = await client.createFeedback(run_id, 'quality', {
    score: 0.5,
    comment: 'so so',
    sourceInfo: { by: 'a test' },
    feedbackSourceType: 'model',
    sessionId: h.deploymentId,
  })
  expect(await client.readFeedback(made.id)).toMatchObject({
    id: made.id,
    run_id,
    trace_id: run_id,
    session_id: h.deploymentId,
    revision_id: h.revisionId,
    key: 'quality',
    score: 0.5,
    comment: 'so so',
    feedback_source: { type: 'model', metadata: { by: 'a test' } },
  })
  await client.updateFeedback(made.id, { score: 1, comment: null as never })
  const changed = await client.readFeedback(made.id)
  expect(changed).toMatchObject({ id: made.id, score: 1, comment: null })
  expect(await listed('quality')).toMatchObject([{ id: made.id, score: 1 }])
  // Nobody was given an address for it.
  const tokens: unknown[] = []
  for await (const token of client.listPresignedFeedbackTokens(run_id)) tokens.push(token)
  expect(tokens).toEqual([])
  await client.deleteFeedback(made.id)
  await expect(client.readFeedback(made.id)).rejects.toThrow('There is no such vote')
  expect(await listed('quality')).toEqual([])
})

it('a vote that is sent again replaces itself, and no other', async () => {
  const feedbackId = randomUUID()
  await client.createFeedback(run_id, 'again', { score: 0, feedbackId })
  await client.createFeedback(run_id, 'again', { score: 1, feedbackId })
  expect(await listed('again')).toMatchObject([{ id: feedbackId, score: 1 }])
  await expect(client.createFeedback(run_id, 'another', { score: 1, feedbackId })).rejects.toThrow(
    'is that of another vote',
  )
})

it('a vote by an address is changed by its id, until a later one takes its place', async () => {
  const { url } = await client.createPresignedFeedbackToken(run_id, 'liked')
  const submit = (score: number) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ score }),
    }).then((response) => response.json() as Promise<{ id: string }>)
  const first = await submit(1)
  await client.updateFeedback(first.id, { comment: 'looked at' })
  expect(await listed('liked')).toMatchObject([{ id: first.id, score: 1, comment: 'looked at' }])
  await submit(0)
  await expect(client.updateFeedback(first.id, { score: 1 })).rejects.toThrow('taken its place')
})

it('a run is read, and the rest of a tracing service is refused in a sentence', async () => {
  const run = await client.readRun(run_id)
  expect(run).toMatchObject({
    id: run_id,
    name: 'chat',
    run_type: 'chain',
    status: 'success',
    session_id: h.deploymentId,
    inputs: { messages: [{ content: 'hi' }] },
  })
  expect(JSON.stringify(run.outputs)).toContain('Hello')
  await expect(client.readRun(randomUUID())).rejects.toThrow('There is no such run')
  await expect(client.createRun({ name: 'chat', run_type: 'chain', inputs: {} })).rejects.toThrow(
    'Not supported',
  )
})

const found = async (filters: object) => {
  const ids: string[] = []
  for await (const run of client.listRuns(filters as { id: string[] })) ids.push(run.id)
  return ids
}

it('runs are listed by what the client asks for, or it is refused by name', async () => {
  const none = randomUUID()
  expect(await found({ projectId: h.deploymentId })).toEqual([run_id])
  expect(await found({ projectId: none })).toEqual([])
  expect(await found({ id: [run_id, none] })).toEqual([run_id])
  expect(await found({ id: [run_id], traceId: none })).toEqual([])
  expect(await found({ traceId: run_id, isRoot: true, runType: 'chain', error: false })).toEqual([
    run_id,
  ])
  expect(await found({ parentRunId: none })).toEqual([])
  expect(await found({ error: true })).toEqual([])
  expect(await found({ startTime: new Date(Date.now() + 3_600_000) })).toEqual([])
  await expect(found({ filter: 'eq(name, "chat")' })).rejects.toThrow('Filter expressions')
  await expect(found({ query: 'chat' })).rejects.toThrow('Filter expressions')
  await expect(found({ executionOrder: 1 })).rejects.toThrow('execution_order')
})

it('a run tells its tags and the tokens that its models counted, and what was said only where nobody guards it', async () => {
  const input = { messages: [{ role: 'user', content: 'hi' }] }
  h.gates.open('own')
  const body = { assistant_id: 'spending', input, config: { tags: ['spring'] } }
  const { run_id: id, thread_id } = await h.ended(await h.run(await h.thread(), body))
  const read = async () => {
    for await (const run of client.listRuns({ id: [id] })) return run
    return undefined
  }
  const told = await read()
  expect([told?.prompt_tokens, told?.completion_tokens, told?.total_tokens]).toEqual([307, 63, 370])
  expect(told?.tags).toEqual(['spring'])
  expect(told?.extra?.metadata).toMatchObject({ thread_id })
  await h.database.query(
    'insert into guarded_deployments (deployment_id, has_auth) values ($1, true)',
    [h.deploymentId],
  )
  const guarded = await read()
  await h.database.query('delete from guarded_deployments')
  expect([guarded?.inputs, guarded?.outputs]).toEqual([{}, null])
  await h.call('DELETE', `/threads/${thread_id}`)
})

it('runs are told in pages, from either end', async () => {
  await h.ended(await h.run(await h.thread(), { assistant_id: 'chat', input: { messages: [] } }))
  await h.ended(await h.run(await h.thread(), { assistant_id: 'chat', input: { messages: [] } }))
  const page = async (body: object) => {
    const response = await fetch(`${apiUrl}/runs/query`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify({ limit: 2, ...body }),
    })
    type Page = { runs: { id: string }[]; cursors: { next?: string } }
    const told = (await response.json()) as Page
    return { status: response.status, ...told, ids: told.runs?.map(({ id }) => id) }
  }
  const [all, newest, oldest] = [await found({}), await page({}), await page({ order: 'asc' })]
  const second = await page({ cursor: newest.cursors.next })
  expect([...newest.ids, ...second.ids]).toEqual(all)
  expect(second.cursors).toEqual({})
  const last = await page({ order: 'asc', cursor: oldest.cursors.next })
  expect([...oldest.ids, ...last.ids]).toEqual(all.toReversed())
  expect((await page({ cursor: 'nonsense' })).status).toBe(422)
  expect((await fetch(`${apiUrl}/runs/query`, { method: 'POST' })).status).toBe(401)
})

it('the newer methods of the client read and list runs as well', async () => {
  const told = await client.runs.retrieve(run_id, {
    project_id: h.deploymentId,
    selects: ['NAME', 'STATUS', 'PROJECT_ID'],
  })
  const name = { id: run_id, name: 'chat', status: 'SUCCESS', project_id: h.deploymentId }
  expect(told).toEqual(name)
  const ids: unknown[] = []
  const body = { project_ids: [h.deploymentId], ids: [run_id] }
  for await (const run of client.runs.query(body)) ids.push(run)
  expect(ids).toEqual([{ id: run_id }])
  const answer = await fetch(`${tracing.root}/api/v2/runs/${run_id}`)
  expect(answer.status).toBe(401)
})

it.each([
  ['a project', { run_id: null, session_id: randomUUID() }, 'run_id'],
  ['another trace', { trace_id: randomUUID() }, 'trace_id'],
  ['another project', { session_id: randomUUID() }, 'session_id'],
  ['an experiment', { comparative_experiment_id: randomUUID() }, 'comparative_experiment_id'],
  ['a way that is proven', { feedback_source: { type: 'app' } }, 'type'],
  [
    'what its key does not allow',
    { score: 2, feedback_config: { type: 'continuous', max: 1 } },
    'score',
  ],
])('a vote on %s is refused by the name of its field', async (_what, fields, name) => {
  const response = await fetch(`${apiUrl}/feedback`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify({ run_id, key: 'refused', ...fields }),
  })
  const { detail } = (await response.json()) as { detail: { loc: string[] }[] }
  expect([response.status, detail[0]?.loc.at(-1)]).toEqual([422, name])
})
