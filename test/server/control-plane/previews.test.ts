import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Preview } from '../../../src/contract/control-plane/previews.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const idleMs = 1_500
let stack: Stack
let deployment: Deployment
let candidate: Revision
let preview: Preview

const url = (rest = '') => `/api-host/v2/deployments/${deployment.id}${rest}`
const previewUrl = () => url(`/revisions/${candidate.id}/preview`)
const states = async () =>
  (await stack.json<Preview[]>('GET', url('/previews'))).map(({ state }) => state)

/** What the agent at an address answers, and the thread of it. */
async function say(name: string): Promise<{ answer: string; thread: string }> {
  const { thread_id } = await stack.json<Thread>('POST', `/agents/${name}/threads`, {})
  const body = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'Hi' }] } }
  const state = await stack.json<{ messages: { content: string }[] }>(
    'POST',
    `/agents/${name}/threads/${thread_id}/runs/wait`,
    body,
  )
  return { answer: state.messages.at(-1)?.content ?? '', thread: thread_id }
}

const slowGraph = `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('wait', async (_, config) => {
    await new Promise((resolve) => {
      config.signal?.addEventListener('abort', resolve)
    })
    return { messages: [new AIMessage('Stopped')] }
  })
  .addEdge(START, 'wait')
  .addEdge('wait', END)
  .compile()
`

beforeAll(async () => {
  stack = await startStack({ rollouts: { previewIdleMs: idleMs } })
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('One'))
  deployment = (await stack.deploy(repository.folder)).deployment
  await repository.commit({
    ...agentProject('Two'),
    'slow.ts': slowGraph,
    'langgraph.json': JSON.stringify({
      graphs: { agent: './agent.ts:graph', slow: './slow.ts:graph' },
    }),
  })
  const made = await stack.json<Revision>('POST', url('/revisions'), { without_traffic: true })
  candidate = await stack.settled(deployment.id, made.id)
})
afterAll(() => stack.close())

it('a revision without traffic is built and loaded once, and what serves goes on serving', async () => {
  expect(candidate).toMatchObject({ status: 'DEPLOYED', without_traffic: true })
  expect(await stack.json<Deployment>('GET', url())).toMatchObject({
    active_revision_id: deployment.active_revision_id,
    latest_revision_id: candidate.id,
  })
  expect((await say('agent')).answer).toBe('One')
})

it('runs beside what serves, at an address of its own, and is found as a deployment by its id', async () => {
  preview = await stack.json<Preview>('POST', previewUrl(), {})
  const name = `agent@${candidate.id}`
  expect(preview).toMatchObject({ name, state: 'running', revision_id: candidate.id })
  expect(await stack.json<Preview>('POST', previewUrl(), {})).toMatchObject({
    preview_id: preview.preview_id,
    started_at: preview.started_at,
  })
  const [there, here] = [await say(name), await say('agent')]
  expect([there.answer, here.answer]).toEqual(['Two', 'One'])
  expect(await stack.json('GET', `/agents/${name}/info`)).toMatchObject({
    revision_id: candidate.id,
  })
  expect((await stack.call('GET', `/agents/agent/threads/${there.thread}`)).status).toBe(404)
  expect(await stack.json('GET', `/api-host/v2/deployments/${preview.preview_id}`)).toMatchObject({
    name: `agent@${candidate.id.slice(0, 8)}`,
    active_revision_id: candidate.id,
    source_config: { custom_url: `${stack.url}/agents/${name}` },
    preview_of: { deployment_id: deployment.id, revision_id: candidate.id },
  })
  const ofPreview = `/api-host/v2/deployments/${preview.preview_id}/revisions`
  expect(await stack.json('GET', ofPreview)).toMatchObject({ resources: [{ id: candidate.id }] })
  expect(await stack.json('GET', `${ofPreview}/${candidate.id}`)).toMatchObject({
    id: candidate.id,
  })
  const { resources } = await stack.json<{ resources: Deployment[] }>(
    'GET',
    '/api-host/v2/deployments',
  )
  expect(resources.map(({ id }) => id)).toEqual([deployment.id])
})

