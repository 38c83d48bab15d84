/** The official client of the Model Context Protocol, unchanged, uses the assistants as tools. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'

let h: Harness
const opened: Client[] = []
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      chat: './chat.ts:graph',
      approve: './approve.ts:graph',
      steps: './steps.ts:graph',
      troubled: './troubled.ts:graph',
    },
    revision: { descriptions: { chat: 'Greets whoever says something.' } },
  })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

async function connect(ask?: (message: string) => Record<string, string> | null) {
  const client = new Client(
    { name: 'a test', version: '1' },
    { capabilities: ask ? { elicitation: {} } : {} },
  )
  if (ask) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const content = ask(params.message)
      return content ? { action: 'accept', content } : { action: 'decline' }
    })
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${h.url}/mcp`), {
    requestInit: { headers: { 'x-api-key': apiKey } },
  })
  await client.connect(transport)
  opened.push(client)
  return { client, transport }
}

const use = async (client: Client, name: string, args: object) =>
  (await client.callTool({ name, arguments: { ...args } })) as CallToolResult

const words = ({ content }: CallToolResult) =>
  content.map((part) => (part.type === 'text' ? part.text : part.type)).join()

it('lists every assistant as a tool, with its description and the schema of its input', async () => {
  const named = { graph_id: 'chat', name: 'My  chat, the 2nd!', description: 'Another greeter.' }
  const made = [
    await h.call<{ assistant_id: string }>('POST', '/assistants', named),
    await h.call<{ assistant_id: string }>('POST', '/assistants', named),
  ]
  const { client } = await connect()
  const { tools } = await client.listTools()
  const second = `My_chat_the_2nd_${made[1]?.body.assistant_id.slice(0, 8)}`
  expect(tools.map(({ name }) => name).sort()).toEqual(
    ['My_chat_the_2nd', 'answer_question', 'approve', 'chat', 'steps', 'troubled', second].sort(),
  )
  expect(tools.find(({ name }) => name === 'chat')).toMatchObject({
    title: 'chat',
    description: 'Greets whoever says something.',
    inputSchema: { type: 'object', properties: { messages: { type: 'string' } } },
  })
  expect(tools.find(({ name }) => name === 'approve')?.inputSchema.properties).toHaveProperty(
    'plan',
  )
  expect(words(await use(client, second, { messages: 'hi' }))).toBe('Hello')
  for (const { body } of made) await h.call('DELETE', `/assistants/${body.assistant_id}`)
})

it('runs the graph on a thread of its own, and answers what it says and holds in the end', async () => {
  const { client } = await connect()
  const steps: unknown[] = []
  const result = (await client.callTool(
    { name: 'chat', arguments: { messages: 'hi' } },
    undefined,
    { onprogress: ({ message }) => steps.push(message) },
  )) as CallToolResult
  expect(result.isError).toBeUndefined()
  expect(words(result)).toBe('Hello')
  expect(steps).toEqual(['respond'])
  const { thread_id, output, status } = result.structuredContent as {
    thread_id: string
    output: { messages: { content: string }[] }
    status: string
  }
  expect(status).toBe('completed')
  expect(output.messages.map(({ content }) => content)).toEqual(['hi', 'Hello'])
  expect(await h.getThread(thread_id)).toMatchObject({
    status: 'idle',
    metadata: { source: 'mcp' },
  })
})

it('is answered without a session too, and has none to listen to', async () => {
  const send = (method: string, body?: string, headers = {}) =>
    fetch(`${h.url}/mcp`, {
      method,
      headers: {
        'x-api-key': apiKey,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call' }
  const params = { name: 'chat', arguments: { messages: 'hi' } }
  const answered = await send('POST', JSON.stringify({ ...request, params }))
  expect(answered.headers.get('mcp-session-id')).toBeNull()
  expect(await answered.text()).toContain('"text":"Hello"')
  expect((await send('GET')).status).toBe(405)
  expect((await send('DELETE')).status).toBe(404)
  const stale = await send('POST', JSON.stringify(request), { 'mcp-session-id': 'of before' })
  expect(stale.status).toBe(404)
  const malformed = await send('POST', '{"jsonrpc":')
  expect([malformed.status, await malformed.json()]).toEqual([
    400,
    { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32700 }) },
  ])
  const slash = await fetch(`${h.url}/mcp/`, { method: 'POST', redirect: 'manual' })
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '../mcp'])
})

it('a tool that there is none of is an error of the protocol, a graph that fails one of the tool', async () => {
  const { client } = await connect()
  await expect(use(client, 'nobody', {})).rejects.toThrow('There is no tool “nobody”.')
  const failed = await use(client, 'troubled', { trouble: 'throw' })
  expect(failed.isError).toBe(true)
  expect(words(failed)).not.toBe('')
})

it('what an agent asks is asked of the person, and the agent goes on with the answers', async () => {
  const asked: string[] = []
  const { client } = await connect((message) => {
    asked.push(message)
    return { answer: asked.length === 1 ? 'yes' : '{"sure":false}' }
  })
  const result = await use(client, 'approve', {})
  expect(asked).toEqual(['Approve?', 'Really?'])
  expect(result.structuredContent).toMatchObject({
    status: 'completed',
    output: { answers: ['yes', { sure: false }] },
  })
})

it('where nobody can be asked the result says “input-required”, and is answered by a tool', async () => {
  const { client } = await connect()
  const result = await use(client, 'approve', {})
  expect(result.isError).toBeUndefined()
  expect(words(result)).toContain('Approve?')
  const { thread_id, interrupts } = result.structuredContent as {
    thread_id: string
    interrupts: { id: string; value: unknown }[]
  }
  expect(result.structuredContent).toMatchObject({
    status: 'input-required',
    interrupts: [{ value: { question: 'Approve?' } }],
  })
  const wrong = await use(client, 'answer_question', { thread_id, answer: 1, interrupt_id: 'x' })
  expect(words(wrong)).toContain('has not asked “x”')
  const answer = { thread_id, answer: false, interrupt_id: interrupts[0]?.id }
  expect(words(await use(client, 'answer_question', answer))).toContain('Really?')
  const done = await use(client, 'answer_question', { thread_id, answer: 'sure' })
  expect(done.structuredContent).toMatchObject({ output: { answers: [false, 'sure'] } })
  const late = await use(client, 'answer_question', { thread_id, answer: 'sure' })
  expect([late.isError, words(late)]).toEqual([true, 'The agent waits for no answer there.'])
})

it('a person who declines leaves the question where it is', async () => {
  const { client } = await connect(() => null)
  const result = await use(client, 'approve', {})
  expect(result.structuredContent).toMatchObject({ status: 'input-required' })
})

it.each([
  ['cancels the call', false],
  ['leaves', true],
])('a client that %s cancels the run', async (_what, isLeaving) => {
  const { client } = await connect()
  const gate = `mcp ${_what}`
  const leaving = new AbortController()
  const called = client
    .callTool({ name: 'approve', arguments: { gate } }, undefined, { signal: leaving.signal })
    .catch((error: Error) => error)
  const asked = (await called) as CallToolResult
  const { thread_id } = asked.structuredContent as { thread_id: string }
  const answered = client
    .callTool({ name: 'answer_question', arguments: { thread_id, answer: 1 } }, undefined, {
      signal: leaving.signal,
    })
    .catch((error: Error) => error)
  await h.gates.arrived(gate)
  if (isLeaving) await client.close()
  else leaving.abort()
  await answered
  const [run] = (await h.call<Run[]>('GET', `/threads/${thread_id}/runs`)).body
  const ended = await h.ended(run as Run)
  expect(ended).toMatchObject({ status: 'interrupted', end_reason: 'disconnected' })
})

it('a session ends with DELETE', async () => {
  const { transport } = await connect()
  const { sessionId = '' } = transport
  await transport.terminateSession()
  const over = await fetch(`${h.url}/mcp`, {
    headers: { 'x-api-key': apiKey, accept: 'text/event-stream', 'mcp-session-id': sessionId },
  })
  expect(over.status).toBe(405)
})
