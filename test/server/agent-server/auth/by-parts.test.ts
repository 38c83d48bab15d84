import { beforeAll, expect, it } from 'vitest'
import type { Thread } from '../../../../src/contract/agent-server/threads.ts'
import { guardedDeployment } from './guarded.ts'

const guarded = guardedDeployment()
const secret = 'what-alice-said'
type Who = Parameters<typeof guarded.as>[0]

const send = (who: Who, method: string, params: object) =>
  guarded.as(who, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params })
const callTool = (who: Who, name: string, input: object) =>
  send(who, 'tools/call', { name, arguments: input })
const listed = async (who: Who) => {
  const { text } = await send(who, 'tools/list', {})
  return [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name).sort()
}

beforeAll(async () => {
  const assistant = { graph_id: 'whoami', name: secret, metadata: { secret } }
  await guarded.as('alice', 'POST', '/assistants', assistant)
})

it('whoever is nobody is refused before anything is read', async () => {
  for (const method of ['POST', 'GET', 'DELETE'])
    expect((await guarded.as(null, method, '/mcp')).status).toBe(401)
  const keyed = { headers: { 'x-api-key': 'test-key' } }
  expect((await send(keyed, 'tools/list', {})).status).toBe(401)
})

it('the tools are those assistants that the handler lets through', async () => {
  expect(await listed('alice')).toEqual(['answer_question', secret].sort())
  expect(await listed('bob')).toEqual(['answer_question'])
  expect(await listed({ operator: true })).toEqual(['answer_question', secret, 'whoami'].sort())
  const refused = await send('denied', 'tools/list', {})
  expect(refused.text).toContain('"error":')
  expect(refused.text).not.toMatch(/whoami|secret/)
  const broken = await send('broken', 'tools/list', {})
  expect(broken.text).toContain('"error":')
  expect(broken.text).not.toMatch(/secret|at .*auth\.ts/)
})

it('a run is its caller’s, and its thread nobody else’s', async () => {
  const answer = await callTool('alice', secret, { said: 'hello' })
  expect(answer.text).toMatch(/"user_id":"alice"/)
  const mine = await guarded.as('alice', 'POST', '/threads/search', { metadata: { source: 'mcp' } })
  expect(mine.body).toMatchObject([{ metadata: { owner: 'alice', source: 'mcp' } }])
  const { thread_id } = mine.body[0] as Thread
  const others = await callTool('bob', 'answer_question', { thread_id, answer: 1 })
  expect(others.text).toMatch(/"isError":true/)
  expect(others.text).not.toMatch(/hello|alice/)
  expect((await callTool('bob', secret, {})).text).toContain('There is no tool')
  expect((await callTool('denied', secret, {})).text).toMatch(/"isError":true/)
})

it('a session is nobody else’s', async () => {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }
  const begun = await send('alice', 'initialize', hello)
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  const as = (name: string) =>
    guarded.as({ headers: { authorization: `Bearer ${name}`, ...session } }, 'DELETE', '/mcp')
  expect((await as('bob')).status).toBe(404)
  expect((await as('alice')).status).toBe(200)
})

const tell = (who: Who, method: string, params: object, assistant = 'whoami') =>
  guarded.as(who, 'POST', `/a2a/${assistant}`, { jsonrpc: '2.0', id: 1, method, params })
const message = {
  kind: 'message',
  messageId: 'm',
  role: 'user',
  parts: [{ kind: 'data', data: { said: 'hello' } }],
}

it('an agent card, and the agent, are there for those who may read the assistant', async () => {
  const card = (who: Who, id: string) =>
    guarded.as(who, 'GET', `/a2a/${id}/.well-known/agent-card.json`)
  const found = await guarded.as('alice', 'POST', '/assistants/search', {})
  const { assistant_id } = found.body[0]
  expect((await card('alice', assistant_id)).body).toMatchObject({ name: secret })
  for (const [who, status] of [
    [null, 401],
    ['bob', 404],
    ['denied', 403],
    [{ headers: { 'x-api-key': 'test-key' } }, 401],
  ] as [Who, number][]) {
    const answers = [
      await card(who, assistant_id),
      await guarded.as(who, 'GET', `/.well-known/agent-card.json?assistant_id=${assistant_id}`),
      await tell(who, 'message/send', { message }, assistant_id),
    ]
    expect(answers.map((one) => [one.status, one.text.includes(secret)])).toEqual(
      answers.map(() => [status, false]),
    )
  }
})

it('a task is its caller’s, and there is none for anybody else', async () => {
  const found = await guarded.as('alice', 'POST', '/assistants/search', {})
  const { assistant_id } = found.body[0]
  const task = (await tell('alice', 'message/send', { message }, assistant_id)).body.result
  expect(JSON.stringify(task.artifacts)).toContain('"user_id":"alice"')
  const operator = { operator: true } as const
  const mine = await tell('alice', 'tasks/get', { id: task.id }, assistant_id)
  expect(mine.body.result.id).toBe(task.id)
  // The operators see every assistant here, but this user’s threads by the rule of the handler alone.
  expect((await tell(operator, 'tasks/get', { id: task.id }, assistant_id)).status).toBe(200)
  const stolen = { ...message, taskId: task.id, contextId: task.contextId }
  const made = { graph_id: 'whoami', name: 'of bob' }
  const own = (await guarded.as('bob', 'POST', '/assistants', made)).body.assistant_id
  for (const [method, params] of [
    ['tasks/get', { id: task.id }],
    ['tasks/cancel', { id: task.id }],
    ['message/send', { message: stolen }],
    ['message/send', { message: { ...message, contextId: task.contextId } }],
  ] as const) {
    const answer = await tell('bob', method, params, own)
    expect(answer.body.error, method).toMatchObject({ code: expect.any(Number) })
    expect(answer.text).not.toMatch(/hello|alice/)
  }
})