it('stays out of what is told of all deployments, unless it is named', async () => {
  const runs = async (body: object) =>
    (await stack.json<{ total: number }>('POST', '/api-host/v1/runs/search', body)).total
  const threads = async (body: object) =>
    (await stack.json<{ total: number }>('POST', '/api-host/v1/threads/find', body)).total
  const named = { deployment_id: [preview.preview_id] }
  expect([await runs({}), await runs(named)]).toEqual([2, 1])
  expect([await threads({}), await threads(named)]).toEqual([2, 1])
  const since = { created_after: new Date(Date.now() - 60_000).toISOString() }
  const { total, deployments } = await stack.json<{
    total: { runs: number }
    deployments: { deployment_id: string }[]
  }>('POST', '/api-host/v1/runs/summary', since)
  expect(total.runs).toBe(2)
  expect(deployments.map((one) => one.deployment_id)).toEqual([deployment.id])
  expect((await stack.call('GET', '/readyz')).status).toBe(200)
})

it('is ended after it was idle, not while a run is at work, and started when it is asked', async () => {
  const name = `agent@${candidate.id}`
  const { thread_id } = await stack.json<Thread>('POST', `/agents/${name}/threads`, {})
  const run = await stack.json<{ run_id: string }>(
    'POST',
    `/agents/${name}/threads/${thread_id}/runs`,
    {
      assistant_id: 'slow',
      input: { messages: [{ role: 'user', content: 'Wait' }] },
    },
  )
  const refused = await stack.call('DELETE', previewUrl())
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { detail: 'The preview has a run at work. Cancel it or wait for its end.' },
  ])
  const cancel = `/agents/${name}/threads/${thread_id}/runs/${run.run_id}/cancel?wait=true`
  expect((await stack.call('POST', cancel)).status).toBeLessThan(300)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['resting'])
  expect((await stack.call('GET', '/readyz')).status).toBe(200)
  expect((await say(name)).answer).toBe('Two')
  expect(await states()).toEqual(['running'])
  expect((await stack.call('DELETE', previewUrl())).status).toBe(204)
  expect(await states()).toEqual(['resting'])
})

it('refuses what cannot be run, in a sentence', async () => {
  const nowhere = await stack.call('POST', url(`/revisions/${crypto.randomUUID()}/preview`), {})
  expect(nowhere.status).toBe(404)
  expect((await stack.call('GET', `/agents/agent@${crypto.randomUUID()}/info`)).status).toBe(404)
  expect((await stack.call('GET', `/agents/nobody@${candidate.id}/info`)).status).toBe(404)
  expect((await stack.call('GET', '/agents/agent@x/info')).status).toBe(404)
  const latest = await stack.json<{ resources: Revision[] }>('GET', url('/revisions'))
  expect(latest.resources.map((one) => one.without_traffic)).toEqual([true, false])
})

it('is promoted without a new build, and goes with its deployment', async () => {
  const promoted = await stack.json<Deployment>(
    'POST',
    url(`/revisions/${candidate.id}/redeploy`),
    {},
  )
  const revision = await stack.settled(deployment.id, promoted.latest_revision_id)
  expect(revision).toMatchObject({ status: 'DEPLOYED', without_traffic: false })
  expect((await say('agent')).answer).toBe('Two')
  const { logs } = await stack.json<{ logs: { message: string }[] }>(
    'GET',
    url(`/revisions/${revision.id}/logs?type=build`),
  )
  expect(logs.map(({ message }) => message).join('\n')).toMatch(/Using the build of commit/)

  const { thread } = await say(`agent@${candidate.id}`)
  expect((await stack.call('DELETE', url())).status).toBe(204)
  const gone = await stack.call('GET', `/agents/agent@${candidate.id}/threads/${thread}`)
  expect(gone.status).toBe(404)
  const found = await stack.call('GET', `/api-host/v2/deployments/${preview.preview_id}`)
  expect(found.status).toBe(404)
})
