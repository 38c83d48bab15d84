import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

/**
 * The rules of the requirements for the control plane and the feedback service, one by one and by plain
 * HTTP, as a script of somebody who has read nothing else would ask for them.
 */
let stack: Stack
let base: string
/** What creating the deployment answered. */
let made: { status: number; body: { id: string; latest_revision_id: string } }
let id: string
let revisionId: string
beforeAll(async () => {
  stack = await startStack()
  base = `${stack.url}/api-host`
  const project = await makeRepository(path.join(stack.folder, 'project'), agentProject('one'))
  made = await ask('POST', `${base}/v2/deployments`, {
    name: 'agent',
    source: 'github',
    source_config: { repo_url: project.folder },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  id = made.body.id
  revisionId = made.body.latest_revision_id
  await stack.settled(id, revisionId)
})
afterAll(() => stack?.close())

const withKey = { 'x-api-key': '' }
const ask = async (
  method: string,
  address: string,
  body?: unknown,
  headers: HeadersInit = withKey,
) => {
  const response = await fetch(address, {
    method,
    headers: headers === withKey ? { 'x-api-key': stack.apiKey } : headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
const revisionUrl = (revision: string) => `${base}/v2/deployments/${id}/revisions/${revision}`

it('§1.1 §2.3 §4.1 POST /v2/deployments answers with id and latest_revision_id', () => {
  expect(made.status).toBe(201)
  expect([typeof id, typeof revisionId]).toEqual(['string', 'string'])
})

it('§1.2 §4.1 GET /v2/deployments/{deployment_id} answers with that deployment', async () => {
  const { status, body } = await ask('GET', `${base}/v2/deployments/${id}`)
  expect([status, body.id, typeof body.latest_revision_id]).toEqual([200, id, 'string'])
})

it('§1.3 §2.3 §3 §4.1 the revision has a status, and polling ends at DEPLOYED', async () => {
  const { status, body } = await ask('GET', revisionUrl(revisionId))
  expect([status, body.id, body.status]).toEqual([200, revisionId, 'DEPLOYED'])
})

it('§1.4 §4.1 PATCH /v2/deployments/{deployment_id} updates it, and its new revision can be polled', async () => {
  const secrets = [{ name: 'GREETING', value: 'hello' }]
  const { status, body } = await ask('PATCH', `${base}/v2/deployments/${id}`, { secrets })
  expect([status, body.id]).toEqual([200, id])
  expect(body.latest_revision_id).not.toBe(revisionId)
  expect((await stack.settled(id, body.latest_revision_id)).status).toBe('DEPLOYED')
})

it('§1 §2.1 §4.1 GET /v2/auth/providers/{provider_id} answers with every required field', async () => {
  const { status, body } = await ask('GET', `${base}/v2/auth/providers/example`)
  expect(status).toBe(200)
  for (const name of ['id', 'organization_id', 'provider_id', 'name', 'client_id', 'auth_url']) {
    expect([name, typeof body[name]]).toEqual([name, 'string'])
  }
  for (const name of ['token_url', 'created_at', 'updated_at']) {
    expect([name, typeof body[name]]).toEqual([name, 'string'])
  }
  expect(typeof body.uses_pkce).toBe('boolean')
  expect(body).toHaveProperty('code_challenge_method')
  expect(body.provider_id).toBe('example')
})

it('§2.2 §4.1 §7 a faulty provider id is 422 with loc, msg and type', async () => {
  const { status, body } = await ask('GET', `${base}/v2/auth/providers/%20`)
  expect(status).toBe(422)
  expect(body).toEqual({
    detail: [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }],
  })
})

it('§5.1 the control plane takes X-Api-Key; §5.2 each of three schemes opens the provider endpoint', async () => {
  const provider = `${base}/v2/auth/providers/example`
  const { body } = await ask('GET', provider)
  const alone: Record<string, string>[] = [
    { 'x-api-key': stack.apiKey },
    { 'x-tenant-id': body.organization_id },
    { authorization: `Bearer ${stack.apiKey}` },
  ]
  for (const headers of alone)
    expect((await ask('GET', provider, undefined, headers)).status).toBe(200)
  expect((await ask('GET', provider, undefined, {})).status).toBe(401)
  expect((await ask('GET', `${base}/v2/deployments/${id}`, undefined, {})).status).toBe(401)
})

/** A new address for the key, as a run gives it out. */
async function feedbackUrl(key: string): Promise<string> {
  const answer = await ask('POST', `${stack.url}/agents/agent/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'hello' }] },
    feedback_keys: [key],
  })
  return answer.body.__feedback__[key]
}

it('§2.6 each key has an address of the form {tracing_url}/api/v1/feedback/tokens/<token_id>', async () => {
  const url = await feedbackUrl('user_liked')
  expect(url.startsWith(`${stack.url}/api/v1/feedback/tokens/`)).toBe(true)
})

it.each([
  ['score', 1],
  ['score', -1],
  ['value', 0.5],
  ['comment', 'Good & short.'],
  ['correction', { answer: 'Paris' }],
  ['metadata', { page: '/help' }],
])(
  '§2.7 §4.3 §5.4 %s %j is taken by POST, and by GET unless it is metadata, without a credential',
  async (name, value) => {
    const url = await feedbackUrl('user_score')
    const sent = await ask('POST', url, { [name]: value }, {})
    expect(sent.status).toBe(200)
    const runId = sent.body.run_id
    const read = async () => (await ask('GET', `${stack.url}/api/v1/feedback?run=${runId}`)).body
    expect(await read()).toEqual([expect.objectContaining({ key: 'user_score', [name]: value })])
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    const byGet = await ask('GET', `${url}?${new URLSearchParams({ [name]: text })}`, undefined, {})
    expect(byGet.status).toBe(name === 'metadata' ? 422 : 200)
    expect(await read()).toEqual([expect.objectContaining({ key: 'user_score', [name]: value })])
  },
)

it('§9.1 a path without its version segment leads nowhere', async () => {
  expect((await ask('GET', `${base}/deployments/${id}`)).status).toBe(404)
})
