/** What an `Auth` in Python may be, what its handlers are told, and what is said of one that cannot be asked. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { writtenProject } from './written-project.ts'

const project = writtenProject()

const agent = `from typing import Any, TypedDict
from langgraph.graph import START, StateGraph
from langgraph.runtime import get_runtime
from langgraph_sdk.runtime import ServerRuntime


class State(TypedDict, total=False):
    told: dict[str, Any]


def graph(runtime: ServerRuntime):
    made_for = runtime.user.identity if runtime.user else None

    def tell(state, config):
        user = config["configurable"].get("langgraph_auth_user")
        info = getattr(get_runtime(), "server_info", None)
        return {"told": {
            "made_for": made_for,
            "runs_for": info.user.identity if info and info.user else None,
            "name": user["display_name"],
            "team": user.get("team"),
            "permissions": user.permissions,
        }}

    return StateGraph(State).add_node("tell", tell).add_edge(START, "tell").compile()
`
const begin = `from langgraph_sdk import Auth

auth = Auth()

@auth.authenticate
`

/** Loads a project with this authorization, and makes it serve. */
const load = (code: string, place = './rules.py:auth') =>
  project.load(
    { 'agent.py': agent, 'rules.py': code },
    { auth: { path: place, disable_studio_auth: false } },
  )

async function ask(method: string, at: string, body?: unknown, headers: HeadersInit = {}) {
  const init = body === undefined ? { headers } : { headers, body: JSON.stringify(body) }
  const response = await project.ask(method, at, init)
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text) }
}
const run = { assistant_id: 'agent', input: {} }

it.each([
  ['a text', 'async def who(): return "ann"', { name: 'ann', permissions: [] }],
  [
    'a dict',
    'async def who(): return {"identity": "ann", "display_name": "Ann", "team": "red", "permissions": ("a", "b")}',
    { name: 'Ann', team: 'red', permissions: ['a', 'b'] },
  ],
  [
    'an object',
    `async def who():
    class Member:
        team = "not its own"
        permissions = ["a"]
        def __init__(self): self.team = "red"
        @property
        def identity(self): return "ann"
    return Member()`,
    { name: 'ann', team: 'red', permissions: ['a'] },
  ],
  [
    'a model',
    `async def who():
    from pydantic import BaseModel
    class Member(BaseModel):
        identity: str
        team: str
    return Member(identity="ann", team="red")`,
    { name: 'ann', team: 'red' },
  ],
  ['what a plain function returns', 'def who(): return "ann"', { name: 'ann' }],
])('a user may be %s, and the graph finds the same', async (_name, who, told) => {
  await load(`${begin}${who}\n`)
  const { body } = await ask('POST', '/runs/wait', run)
  expect(body.told).toMatchObject({ made_for: 'ann', runs_for: 'ann', ...told })
})

it('a handler is told what it names of a request', async () => {
  await load(`${begin}async def who(method, path, path_params, query_params, headers, authorization, scope, user, more=1):
    told = [method, path, path_params, query_params, headers[b"x-own"].decode("latin-1"), authorization, scope["type"], user, more]
    raise Auth.exceptions.HTTPException(418, str(told))
`)
  const thread = '01900000-0000-7000-8000-0000000000dd'
  const headers = { authorization: 'Bearer x', 'x-own': 'é' }
  const { status, body } = await ask(
    'GET',
    `/threads/${thread}/state?a=1&b=%20`,
    undefined,
    headers,
  )
  expect([status, body.detail]).toEqual([
    418,
    `['GET', '/threads/${thread}/state', {'thread_id': '${thread}'}, {'a': '1', 'b': ' '}, 'é', 'Bearer x', 'http', None, 1]`,
  ])
})

it.each([
  ['an assertion', 'assert False, "Not today."', 401, 'Not today.'],
  ['an assertion without words', 'assert False', 401, 'Unauthorized'],
  ['the published exception', 'raise Auth.exceptions.HTTPException()', 401, 'Unauthorized'],
  ['nobody', 'return None', 500, 'so nothing is let in'],
  ['a fault', 'return {}["x"]', 500, 'so nothing is let in'],
  ['the end of its program', 'raise SystemExit(0)', 500, 'so nothing is let in'],
  [
    'a header that cannot be sent',
    'raise Auth.exceptions.HTTPException(401, "no", {"x-own": "a\\nb"})',
    500,
    'so nothing is let in',
  ],
])('%s lets nobody in', async (_name, code, status, words) => {
  for (const kind of ['async def', 'def']) {
    await load(`${begin}${kind} who():\n    ${code}\n`)
    const answer = await ask('POST', '/threads/search', {})
    expect([kind, answer.status, answer.body]).toEqual([
      kind,
      status,
      { detail: expect.stringContaining(words) },
    ])
  }
})

it('the nearest handler decides, with ids and namespaces as they are published', async () => {
  await load(`${begin}async def who(): return {"identity": "ann", "kind": "StudioUser"}

def told(words): raise Auth.exceptions.HTTPException(409, words)

@auth.on
async def everything(ctx, value): told("everything")

@auth.on(actions=["read", "create"])
async def reads(ctx, value): told("reads")

@auth.on.threads
async def threads(ctx, value): told(f"threads {type(ctx.user).__name__} {ctx.resource}:{ctx.action}")

@auth.on.threads.read
async def read(ctx, value): told(f"read {type(value['thread_id']).__name__}")

@auth.on.threads.delete
async def delete(ctx, value): assert False, "Kept."

@auth.on.store.put
async def put(ctx, value): told(f"put {value['namespace']}")
`)
  const thread = '/threads/01900000-0000-7000-8000-0000000000dd'
  const said = async (method: string, at: string, body?: unknown) => {
    const answer = await ask(method, at, body)
    return [answer.status, answer.body.detail]
  }
  expect(await said('GET', thread)).toEqual([409, 'read UUID'])
  expect(await said('POST', '/threads', {})).toEqual([409, 'threads User threads:create'])
  expect(await said('GET', `/assistants/${randomUUID()}`)).toEqual([409, 'reads'])
  expect(await said('POST', '/assistants/search', {})).toEqual([409, 'everything'])
  expect(await said('DELETE', thread)).toEqual([403, 'Kept.'])
  const item = { namespace: ['a', 'b'], key: 'k', value: {} }
  expect(await said('PUT', '/store/items', item)).toEqual([409, "put ('a', 'b')"])
})

it.each([
  [`${begin}async def who(body): return "ann"\n`, 'asks for “body”, and the body of a request'],
  [`${begin}async def who(tenant): return "ann"\n`, 'asks for “tenant”, and nothing is told'],
  [
    `import sys\nsys.modules["starlette"] = None\n${begin}async def who(request): return "ann"\n`,
    'Add starlette to the project',
  ],
  ['from langgraph_sdk import Auth\nauth = Auth()\n', 'has no authenticate handler'],
  ['auth = 1\n', 'the export “auth” of ./rules.py is no Auth of langgraph_sdk'],
  ['other = 1\n', './rules.py has no export named “auth”'],
  ['raise ValueError("not set up")\n', 'failed with “ValueError: not set up” at rules.py:1'],
])('does not serve, and says why: %j', async (code, words) => {
  const loading = load(code)
  await expect(loading).rejects.toThrow('The authorization cannot be loaded: ')
  await expect(loading).rejects.toThrow(words)
})

it('an authorization may be named as a module', async () => {
  await load(`${begin}async def who(): return "ann"\n`, 'rules:auth')
  expect((await ask('POST', '/threads/search', {})).status).toBe(200)
})
