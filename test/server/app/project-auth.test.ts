import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

let stack: Stack
let repository: TestRepository
let deployment: Deployment

const fixture = (name: string) =>
  readFile(new URL(`../../fixtures/agents/${name}`, import.meta.url), 'utf8')
const config = (auth: unknown) =>
  JSON.stringify({ graphs: { whoami: './whoami.ts:graph' }, ...(auth ? { auth } : {}) })

beforeAll(async () => {
  stack = await startStack()
  repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'langgraph.json': config({ path: './auth.ts:auth' }),
    'whoami.ts': await fixture('whoami.ts'),
    'gate.ts': await fixture('gate.ts'),
    'auth.ts': await fixture('auth.ts'),
  })
  const deployed = await stack.deploy(repository.folder)
  expect(deployed.revision.status).toBe('DEPLOYED')
  deployment = deployed.deployment
})
afterAll(() => stack?.close())

const as = (who: string, method: string, at: string, body?: unknown) =>
  fetch(`${stack.url}/agents/agent${at}`, {
    method,
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const run = { assistant_id: 'whoami', input: { said: 'a word of alice' } }

/** A call of the console. */
const console_ = (method: string, at: string, body?: unknown) =>
  fetch(`${stack.url}/gateway${at}`, {
    method,
    headers: { origin: stack.url, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const agentOfConsole = () => `/connections/local/agents/${deployment.id}`
const planeOfConsole = '/connections/local/control-plane'

/** Deploys the next commit, and answers how its rollout ended. */
async function next(langgraph: string, files: Record<string, string | null> = {}) {
  await repository.commit({ 'langgraph.json': langgraph, ...files })
  const patched = await stack.json<Deployment>(
    'PATCH',
    `/api-host/v2/deployments/${deployment.id}`,
    {
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    },
  )
  return stack.settled(deployment.id, patched.latest_revision_id)
}

it('users come without the key of the server; who has it alone is nobody', async () => {
  const thread = (await (await as('alice', 'POST', '/threads', {})).json()).thread_id
  const waited = await as('alice', 'POST', `/threads/${thread}/runs/wait`, run)
  expect(await waited.json()).toMatchObject({ user_id: 'alice' })
  expect((await as('bob', 'GET', `/threads/${thread}`)).status).toBe(404)
  expect((await stack.call('GET', `/agents/agent/threads/${thread}`)).status).toBe(401)
})

it('the console is the operators’, and finds what the handlers let them find', async () => {
  const found = await console_('POST', `${agentOfConsole()}/threads/search`, {})
  expect(await found.json()).toMatchObject([{ metadata: { owner: 'alice' } }])
  const own = await console_('POST', `${agentOfConsole()}/runs/wait`, run)
  expect(await own.json()).toMatchObject({ user_id: 'langgraph-studio-user' })
  const all = await (await console_('POST', `${planeOfConsole}/v1/threads/find`, {})).json()
  expect(all.threads).toMatchObject([{ metadata: { owner: 'alice' } }])
  const executor = await console_('GET', `${agentOfConsole()}/executor`)
  expect(await executor.json()).toMatchObject({ state: 'up' })
})

it('a visitor of an embedded chat is no operator', async () => {
  const embed = await (
    await console_('POST', '/embeds', {
      name: 'Shop',
      connection_id: 'local',
      deployment_id: deployment.id,
      assistant_id: 'whoami',
      allowed_origins: ['https://shop.example.com'],
    })
  ).json()
  const page = (at: string, token: string | null, body: object) =>
    fetch(`${stack.url}/embed/${embed.key}/api${at}`, {
      method: 'POST',
      headers: {
        origin: 'https://shop.example.com',
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })
  const opened = await page('/sessions', null, {})
  const { token } = await opened.json()
  const thread = await page('/threads', token, {})
  expect(thread.ok).toBe(false)
  expect(await thread.text()).not.toContain('alice')
})

it('a revision whose authorization cannot be loaded does not serve', async () => {
  const cases: [object, Record<string, string | null>, Revision['status'], string][] = [
    [{ path: './auth.ts:blind' }, {}, 'DEPLOY_FAILED', 'has no authenticate handler'],
    [{ path: './whoami.ts:graph' }, {}, 'DEPLOY_FAILED', 'is no Auth of'],
    [{ path: './nowhere.ts:auth' }, {}, 'BUILD_FAILED', '“auth” names ./nowhere.ts'],
    [{ path: '../../auth.ts:auth' }, {}, 'CREATE_FAILED', 'leads out of the repository'],
    [{ path: './auth.py:auth' }, {}, 'CREATE_FAILED', 'must be written as'],
    [{ path: './auth.ts:auth', colour: 1 }, {}, 'CREATE_FAILED', '“auth.colour” is not a key'],
  ]
  for (const [auth, files, status, words] of cases) {
    const revision = await next(config(auth), files)
    expect(revision.status).toBe(status)
    expect(JSON.stringify(revision)).toContain(words)
  }
  expect((await as('alice', 'POST', '/threads/search', {})).status).toBe(200)
})

it('closed to operators, it is so in the console and in searches over all deployments', async () => {
  const revision = await next(config({ path: './auth.ts:auth', disable_studio_auth: true }))
  expect(revision.status).toBe('DEPLOYED')
  const found = await console_('POST', `${agentOfConsole()}/threads/search`, {})
  expect([found.status, await found.json()]).toEqual([401, { detail: 'Say who you are.' }])
  for (const at of ['/v1/threads/find', '/v1/runs/search']) {
    const all = await (await console_('POST', `${planeOfConsole}${at}`, {})).text()
    expect(all).not.toContain('alice')
    const direct = await (await stack.call('POST', `/api-host${at}`, {})).text()
    expect(direct).not.toContain('alice')
  }
  // How the process is doing is the server's to tell.
  expect((await console_('GET', `${agentOfConsole()}/executor`)).status).toBe(200)
  expect((await as('alice', 'POST', '/threads/search', {})).status).toBe(200)
})

it('without an authorization of its own again, the key of the server opens it', async () => {
  expect((await next(config(null))).status).toBe('DEPLOYED')
  expect((await as('alice', 'POST', '/threads/search', {})).status).toBe(401)
  expect((await stack.call('POST', '/agents/agent/threads/search', {})).status).toBe(200)
})
