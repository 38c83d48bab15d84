import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFeedbackAddresses } from '../../../src/chat/votes/feedback-addresses.ts'
import { createApi } from '../../../src/console/api.tsx'
import { feedbackTarget } from '../../../src/console/objects/qa/feedback-target.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import type { VisitorSession } from '../../../src/contract/embeds/visitors.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

/** The agents of the bench as a server elsewhere, which has no feedback service. */
let bench: AgentBench
let elsewhere: http.Server
let connection: Connection
beforeAll(async () => {
  bench = await openAgentBench()
  elsewhere = http.createServer((request, response) => {
    if (request.url === '/info') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end('{"version":"1.1.17","flags":{"langsmith":false}}')
    }
    const { host: _, ...headers } = request.headers
    const to = new URL(`/agents/agent${request.url}`, bench.stack.url)
    const onward = http.request(to, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  connection = await bench.stack.json('POST', '/gateway/connections', {
    name: 'Elsewhere',
    kind: 'agent_server',
    base_url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    api_key: bench.stack.apiKey,
  })
})
afterAll(async () => {
  await bench?.close()
  await new Promise((resolve) => elsewhere?.close(resolve))
})

it('a vote on a run of a server without feedback tells the question, the answer and its run', async () => {
  expect(connection.keeps_votes).toBe(true)
  const { id } = connection
  const agent = `/gateway/connections/${id}/agents/${id}`
  const { thread_id } = await bench.stack.json<Thread>('POST', `${agent}/threads`, {})
  const runs = `${agent}/threads/${thread_id}/runs`
  const body = { assistant_id: 'talk', input: said('Where is my order?') }
  await bench.stack.json('POST', `${runs}/wait`, body)
  const [run] = await bench.stack.json<Run[]>('GET', runs)
  const api = createApi({ baseUrl: bench.stack.url }, connection)
  const target = feedbackTarget(api, id, () => thread_id)
  await createFeedbackAddresses(target).send(String(run?.run_id), 'qa_verdict', { value: 'pass' })
  const votes = () =>
    bench.stack.json<Feedback[]>('GET', `/gateway/connections/${id}/tracing/api/v1/feedback`)
  expect(await votes()).toMatchObject([
    {
      key: 'qa_verdict',
      run_id: run?.run_id,
      thread_id,
      question: 'Where is my order?',
      answer: 'You said: Where is my order?',
    },
  ])
})

it('so does a vote of a visitor of an embedded chat', async () => {
  const { id } = connection
  const embed = await bench.stack.json<Embed>('POST', '/gateway/embeds', {
    name: 'Shop',
    connection_id: id,
    deployment_id: id,
    assistant_id: 'talk',
    allowed_origins: [bench.stack.url],
  })
  const visitor = `/embed/${embed.key}/api`
  let authorization = {}
  const page = (method: string, path: string, body?: object) =>
    fetch(bench.stack.url + visitor + path, {
      method,
      headers: { origin: bench.stack.url, 'content-type': 'application/json', ...authorization },
      ...(body && { body: JSON.stringify(body) }),
    })
  const session = (await (await page('POST', '/session', {})).json()) as VisitorSession
  authorization = { authorization: `Bearer ${session.token}` }
  const { thread_id } = (await (await page('POST', '/threads', {})).json()) as Thread
  const answer = await page('POST', `/threads/${thread_id}/runs/stream`, {
    assistant_id: 'talk',
    input: { messages: [{ role: 'user', content: 'Is it in stock?' }] },
  })
  const run_id = answer.headers.get('content-location')?.split('/').at(-1)
  await answer.text()
  const told = await page('GET', `/api/v1/feedback/tokens?run_id=${run_id}`)
  const [token] = (await told.json()) as FeedbackToken[]
  const voted = await page('POST', new URL(String(token?.url)).pathname, { score: 1 })
  expect(voted.status).toBe(200)
  const votes = await bench.stack.json<Feedback[]>(
    'GET',
    `/gateway/connections/${id}/tracing/api/v1/feedback?run=${run_id}`,
  )
  expect(votes).toMatchObject([
    { score: 1, thread_id, question: 'Is it in stock?', answer: 'You said: Is it in stock?' },
  ])
})
