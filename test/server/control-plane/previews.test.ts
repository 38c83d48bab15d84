import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cron } from '../../../src/contract/agent-server/crons.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Preview } from '../../../src/contract/control-plane/previews.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const idleMs = 1_500
let stack: Stack
let database: Database
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
  database = await emptyDatabase()
  stack = await startStack({
    rollouts: { previewIdleMs: idleMs },
    openDatabase: async () => ({ ...database, close: async () => {} }),
  })
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
afterAll(() => stack?.close())

it('a revision without traffic is built and loaded once, and what serves goes on serving', async () => {
  expect(candidate).toMatchObject({ status: 'DEPLOYED', without_traffic: true })
  expect(await stack.json<Deployment>('GET', url())).toMatchObject({
    active_revision_id: deployment.active_revision_id,
    latest_revision_id: candidate.id,
  })
  expect((await say('agent')).answer).toBe('One')
})

it('runs beside what serves, at an address of its own, and is found as a deployment by its id', async () => {
  const open = () => stack.json<Preview>('POST', previewUrl(), {})
  const [opened, once] = await Promise.all([open(), open()])
  preview = opened
  const name = `agent@${candidate.id}`
  expect(preview).toMatchObject({ name, state: 'running', revision_id: candidate.id })
  expect(once).toMatchObject({ preview_id: preview.preview_id, started_at: preview.started_at })
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
  // Whoever has its id can ask for its name.
  const named = await stack.json<{ resources: Deployment[] }>(
    'GET',
    `/api-host/v2/deployments?deployment_ids=${deployment.id},${preview.preview_id}`,
  )
  expect(named.resources.map((one) => one.name)).toEqual([
    'agent',
    `agent@${candidate.id.slice(0, 8)}`,
  ])
})

it('stays out of what is told of all deployments, unless it is named', async () => {
  const runs = async (body: object) =>
    (await stack.json<{ total: number }>('POST', '/api-host/v1/runs/search', body)).total
  const threads = async (body: object) =>
    (await stack.json<{ total: number }>('POST', '/api-host/v1/threads/find', body)).total
  const named = { deployment_id: [preview.preview_id] }
  expect([await runs({}), await runs(named)]).toEqual([2, 1])
  expect([await threads({}), await threads(named)]).toEqual([2, 1])
  const since = { created_after: new Date(Date.now() - 3_600_000).toISOString() }
  const { total, deployments } = await stack.json<{
    total: { runs: number }
    deployments: { deployment_id: string }[]
  }>('POST', '/api-host/v1/runs/summary', since)
  expect(total.runs).toBe(2)
  expect(deployments.map((one) => one.deployment_id)).toEqual([deployment.id])
  const counted = async (body: object) =>
    (
      await stack.json<{ total: { runs: number } }>('POST', '/api-host/v1/runs/summary', {
        ...since,
        ...body,
      })
    ).total.runs
  expect(await counted({ with_previews: true })).toBe(3)
  expect(await counted({ deployment_id: [deployment.id] })).toBe(2)
  expect(await counted({ deployment_id: [deployment.id], with_previews: true })).toBe(3)
  expect((await stack.call('GET', '/readyz')).status).toBe(200)
})

it('is found with the deployment where that is asked for', async () => {
  type Found = { deployment_id: string; metadata: Record<string, unknown> }
  const find = async (path: string, body: object) => {
    const answer = await stack.json<{ runs?: Found[]; threads?: Found[]; total: number }>(
      'POST',
      path,
      body,
    )
    const of = (answer.runs ?? answer.threads ?? []).map((one) => one.deployment_id)
    expect(answer.total).toBe(of.length)
    return of.sort()
  }
  const [own, both] = [
    [deployment.id, deployment.id],
    [deployment.id, deployment.id, preview.preview_id].sort(),
  ]
  for (const noun of ['runs/search', 'threads/find']) {
    const all = `/api-host/v1/${noun}`
    const here = `/agents/agent/${noun}`
    const named = { deployment_id: [deployment.id] }
    const asked = { with_previews: true }
    expect(await find(all, { ...named, ...asked })).toEqual(both)
    expect(await find(all, asked)).toEqual(both)
    expect(await find(here, asked)).toEqual(both)
    expect(await find(all, named)).toEqual(own)
    expect(await find(here, {})).toEqual(own)
    // A run that asks a person is found by its deployment too.
    expect(await find(all, { ...named, ...asked, status: ['needs_you'] })).toEqual([])
  }
})

