import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import type { Feedback, FeedbackGroup } from '../../../src/contract/tracing/feedback.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

/** Votes on the runs of a server that has no feedback service: the whole product, and such a server. */
let stack: Stack
let foreign: http.Server
let address: string
let flags: Record<string, unknown>
const asked: string[] = []

beforeAll(async () => {
  foreign = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answers: Record<string, unknown> = {
      '/ok': { ok: true },
      '/info': { version: '1.1.17', langgraph_js_version: '1.4.13', flags },
      '/assistants/search': [],
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 422, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'feedback_keys must be a list' }))
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  stack = await startStack()
})
afterAll(async () => {
  await stack?.close()
  await new Promise((resolve) => foreign?.close(resolve))
})

async function connect(told: Record<string, unknown>): Promise<Connection> {
  flags = told
  const { id } = await stack.json<Connection>('POST', '/gateway/connections', {
    name: `Foreign ${randomUUID()}`,
    kind: 'agent_server',
    base_url: address,
  })
  await stack.json('POST', `/gateway/connections/${id}/test`, {})
  return stack.json('GET', `/gateway/connections/${id}`)
}

const feedback = (connection: { id: string }) =>
  `/gateway/connections/${connection.id}/tracing/api/v1/feedback`
const votes = (connection: { id: string }) => stack.json<Feedback[]>('GET', feedback(connection))

/** An address for a run and key, as the chat asks for one when somebody presses a thumb. */
const addressFor = (connection: { id: string }, run_id: string) =>
  stack.json<FeedbackToken>('POST', `${feedback(connection)}/tokens`, {
    run_id,
    feedback_key: 'user_score',
  })

async function vote(connection: { id: string }, run_id: string, score: number) {
  const { id } = await addressFor(connection, run_id)
  await stack.json('POST', `${feedback(connection)}/tokens/${id}`, { score })
}

it('are kept here where the server says that it has no service, and asked of nobody else', async () => {
  const connection = await connect({ langsmith: false })
  expect(connection.keeps_votes).toBe(true)
  expect(connection.feedback_origin).toBe(new URL(stack.url).origin)
  expect(connection.probe?.capabilities.feedback_event).toMatchObject({ status: 'no' })
  const run = randomUUID()
  asked.length = 0
  const { url } = await addressFor(connection, run)
  expect(new URL(url).origin).toBe(connection.feedback_origin)
  await vote(connection, run, 1)
  expect(await votes(connection)).toMatchObject([
    { run_id: run, key: 'user_score', score: 1, deployment_id: connection.id, revision_id: null },
  ])
  const listed = await stack.json<FeedbackToken[]>(
    'GET',
    `${feedback(connection)}/tokens?run_id=${run}`,
  )
  expect(listed).toHaveLength(2)
  const { groups } = await stack.json<{ groups: FeedbackGroup[] }>(
    'GET',
    `${feedback(connection)}/summary?group_by=deployment_id`,
  )
  expect(groups).toMatchObject([{ deployment_id: connection.id, count: 1, positive: 1 }])
  expect(asked).toEqual([])
})

it('tell of what they are about what their address was made with', async () => {
  const connection = await connect({ langsmith: false })
  const about = { thread_id: randomUUID(), question: 'Why?', answer: 'Because.' }
  const address = { run_id: randomUUID(), feedback_key: 'user_score', about }
  const { id } = await stack.json<FeedbackToken>('POST', `${feedback(connection)}/tokens`, address)
  await stack.json('POST', `${feedback(connection)}/tokens/${id}`, { score: 1 })
  expect(await votes(connection)).toMatchObject([about])
  const long = { ...address, about: { ...about, answer: 'x'.repeat(2_001) } }
  const refused = await stack.call('POST', `${feedback(connection)}/tokens`, long)
  expect(refused.status).toBe(422)
})

it('are seen by their own connection alone, and go with it', async () => {
  const [one, other] = [await connect({ langsmith: false }), await connect({ langsmith: false })]
  const run = randomUUID()
  await vote(one, run, -1)
  expect(await votes(one)).toHaveLength(1)
  expect(await votes(other)).toEqual([])
  expect(await stack.json('GET', `${feedback(other)}/tokens?run_id=${run}`)).toEqual([])
  // Nor are they among the local stack's own, by whatever way one asks.
  expect(await votes({ id: 'local' })).toEqual([])
  expect(await stack.json('GET', `/api/v1/feedback?run=${run}`)).toEqual([])
  const exported = await stack.call('GET', `/api/v1/feedback/export`)
  expect(await exported.text()).not.toContain(run)
  const forged = await fetch(`${stack.url}/api/v1/feedback?run=${run}`, {
    headers: { 'x-api-key': stack.apiKey, 'x-quarterdeck-votes-of': `${one.id}.forged` },
  })
  expect(await forged.json()).toEqual([])
  const { id } = await addressFor(one, run)
  expect((await stack.call('DELETE', `/gateway/connections/${one.id}`)).ok).toBe(true)
  const late = await stack.call('POST', `/api/v1/feedback/tokens/${id}`, { score: 1 })
  expect(late.status).toBe(404)
})

it('of a server that makes addresses itself stay with that server', async () => {
  const connection = await connect({ langsmith: true })
  expect(connection.keeps_votes).toBe(false)
  expect(connection.feedback_origin).toBe(address)
  asked.length = 0
  await stack.call('GET', feedback(connection))
  expect(asked).toEqual(['GET /api/v1/feedback'])
})
