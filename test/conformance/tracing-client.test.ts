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
  h = await startHarness({ graphs: { chat: './chat.ts:graph' } })
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
  const runs = client.listRuns({ projectId: h.deploymentId })
  await expect(runs[Symbol.asyncIterator]().next()).rejects.toThrow('Not supported')
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
