/** What runs spend is counted once, on the server, and told of runs and threads. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { StepUsage, Usage } from '../../../src/contract/agent-server/usage.ts'
import { usageOfDeployment } from '../../../src/server/usage/usage-store.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness({ graphs: { spending: './spending.ts:graph' } })
})
afterEach(() => h?.close())

const input = {
  messages: [
    { role: 'user', content: 'hi' },
    // What a run is given it has not spent.
    {
      type: 'ai',
      id: 'given',
      content: 'before',
      usage_metadata: { input_tokens: 9_000, output_tokens: 9_000, total_tokens: 18_000 },
    },
    { role: 'user', content: 'and?' },
  ],
}
const begin = (threadId: string, more: object = {}) =>
  h.run(threadId, { assistant_id: 'spending', input, ...more })
const usageOf = async (threadId: string) =>
  (await h.call<{ total: Usage | null; steps: StepUsage[] }>('GET', `/threads/${threadId}/usage`))
    .body
const plain = ({ input_tokens, output_tokens, cached_tokens, reasoning_tokens }: Usage) => [
  input_tokens,
  output_tokens,
  cached_tokens,
  reasoning_tokens,
]
const spent = () => usageOfDeployment(h.database, h.deploymentId, new Date(0))

it('counts each answer once: streamed and stored, of subgraphs, kept or not, by a model of its own', async () => {
  h.gates.open('own')
  const thread = await h.thread()
  const run = await h.ended(await begin(thread, { stream_mode: ['messages', 'values'] }))
  expect(run.status).toBe('success')
  // Three answers of the model, and one that a step has made by itself.
  expect(plain(run.usage as Usage)).toEqual([307, 63, 120, 15])
  expect(run.usage?.models.map(({ model, cost }) => [model, cost])).toEqual([
    ['acme-large-2', null],
    ['other-1', null],
  ])
  expect([run.usage?.cost, run.usage?.currency]).toEqual([null, null])
  const { steps, total } = await usageOf(thread)
  expect(steps.map(({ node, step }) => [node, step])).toEqual([
    ['ask', 1],
    ['inner', 2],
    ['aside', 3],
    ['own', 4],
  ])
  expect(total).toEqual(run.usage)

  // A second run does not count what the first has left in the thread.
  await h.ended(await begin(thread, { input: { messages: [{ role: 'user', content: 'more' }] } }))
  expect(plain((await usageOf(thread)).total as Usage)).toEqual([614, 126, 240, 30])
  const { body } = await h.call<Run[]>('GET', `/threads/${thread}/runs`)
  expect(body.map(({ usage }) => usage?.input_tokens)).toEqual([307, 307])
  expect(h.errors).toEqual([])
})

it('the summary of a span tells what was spent, and how soon the first words came where they are told', async () => {
  h.gates.open('own')
  const untold = await h.ended(await begin(await h.thread(), { stream_mode: ['values'] }))
  const span = {
    created_after: new Date(Date.parse(untold.created_at) - 1),
    created_before: new Date(Date.parse(untold.created_at) + 3_600_000),
    parts: 1,
  }
  const before = (await h.server.host.summarizeRuns(span)).total
  expect([before.tokens, before.first_token_seconds]).toEqual([370, null])

  await h.ended(await begin(await h.thread(), { stream_mode: ['messages-tuple'] }))
  const { total, deployments } = await h.server.host.summarizeRuns(span)
  expect(total.tokens).toBe(740)
  expect(deployments).toMatchObject([{ tokens: 740, parts: [{ part: 0, runs: 2, tokens: 740 }] }])
  expect(plain(deployments[0]?.usage as Usage)).toEqual([614, 126, 240, 30])
  // Of two runs one tells: its words come after its start and before its end.
  const seconds = deployments[0]?.first_token_seconds ?? Number.NaN
  expect(seconds).toBeGreaterThanOrEqual(0)
  const [row] = await h.database.query<{ is_within: boolean }>(
    'select bool_and(first_token_at <= ended_at) as is_within from runs where first_token_at is not null',
  )
  expect(row?.is_within).toBe(true)
})

it('what is rolled back is taken from its thread, and stays spent', async () => {
  const thread = await h.thread()
  const run = await begin(thread)
  await h.gates.arrived('own')
  expect((await h.getRun(run)).body.usage?.output_tokens).toBe(60)
  await h.call('POST', `/threads/${thread}/runs/${run.run_id}/cancel?action=rollback&wait=true`)
  expect(await usageOf(thread)).toEqual({ total: null, steps: [] })
  expect((await spent()).map(({ model, output_tokens }) => [model, output_tokens])).toEqual([
    ['acme-large-2', 60],
  ])
  expect((await spent()).map(({ revision_id, name }) => [revision_id, name])).toEqual([
    [h.revisionId, 'spending'],
  ])
})

it('what a killed process has spent stays, and is not counted again when the run goes on', async () => {
  const thread = await h.thread()
  const run = await begin(thread)
  await h.gates.arrived('own')
  process.kill(h.gates.lastProcess() ?? 0, 'SIGKILL')
  await h.gates.visited('own', 2)
  h.gates.open('own')
  const ended = await h.ended(run)
  expect(ended.status).toBe('success')
  expect(plain(ended.usage as Usage)).toEqual([307, 63, 120, 15])
})

it('is unknown where there is no such thread, and empty where nothing ran', async () => {
  const thread = await h.thread()
  expect(await usageOf(thread)).toEqual({ total: null, steps: [] })
  const gone = thread.replace(/^..../, '0000')
  expect(await h.call('GET', `/threads/${gone}/usage`)).toMatchObject({ status: 404 })
})
