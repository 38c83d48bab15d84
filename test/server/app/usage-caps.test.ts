/** What a deployment spends by day, assistant and revision, what that costs, and what happens when a limit is used up. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { DeploymentUsage } from '../../../src/contract/control-plane/deployment-usage.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Preview } from '../../../src/contract/control-plane/previews.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const agent = `import { AIMessage } from '@langchain/core/messages'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', () => ({
    messages: [
      new AIMessage({
        content: 'yes',
        usage_metadata: { input_tokens: 1000, output_tokens: 500, total_tokens: 1500 },
        response_metadata: { model_name: 'acme-large-2026' },
      }),
    ],
  }))
  .addEdge(START, 'answer')
`

let stack: Stack
let deployment: Deployment
beforeAll(async () => {
  stack = await startStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
    'agent.ts': agent,
  })
  const deployed = await stack.deploy(repository.folder, { name: 'spender' })
  expect(deployed.revision).toMatchObject({ status: 'DEPLOYED' })
  deployment = deployed.deployment
})
afterAll(() => stack?.close())

const address = () => `/api-host/v2/deployments/${deployment.id}`
const usage = () =>
  stack.json<DeploymentUsage>('GET', `/api-host/v1/deployments/${deployment.id}/usage`)
const cap = (usage_cap: object | null) => stack.json<Deployment>('PATCH', address(), { usage_cap })
/** The status of a run, once it has ended. */
const wait = async (name = 'spender') => {
  const body = { assistant_id: 'agent', input: {}, on_completion: 'keep' }
  const response = await stack.call('POST', `/agents/${name}/runs/wait`, body)
  const detail = ((await response.json()) as { detail?: string } | null)?.detail
  return { status: response.status, headers: response.headers, detail }
}
const prices = (text: string) => writeFile(path.join(stack.folder, 'data/prices.yaml'), text)
const total = async () => {
  const { input_tokens, output_tokens } = (await usage()).total
  return [input_tokens, output_tokens]
}

it('is told by day, assistant and revision, previews apart; unknown prices are unknown', async () => {
  expect(await usage()).toMatchObject({ days: 30, by_day: [], caps: [], total: { currency: null } })
  expect((await wait()).status).toBe(200)
  const opened = await stack.json<Preview>(
    'POST',
    `${address()}/revisions/${deployment.latest_revision_id}/preview`,
  )
  expect((await wait(opened.name)).status).toBe(200)
  const told = await usage()
  expect(told.by_day).toMatchObject([
    { day: new Date().toISOString().slice(0, 10), input_tokens: 1000, cost: null },
  ])
  expect(told.by_assistant).toMatchObject([{ name: 'agent', output_tokens: 500 }])
  expect(told.by_revision).toMatchObject([
    { revision_id: deployment.latest_revision_id, output_tokens: 500 },
  ])
  expect([told.total.input_tokens, told.previews.input_tokens]).toEqual([1000, 1000])
  expect(
    await stack.call('GET', `/api-host/v1/deployments/${deployment.id}/usage?days=0`),
  ).toMatchObject({ status: 422 })
})

it('a limit of costs needs prices; these are read without a new start', async () => {
  const refused = await stack.call('PATCH', address(), { usage_cap: { cost_per_day: 1 } })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    detail: [
      {
        loc: ['body', 'usage_cap', 'cost_per_day'],
        msg: expect.stringMatching(/knows no prices/),
      },
    ],
  })
  await prices('currency: EUR\nmodels:\n  acme-*: { input: 1000, output: 2000 }\n')
  await expect.poll(async () => (await usage()).total.cost).toBe(2)
  const found = await stack.json<{ runs: Run[] }>('POST', '/api-host/v1/runs/search', {
    deployment_id: [deployment.id],
  })
  expect(found.runs.map((run) => [run.usage?.cost, run.usage?.currency])).toEqual([[2, 'EUR']])
  await prices('currency: EUR\nmodels: { acme-*: { input: much, output: 1 } }\n')
  await expect.poll(async () => (await usage()).prices_problem).toMatch(/line 2, models › acme-\*/)
  expect((await usage()).total.cost).toBe(2)
})

it('refuses runs where a limit is used up: of clients, previews and schedules, and says until when', async () => {
  const capped = await cap({ tokens_per_day: 3_000, cost_per_month: 100, tokens_per_month: null })
  expect(capped.usage_cap).toEqual({ tokens_per_day: 3_000, cost_per_month: 100 })
  expect(capped.latest_revision_id).toBe(deployment.latest_revision_id)
  // The run of the deployment and that of its preview.
  expect((await usage()).caps.map(({ limit, most, used }) => [limit, most, used])).toEqual([
    ['tokens_per_day', 3_000, 3_000],
    ['cost_per_month', 100, 4],
  ])
  const before = await total()
  for (const name of ['spender', `spender@${deployment.latest_revision_id}`]) {
    const refused = await wait(name)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.detail).toMatch(
      /^This deployment may use 3,000 tokens a day and has used 3,000 tokens\. It takes runs again from \d{4}-\d\d-\d\d 00:00 UTC/,
    )
  }
  const cron = await stack.json<{ cron_id: string }>('POST', '/agents/spender/runs/crons', {
    assistant_id: 'agent',
    schedule: '0 0 1 1 *',
    input: {},
  })
  const started = await stack.call('POST', `/agents/spender/runs/crons/${cron.cron_id}/start`)
  expect([started.status, await total()]).toEqual([429, before])

  await cap({ tokens_per_day: 4_000 })
  expect((await wait()).status).toBe(200)
  expect((await wait()).status).toBe(429)
  expect((await cap(null)).usage_cap).toBeNull()
  expect((await wait()).status).toBe(200)
})

it.each([
  ['nothing', { tokens_per_day: 0 }],
  ['less than nothing', { cost_per_day: -1 }],
  ['words', { tokens_per_month: 'many' }],
])('a limit of %s is refused by name', async (_what, usage_cap) => {
  const refused = await stack.call('PATCH', address(), { usage_cap })
  expect([refused.status, (await refused.json()).detail[0].loc]).toEqual([
    422,
    ['body', 'usage_cap', Object.keys(usage_cap)[0]],
  ])
})

it('a deployment whose runs are another server’s has no limit', async () => {
  const refused = await stack.call('POST', '/api-host/v2/deployments', {
    name: 'attached',
    source: 'external_docker',
    source_config: { custom_url: 'http://127.0.0.1:9' },
    source_revision_config: {},
    secrets: [],
    usage_cap: { tokens_per_day: 1 },
  })
  expect([refused.status, (await refused.json()).detail[0].loc]).toEqual([
    422,
    ['body', 'usage_cap', 'tokens_per_day'],
  ])
})
