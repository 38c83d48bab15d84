import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

/** 33.4: who deleted something is found by how it was called, whoever did it and by whatever way. */
const password = 'open sesame'
let stack: Stack
let cookie: string
let deploymentId: string
beforeAll(async () => {
  stack = await startStack({ password })
  const response = await fetch(`${stack.url}/gateway/session`, {
    method: 'POST',
    body: JSON.stringify({ password }),
  })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('Yes'))
  deploymentId = (await stack.deploy(repository.folder)).deployment.id
})
afterAll(() => stack?.close())

/** As somebody at the console. */
async function console<Answer>(method: string, at: string, body?: unknown): Promise<Answer> {
  const response = await fetch(stack.url + at, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : null) as Answer
}

/** Who deleted what has such a name. */
async function deletedBy(name: string, action: string): Promise<unknown[]> {
  const query = new URLSearchParams({ subject_name: name, action })
  const at = `/gateway/audit?${query}`
  const { resources } = await console<{ resources: AuditEntry[] }>('GET', at)
  return resources.map(({ user_name }) => user_name)
}

type Made = Record<string, string>
const view = { page: 'runs', name: 'Failed today', query: '?status=failed' }
const provider = {
  provider_id: 'acme-login',
  name: 'Acme login',
  client_id: 'id',
  client_secret: 'secret',
  auth_url: 'https://a.example/auth',
  token_url: 'https://a.example/token',
}
const external = {
  name: 'gone-agent',
  source: 'external_docker',
  source_config: { custom_url: 'http://127.0.0.1:9/at' },
  source_revision_config: {},
  secrets: [],
}

/** What is the console’s own: where it is made and deleted, with what, under which name and by which part of the answer. */
const own: [name: string, at: string, id: string, body: object][] = [
  ['ada', '/gateway/users', 'id', { role: 'viewer', password: 'the password of ada' }],
  ['nightly-job', '/gateway/tokens', 'id', { role: 'viewer' }],
  [
    'Staging',
    '/gateway/connections',
    'id',
    { kind: 'agent_server', base_url: 'http://127.0.0.1:9' },
  ],
  [view.name, '/gateway/connections/local/views', 'id', view],
  ['Too many errors', '/gateway/alerts/rules', 'id', { kind: 'error_rate' }],
  ['Refunds', '/gateway/qa/suites', 'suite_id', { cases: [] }],
]

it.each(own)('33.4: %s, deleted at the console', async (name, at, id, body) => {
  const made = await console<Made>('POST', at, { name, ...body })
  await console('DELETE', `${at}/${made[id]}`)
  expect(await deletedBy(name, 'delete')).toEqual(['admin'])
})

/** What a server has: the console reaches it through the gateway, programs with the API key. */
const ofServer: [name: string, below: 'plane' | 'agent', at: string, id: string, body: object][] = [
  [external.name, 'plane', '/v2/deployments', 'id', external],
  [provider.name, 'plane', '/v2/auth/providers', 'provider_id', provider],
  ['Kind one', 'agent', '/assistants', 'assistant_id', { graph_id: 'agent', name: 'Kind one' }],
  ['A refund', 'agent', '/threads', 'thread_id', { metadata: { title: 'A refund' } }],
  [
    '5 4 1 1 * · agent',
    'agent',
    '/runs/crons',
    'cron_id',
    { assistant_id: 'agent', schedule: '5 4 1 1 *' },
  ],
]

describe.each(ofServer)('33.4: %s, deleted', (name, below, at, id, body) => {
  const action = 'delete'
  it('at the console', async () => {
    const server = below === 'plane' ? 'control-plane' : `agents/${deploymentId}`
    const base = `/gateway/connections/local/${server}${at}`
    const made = await console<Made>('POST', base, body)
    await console('DELETE', `${base}/${made[id]}`)
    expect(await deletedBy(name, action)).toEqual(['admin'])
  })
  it('by the API key', async () => {
    const base = `${below === 'plane' ? '/api-host' : '/agents/agent'}${at}`
    const made = await stack.json<Made>('POST', base, body)
    await stack.call('DELETE', `${base}/${made[id]}`)
    await vi.waitFor(
      async () => expect(await deletedBy(name, action)).toEqual(['API key', 'admin']),
      { timeout: waitMs },
    )
  })
})

it('33.4: an item of a store, deleted at the console and by the API key', async () => {
  const item = { namespace: ['refunds', 'ana'], key: 'last order' }
  for (const [base, write] of [
    [`/gateway/connections/local/agents/${deploymentId}`, console],
    ['/agents/agent', stack.call],
  ] as const) {
    await stack.json('PUT', '/agents/agent/store/items', { ...item, value: { open: true } })
    await write('DELETE', `${base}/store/items`, item)
  }
  await vi.waitFor(
    async () =>
      expect(await deletedBy('refunds.ana.last order (agent)', 'delete')).toEqual([
        'API key',
        'admin',
      ]),
    { timeout: waitMs },
  )
})

it('33.4: an embed, deleted at the console', async () => {
  const shop = { connection_id: 'local', deployment_id: deploymentId, assistant_id: 'agent' }
  const made = await console<Made>('POST', '/gateway/embeds', { name: 'Shop chat', ...shop })
  await console('DELETE', `/gateway/embeds/${made.id}`)
  expect(await deletedBy('Shop chat', 'delete')).toEqual(['admin'])
})

it('33.4: what can be brought back for a while is named when it is deleted', async () => {
  const suite = await console<Made>('POST', '/gateway/qa/suites', { name: 'Greetings', cases: [] })
  const thread = await stack.json<Made>('POST', '/agents/agent/threads', {
    metadata: { title: 'My lamp' },
  })
  await console('POST', '/gateway/deletions', { kind: 'suite', subject_id: suite.suite_id })
  await console('POST', '/gateway/deletions', {
    ...{ kind: 'thread', subject_id: thread.thread_id },
    ...{ connection_id: 'local', deployment_id: deploymentId },
  })
  expect(await deletedBy('greetings', 'createDeletion')).toEqual(['admin'])
  expect(await deletedBy('my lamp', 'createDeletion')).toEqual(['admin'])
})

it('33.4: a thread that has no title is named by its id, not by what was said in it', async () => {
  const thread = await stack.json<Made>('POST', '/agents/agent/threads', {})
  const id = thread.thread_id ?? ''
  const asked = {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'My secret' }] },
  }
  await stack.json('POST', `/agents/agent/threads/${id}/runs/wait`, asked)
  await console('DELETE', `/gateway/connections/local/agents/${deploymentId}/threads/${id}`)
  expect(await deletedBy('my secret', '')).toEqual([])
  expect(await deletedBy(`Thread ${id.slice(0, 8)} (agent)`, 'delete')).toEqual(['admin'])
})
