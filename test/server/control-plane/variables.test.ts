/** Variables that the published agent servers know: honoured, told or refused by name (36.3). */

import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Assistant } from '../../../src/contract/agent-server/assistants.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

let count = 0
async function deployed(secrets: Record<string, string>, config: object = {}) {
  const name = `agent-${++count}`
  const files = {
    ...agentProject('x'),
    'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' }, ...config }),
  }
  const { folder } = await makeRepository(path.join(stack.folder, name), files)
  const { deployment, revision } = await stack.deploy(folder, { name, secrets })
  const address = `/api-host/v2/deployments/${deployment.id}/revisions/${revision.id}/logs?type=build`
  const log = await stack.json<{ logs: { message: string }[] }>('GET', address)
  return { name, deployment, revision, log: log.logs.map(({ message }) => message) }
}
const assistantOf = async (name: string) =>
  (await stack.json<Assistant[]>('POST', `/agents/${name}/assistants/search`, {}))[0] as Assistant
const allowed = async (name: string, origin: string) => {
  const answer = await fetch(`${stack.url}/agents/${name}/ok`, { headers: { origin } })
  return answer.headers.get('access-control-allow-origin')
}

it('36.3: graphs’ assistants and who may call go by them, until they are changed or langgraph.json says', async () => {
  const defaults = { configurable: { tone: 'dry' }, recursion_limit: 7, context: { region: 'eu' } }
  const secrets = {
    LANGGRAPH_CONFIG: JSON.stringify({ agent: defaults, other: {} }),
    CORS_ALLOW_ORIGINS: 'https://a.example, https://b.example/',
    REDIS_URI_CUSTOM: 'redis://hidden-value',
    MODEL: 'large',
  }
  const { name, deployment, revision, log } = await deployed(secrets)
  expect(revision.status).toBe('DEPLOYED')
  const made = await assistantOf(name)
  const { context, ...config } = defaults
  expect(made).toMatchObject({ version: 1, metadata: { created_by: 'system' } })
  expect([made.config, made.context]).toEqual([config, context])
  expect(log).toContain('Secrets: REDIS_URI_CUSTOM has no effect. There is no Redis here.')
  expect(log.join()).not.toContain('hidden-value')
  expect(await allowed(name, 'https://b.example')).toBe('https://b.example')
  expect(await allowed(name, 'https://c.example')).toBeNull()

  const next = async (config: string) => {
    const patched = await stack.json<{ latest_revision_id: string }>(
      'PATCH',
      `/api-host/v2/deployments/${deployment.id}`,
      { secrets: [{ name: 'LANGGRAPH_CONFIG', value: config }] },
    )
    const { status } = await stack.settled(deployment.id, patched.latest_revision_id)
    expect(status).toBe('DEPLOYED')
  }
  await next('{"agent": {"recursion_limit": 9}}')
  const renewed = await assistantOf(name)
  expect(renewed).toMatchObject({ version: 1, config: { recursion_limit: 9 } })
  expect(renewed.context).toEqual({})
  const own = { config: { recursion_limit: 11 } }
  await stack.json('PATCH', `/agents/${name}/assistants/${made.assistant_id}`, own)
  await next('{"agent": {"recursion_limit": 13}}')
  expect((await assistantOf(name)).config).toEqual({ recursion_limit: 11 })
})

it('36.3: langgraph.json goes before CORS_ALLOW_ORIGINS, and its env is read as secrets are', async () => {
  const { name, revision, log } = await deployed(
    { CORS_ALLOW_ORIGINS: 'https://a.example' },
    {
      http: { cors: { allow_origins: ['https://d.example'] } },
      env: { MOUNT_PREFIX: '/x', LANGGRAPH_CONFIG: '{"agent": {"tags": ["t"]}}' },
    },
  )
  expect(revision.status).toBe('DEPLOYED')
  expect(await allowed(name, 'https://a.example')).toBeNull()
  expect(await allowed(name, 'https://d.example')).toBe('https://d.example')
  expect((await assistantOf(name)).config).toEqual({ tags: ['t'] })
  expect(log).toContain(
    'langgraph.json: “env”: MOUNT_PREFIX has no effect. The address of an agent is the server’s.',
  )
})

it('36.3: what would be broken in silence is refused by name, without its value, before anything is built', async () => {
  const uri = 'postgres://user:hidden-value@db.example/agent'
  const refused = await deployed({ POSTGRES_URI_CUSTOM: uri, N_JOBS_PER_WORKER: 'hidden-value' })
  expect(refused.revision).toMatchObject({
    status: 'CREATE_FAILED',
    status_reason:
      'Secrets: POSTGRES_URI_CUSTOM is not supported here. Threads and state are kept by this server, in its own database. N_JOBS_PER_WORKER must be a whole number from 1 on.',
  })
  const own = await deployed({}, { env: { LANGGRAPH_AUTH: '{"path": "./auth.ts:auth"}' } })
  expect(own.revision).toMatchObject({
    status: 'CREATE_FAILED',
    status_reason: expect.stringContaining('Write it in langgraph.json, as “auth”.'),
  })
})

it('36.3: the .env of a folder that is worked in is read by the same rules', async () => {
  const files = { ...agentProject('x'), '.env': 'LOG_JSON=true\n' }
  const { folder } = await makeRepository(path.join(stack.folder, 'worked-in'), files)
  const id = await stack.follow(folder)
  const { latest_revision_id } = await stack.json<Deployment>(
    'GET',
    `/api-host/v2/deployments/${id}`,
  )
  const address = `/api-host/v2/deployments/${id}/revisions/${latest_revision_id}/logs?type=build`
  const log = await stack.json<{ logs: { message: string }[] }>('GET', address)
  expect(log.logs.map(({ message }) => message)).toContain(
    '.env: LOG_JSON has no effect. The log is read as JSON by its address.',
  )
})
