/** What the langgraph.json of a project in Python says of its addresses, its webhooks and what is kept holds at the server. */
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const graph = `from typing import TypedDict

from langgraph.graph import START, StateGraph


class State(TypedDict, total=False):
    tenant: str
    others: list[str]


async def answer(state, config, *, store):
    await store.aput(("kept",), "word", {"is": "here"})
    await store.aput(("kept",), "long", {"is": "here"}, ttl=60)
    told = [name for name in config["configurable"] if name.startswith("x-")]
    tenant = config["configurable"].get("x-tenant", "nobody")
    return {"tenant": tenant, "others": [name for name in told if name != "x-tenant"]}


agent = StateGraph(State).add_node("answer", answer).add_edge(START, "answer")
`
const config = {
  graphs: { agent: './agent.py:agent' },
  dependencies: ['.'],
  http: {
    disable_assistants: true,
    disable_a2a: true,
    cors: { allow_origins: ['https://one.example'] },
    configurable_headers: { includes: ['x-tenant'] },
  },
  webhooks: { url: { allowed_domains: ['hooks.example'] } },
  checkpointer: { ttl: { default_ttl: 60, strategy: 'keep_latest' } },
  // As good as nothing, so that a test sees items go.
  store: { ttl: { default_ttl: 0.001, refresh_on_read: false } },
}

let stack: Stack
beforeAll(async () => {
  // A wheelhouse, as on a machine without a network.
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', process.env.QUARTERDECK_TEST_WHEELS)
  stack = await startStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'langgraph.json': JSON.stringify(config),
    'agent.py': graph,
  })
  const { revision } = await stack.deploy(repository.folder)
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stack?.close()
})

const call = (method: string, at: string, body?: unknown, headers: HeadersInit = {}) =>
  fetch(`${stack.url}/agents/agent${at}`, {
    method,
    headers: { 'x-api-key': stack.apiKey, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const run = { assistant_id: 'agent', input: {} }

it('a part that it closes is not there, and the others are', async () => {
  expect((await call('POST', '/assistants/search', {})).status).toBe(404)
  expect((await call('GET', '/.well-known/agent-card.json')).status).toBe(404)
  expect((await call('POST', '/threads/search', {})).status).toBe(200)
})

it('pages of the origins that it names may call, and no others', async () => {
  const allowed = async (origin: string) =>
    (await call('OPTIONS', '/threads/search', undefined, { origin })).headers.get(
      'access-control-allow-origin',
    )
  expect(await allowed('https://one.example')).toBe('https://one.example')
  expect(await allowed('https://two.example')).toBeNull()
})

it('webhooks are those that it names', async () => {
  const refused = await call('POST', '/runs', { ...run, webhook: 'https://elsewhere.example/a' })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: [{ loc: ['body', 'webhook'], msg: expect.stringContaining('hooks.example only') }] },
  ])
  const webhook = 'https://hooks.example/a'
  expect((await call('POST', '/runs', { ...run, webhook })).status).toBe(200)
})

it('its graph finds the headers that it names, and no others', async () => {
  const headers = { 'x-tenant': 'acme', 'x-other': 'x' }
  const answer = await call('POST', '/runs/wait', run, headers)
  expect(await answer.json()).toEqual({ tenant: 'acme', others: [] })
})

it('threads and items that say nothing are kept as long as it says', async () => {
  const thread = await (await call('POST', '/threads', {})).json()
  expect(thread.ttl).toMatchObject({ ttl: 60, strategy: 'keep_latest' })
  const item = { namespace: ['told'], key: 'word', value: { is: 'here' } }
  expect((await call('PUT', '/store/items', item)).status).toBe(204)
  expect((await call('PUT', '/store/items', { ...item, key: 'long', ttl: 60 })).status).toBe(204)
  expect((await call('POST', '/runs/wait', run)).status).toBe(200)
  const keys = async (namespace: string) => {
    const found = await call('POST', '/store/items/search', { namespace_prefix: [namespace] })
    return (await found.json()).items.map(({ key }: { key: string }) => key)
  }
  await expect.poll(() => keys('told')).toEqual(['long'])
  await expect.poll(() => keys('kept')).toEqual(['long'])
})
