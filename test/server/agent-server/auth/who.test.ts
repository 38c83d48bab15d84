import { isStudioUser } from '@langchain/langgraph-sdk/auth'
import { expect, it } from 'vitest'
import { studioUser } from '../../../../src/server/agent-server/auth/studio-user.ts'
import { apiKey } from '../serve-fixtures.ts'
import { guardedDeployment } from './guarded.ts'

const guarded = guardedDeployment()
const operator = { operator: true } as const
const whoami = { assistant_id: 'whoami', input: {} }

it('a run finds the user who asked for it, whatever the caller or the assistant says of one', async () => {
  const { as } = guarded
  const assistant = await as('alice', 'POST', '/assistants', {
    graph_id: 'whoami',
    config: { configurable: { langgraph_auth_user_id: 'root', langgraph_auth_more: 1 } },
  })
  const { body } = await as('alice', 'POST', '/runs/wait', {
    assistant_id: assistant.body.assistant_id,
    input: {},
    config: { configurable: { langgraph_auth_user: { identity: 'root' } } },
  })
  expect(body).toMatchObject({
    user: { identity: 'alice', display_name: 'alice', is_authenticated: true },
    user_id: 'alice',
    permissions: ['threads:all'],
  })
})

it('the project sees the request without what opens the server', async () => {
  const { as } = guarded
  const headers = {
    authorization: 'Bearer alice',
    'x-api-key': apiKey,
    cookie: 'quarterdeck_session=secret; theirs=1',
  }
  const { body } = await as({ headers }, 'POST', '/runs/wait?x=1', whoami)
  expect(body.user).toMatchObject({
    seen: ['authorization=Bearer alice', 'cookie=theirs=1'],
    path: '/runs/wait',
  })
  const own = await as(
    { headers: { ...headers, 'x-api-key': 'theirs' } },
    'POST',
    '/runs/wait',
    whoami,
  )
  expect(own.body.user.seen).toContain('x-api-key=theirs')
  const byKey = await as({ headers: { authorization: `Bearer ${apiKey}` } }, 'GET', '/threads/x')
  expect(byKey.status).toBe(401)
})

it('what the user is stays in the run: the answer tells the id alone', async () => {
  const { as } = guarded
  const thread = (await as('alice', 'POST', '/threads', {})).body.thread_id
  const run = await as('alice', 'POST', `/threads/${thread}/runs`, whoami)
  expect(run.body.kwargs.config.configurable).toEqual({ langgraph_auth_user_id: 'alice' })
})

it('streams tell of the user the id alone, as the run does', async () => {
  const body = { ...whoami, stream_mode: ['debug', 'checkpoints', 'tasks'] }
  const { text } = await guarded.as('alice', 'POST', '/runs/stream', body)
  expect(text).toContain('"langgraph_auth_user_id":"alice"')
  expect(text).not.toMatch(/"langgraph_auth_(user|permissions)":/)
})

it('a refusal comes with the words and the headers of its handler', async () => {
  const answer = await guarded.as(null, 'GET', '/threads/x')
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({ detail: 'Say who you are.' })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  const run = await guarded.as('denied', 'POST', '/runs/wait', whoami)
  expect([run.status, run.body]).toEqual([403, { detail: 'No runs for you.' }])
})

it.each([
  ['throw', 500],
  ['empty', 500],
  ['untrue', 401],
  ['odd', 500],
  ['vague', 500],
  ['wordy', 500],
])('who is “%s” is not let in: %i', async (who, status) => {
  const answer = await guarded.as(who, 'POST', '/threads/search', {})
  expect([answer.status, answer.text.includes('secret')]).toEqual([status, false])
  expect(answer.body.detail).toEqual(expect.any(String))
})

it('handlers that hang are refused after a time, and keep nobody else waiting', async () => {
  const { as } = guarded
  const hanging = [as('hang', 'GET', '/threads/x'), as('hanging', 'POST', '/threads', {})]
  expect((await as('alice', 'POST', '/threads/search', {})).status).toBe(200)
  for (const answer of await Promise.all(hanging)) {
    expect([answer.status, answer.body.detail]).toEqual([
      503,
      expect.stringContaining('so nothing is let in'),
    ])
  }
})

it('operators are the published studio user to the handlers, and are asked for as such', async () => {
  expect(isStudioUser(studioUser)).toBe(true)
  const { as } = guarded
  await as('alice', 'POST', '/threads', { metadata: { place: 'console' } })
  const found = await as(operator, 'POST', '/threads/search', { metadata: { place: 'console' } })
  expect(found.body).toHaveLength(1)
  const run = await as(operator, 'POST', '/runs/wait', whoami)
  expect(run.body).toMatchObject({ user_id: 'langgraph-studio-user' })
})
