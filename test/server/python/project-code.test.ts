/** A project in Python with code of its own around its graph is deployed from a repository, and asked as anybody asks it. */
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

const agent = `from langgraph.graph import START, MessagesState, StateGraph

graph = StateGraph(MessagesState).add_node("answer", lambda _state: {}).add_edge(START, "answer")
`
const rules = `from langgraph_sdk import Auth

auth = Auth()


@auth.authenticate
def who(authorization: str | None):
    assert authorization, "Say who you are."
    return authorization.removeprefix("Bearer ")


@auth.on
async def own(ctx, value):
    value["metadata"] = {**(value.get("metadata") or {}), "owner": ctx.user.identity}
    return {"owner": ctx.user.identity}
`

const routes = `made = []


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        made.append("once")
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": f'["{scope["path"]}", "{made[0]}"]'.encode()})
`

let stack: Stack
beforeAll(async () => {
  // A wheelhouse, as on a machine without a network.
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', process.env.QUARTERDECK_TEST_WHEELS)
  stack = await startStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'langgraph.json': JSON.stringify({
      graphs: { agent: './agent.py:graph' },
      dependencies: ['.'],
      auth: { path: './rules.py:auth', disable_studio_auth: true },
      http: { app: 'routes:app' },
    }),
    'agent.py': agent,
    'rules.py': rules,
    'routes.py': routes,
  })
  const { revision } = await stack.deploy(repository.folder)
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stack?.close()
})

const ask = async (method: string, at: string, headers: HeadersInit = {}) => {
  const body = method === 'GET' ? null : '{}'
  const url = `${stack.url}/agents/agent${at}`
  const all = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url, { method, headers: all, body })
  return { status: response.status, body: await response.json() }
}
const bearer = (name: string) => ({ authorization: `Bearer ${name}` })

it('its authorization decides, in place of the key and also for operators', async () => {
  const thread = await ask('POST', '/threads', bearer('ann'))
  expect(thread.body.metadata).toEqual({ owner: 'ann' })
  const at = `/threads/${thread.body.thread_id}`
  expect((await ask('GET', at, bearer('ann'))).status).toBe(200)
  expect((await ask('GET', at, bearer('bob'))).status).toBe(404)
  const key = { 'x-api-key': stack.apiKey }
  for (const headers of [{}, key, { ...key, 'x-auth-scheme': 'langsmith' }]) {
    expect(await ask('GET', at, headers)).toEqual({
      status: 401,
      body: { detail: 'Say who you are.' },
    })
  }
})

it('its app answers what the agent server does not have, to whoever the authorization knows', async () => {
  expect((await ask('GET', '/own/place', bearer('ann'))).body).toEqual(['/own/place', 'once'])
  expect((await ask('GET', '/own/place', { 'x-api-key': stack.apiKey })).status).toBe(401)
  expect((await ask('POST', '/threads/search', bearer('ann'))).body).toEqual(expect.any(Array))
})