it('its votes are in no list, sum or export of the deployment, unless that is asked for', async () => {
  const at = '/api/v1/feedback'
  const made = new Map<string, string>()
  for (const of of [deployment.id, preview.preview_id]) {
    const { runs } = await stack.json<{ runs: Run[] }>('POST', '/api-host/v1/runs/search', {
      deployment_id: [of],
      limit: 1,
    })
    const run_id = runs[0]?.run_id ?? ''
    const { url } = await stack.json<{ url: string }>('POST', `${at}/tokens`, {
      run_id,
      feedback_key: 'score',
    })
    const submitted = await stack.call('POST', new URL(url).pathname, { score: 1 })
    expect(submitted.status).toBe(200)
    made.set(of, run_id)
  }
  const [own, both] = [[deployment.id], [deployment.id, preview.preview_id].sort()]
  const told = async (query: string) => {
    type Told = { deployment_id: string }
    const { groups } = await stack.json<{ groups: Told[] }>(
      'GET',
      `${at}/summary?group_by=deployment_id&${query}`,
    )
    const listed = await stack.json<Told[]>('GET', `${at}?${query}`)
    const lines = (await (await stack.call('GET', `${at}/export?${query}`)).text())
      .trim()
      .split('\n')
    const exported = lines.map((line) => JSON.parse(line) as Told)
    const ids = [groups, listed, exported].map((some) =>
      some.map((one) => one.deployment_id).sort(),
    )
    expect(ids).toEqual([ids[0], ids[0], ids[0]])
    return ids[0]
  }
  expect(await told('')).toEqual(own)
  expect(await told('with_previews=true')).toEqual(both)
  expect(await told(`session=${deployment.id}`)).toEqual(own)
  expect(await told(`session=${deployment.id}&with_previews=true`)).toEqual(both)
  // Who names the preview, or a run of it, asks for it.
  expect(await told(`session=${preview.preview_id}`)).toEqual([preview.preview_id])
  expect(await told(`run=${made.get(preview.preview_id)}`)).toEqual([preview.preview_id])
  expect(await told(`session=${crypto.randomUUID()}&with_previews=true`).catch(() => [])).toEqual(
    [],
  )
})

it('marks its threads and runs as made there, whatever a client writes', async () => {
  const mark = { preview_of: deployment.id, revision_id: candidate.id }
  const claimed = { preview_of: 'elsewhere', revision_id: 'mine', team: 'a' }
  const body = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'Hi' }] } }
  const made = async (name: string) => {
    const at = `/agents/${name}/threads`
    const { thread_id } = await stack.json<Thread>('POST', at, { metadata: claimed })
    await stack.json('PATCH', `${at}/${thread_id}`, { metadata: { ...claimed, team: 'b' } })
    const request = { ...body, metadata: claimed }
    const run = await stack.json<Run>('POST', `${at}/${thread_id}/runs`, request)
    await stack.json('GET', `${at}/${thread_id}/runs/${run.run_id}/join`)
    const copy = await stack.json<Thread>('POST', `${at}/${thread_id}/copy`, {})
    const other = await stack.json<Run>('POST', `/agents/${name}/runs`, {
      ...body,
      on_completion: 'keep',
    })
    const kept = await stack.json<Thread>('GET', `${at}/${other.thread_id}`)
    const thread = await stack.json<Thread>('GET', `${at}/${thread_id}`)
    return [thread, copy, kept, run, other].map(({ metadata }) => metadata)
  }
  const [thread, copy, kept, run, other] = await made(`agent@${candidate.id}`)
  expect([thread, copy]).toEqual([1, 2].map(() => expect.objectContaining({ ...mark, team: 'b' })))
  expect(run).toMatchObject({ ...mark, team: 'a' })
  expect([kept, other]).toEqual([1, 2].map(() => expect.objectContaining(mark)))
  // Nobody can say of a conversation with what serves that it was none.
  for (const metadata of await made('agent')) expect(metadata).not.toHaveProperty('preview_of')
})

it('is ended after it was idle, not while a run is at work, and started when it is asked', async () => {
  const name = `agent@${candidate.id}`
  /** A run that goes on until it is cancelled: as long as it does, the preview is not idle. */
  const work = async () => {
    const at = `/agents/${name}/threads`
    const { thread_id } = await stack.json<Thread>('POST', at, {})
    const input = { messages: [{ role: 'user', content: 'Wait' }] }
    const body = { assistant_id: 'slow', input }
    const { run_id } = await stack.json<Run>('POST', `${at}/${thread_id}/runs`, body)
    return () => stack.call('POST', `${at}/${thread_id}/runs/${run_id}/cancel?wait=true`)
  }
  const cancel = await work()
  const [{ started_at } = preview] = await stack.json<Preview[]>('GET', url('/previews'))
  expect(started_at).not.toBeNull()
  expect(await stack.json('POST', previewUrl(), {})).toMatchObject({ started_at })
  const refused = await stack.call('DELETE', previewUrl())
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { detail: 'The preview has a run at work. Cancel it or wait for its end.' },
  ])
  expect((await cancel()).status).toBeLessThan(300)
  await expect.poll(states).toEqual(['resting'])
  expect((await stack.call('GET', '/readyz')).status).toBe(200)
  expect((await say(name)).answer).toBe('Two')
  const cancelAgain = await work()
  expect(await states()).toEqual(['running'])
  expect((await cancelAgain()).status).toBeLessThan(300)
  expect((await stack.call('DELETE', previewUrl())).status).toBe(204)
  expect(await states()).toEqual(['resting'])
})

it('a schedule of it starts it, and says in a sentence when its build is gone', async () => {
  const at = `/agents/agent@${candidate.id}/runs/crons`
  const cron = await stack.json<Cron>('POST', at, {
    schedule: '0 0 1 1 *',
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'Hi' }] },
    on_run_completed: 'keep',
  })
  const found = async () => {
    const body = { deployment_id: [preview.preview_id], limit: 100 }
    const { runs } = await stack.json<{ runs: Run[] }>('POST', '/api-host/v1/runs/search', body)
    return runs.filter(({ metadata }) => metadata?.cron_id === cron.cron_id)
  }
  const rest = async () => {
    await expect.poll(async () => (await stack.call('DELETE', previewUrl())).status).toBe(204)
    await database.query('update crons set next_run_at = now() where cron_id = $1', [cron.cron_id])
    // Whoever changes a schedule of any deployment has all looked at; this asks nothing of the preview.
    const other = { schedule: '0 0 1 1 *', assistant_id: 'agent', input: {} }
    await stack.json('POST', '/agents/agent/runs/crons', other)
  }
  await rest()
  await expect.poll(found).toMatchObject([{ status: 'success' }])
  const builds = path.join(stack.folder, 'data', 'builds')
  const kept = await readdir(builds)
  const [gone] = kept.filter((name) => existsSync(path.join(builds, name, 'slow.ts')))
  const from = path.join(builds, gone ?? '')
  await rename(from, path.join(stack.folder, 'gone'))
  await rest()
  const told = () =>
    database.query('select last_error as error from crons where cron_id = $1', [cron.cron_id])
  await expect
    .poll(told)
    .toMatchObject([
      { error: expect.stringMatching(/^There is no build of this revision that could run/) },
    ])
  expect(await found()).toHaveLength(1)
  await rename(path.join(stack.folder, 'gone'), from)
})

it('refuses what cannot be run, in a sentence', async () => {
  const nowhere = await stack.call('POST', url(`/revisions/${crypto.randomUUID()}/preview`), {})
  expect(nowhere.status).toBe(404)
  expect((await stack.call('GET', `/agents/agent@${crypto.randomUUID()}/info`)).status).toBe(404)
  await expect.poll(async () => (await stack.call('DELETE', previewUrl())).status).toBe(204)
  expect((await stack.call('GET', `/agents/nobody@${candidate.id}/info`)).status).toBe(404)
  expect(await states()).toEqual(['resting'])
  expect((await stack.call('GET', '/agents/agent@x/info')).status).toBe(404)
  const latest = await stack.json<{ resources: Revision[] }>('GET', url('/revisions'))
  expect(latest.resources.map((one) => one.without_traffic)).toEqual([true, false])
})

it('runs by the kept build of the same source where its own was given up', async () => {
  const first = deployment.active_revision_id ?? ''
  const again = await stack.json<Deployment>('POST', url(`/revisions/${first}/redeploy`), {})
  await stack.settled(deployment.id, again.latest_revision_id)
  await database.query('update revisions set build = null where id = $1', [first])
  expect(await stack.json('GET', url(`/revisions/${first}`))).toMatchObject({ has_build: true })
  await stack.json<Preview>('POST', url(`/revisions/${first}/preview`), {})
  expect((await say(`agent@${first}`)).answer).toBe('One')
  const end = () => stack.call('DELETE', url(`/revisions/${first}/preview`))
  await expect.poll(async () => (await end()).status).toBe(204)
  // With the last build of it that is kept the preview goes too.
  await database.query('update revisions set build = null where id = $1', [
    again.latest_revision_id,
  ])
  const refused = await stack.call('POST', url(`/revisions/${first}/preview`), {})
  expect(refused.status).toBe(409)
})

it('is promoted without a new build and without a failed request, and goes with its deployment', async () => {
  const answers = new Set<string>()
  let isPromoted = false
  const asking = (async () => {
    while (!isPromoted) answers.add((await say('agent')).answer)
  })()
  const promoted = await stack.json<Deployment>(
    'POST',
    url(`/revisions/${candidate.id}/redeploy`),
    {},
  )
  const revision = await stack.settled(deployment.id, promoted.latest_revision_id)
  isPromoted = true
  await asking
  expect([...answers].filter((answer) => !['One', 'Two'].includes(answer))).toEqual([])
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
