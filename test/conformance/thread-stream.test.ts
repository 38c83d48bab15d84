/** The vendor's newest client, unchanged, reads our agent server by the streaming protocol. */
import { randomUUID } from 'node:crypto'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

let h: Harness
let client: Client
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      conversation: './conversation.ts:graph',
      questions: './modes.ts:questions',
      nested: './nested.ts:graph',
      steps: './steps.ts:graph',
    },
  })
  client = new Client({ apiUrl: h.url, apiKey, callerOptions: { maxRetries: 0 } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

type Values = { messages: { id: string; type: string; content: unknown }[] }

const say = (content: string) => ({ messages: [{ type: 'human', content, id: randomUUID() }] })
const contents = (values: unknown) => (values as Values).messages.map(({ content }) => content)
const open = (assistantId: string, threadId = randomUUID()) =>
  client.threads.stream(threadId, { assistantId })

it('starts runs on a thread of its own id, and reads their words, states and ends', async () => {
  const thread = open('conversation')
  const seen: unknown[] = []
  thread.onEvent(({ method, params }) => {
    if (method === 'values') seen.push(params.data)
  })
  const wordsOf = async () => {
    const words: string[] = []
    for await (const message of thread.messages)
      for await (const word of message.text) words.push(word)
    return words.join('|')
  }
  const { run_id } = await thread.run.start({ input: say('one') })
  expect(await wordsOf()).toBe('You |said: |one')
  expect(contents(await thread.output)).toEqual(['one', 'You said: one'])
  await thread.run.start({ input: say('two') })
  await expect.poll(() => contents(seen.at(-1))).toHaveLength(4)
  expect(contents((await client.threads.getState(thread.threadId)).values)).toEqual([
    'one',
    'You said: one',
    'two',
    'You said: two',
  ])
  const runs = await client.runs.list(thread.threadId)
  expect(runs.map(({ status }) => status)).toEqual(['success', 'success'])
  expect(runs.at(-1)?.run_id).toBe(run_id)
  await thread.close()
})

it('answers one question, and several at once', async () => {
  const one = open('conversation')
  await one.run.start({ input: say('may I go') })
  await expect
    .poll(() => one.interrupts)
    .toMatchObject([{ payload: { question: 'Let them: may I go?' } }])
  const [asked] = one.interrupts
  await one.input.respond({
    namespace: asked?.namespace ?? [],
    interrupt_id: asked?.interruptId ?? '',
    response: { ok: true },
  })
  await expect
    .poll(async () => contents((await client.threads.getState(one.threadId)).values).at(-1))
    .toBe('They may: {"ok":true}')
  await one.close()

  const two = open('questions')
  await two.run.start({ input: {} })
  await expect.poll(() => two.interrupts.length).toBe(2)
  const responses = two.interrupts.map(({ interruptId, namespace, payload }) => ({
    namespace,
    interrupt_id: interruptId,
    response: `to ${payload}`,
  }))
  await two.input.respond({ responses })
  await expect.poll(async () => (await client.threads.getState(two.threadId)).next).toEqual([])
  const { values } = await client.threads.getState<{ answers: object[] }>(two.threadId)
  expect(values.answers).toEqual([{ left: 'to left' }, { right: 'to right' }])
  await two.close()
})

it('is refused in the words of the protocol, and goes on', async () => {
  const thread = open('nothing')
  await expect(thread.run.start({ input: say('x') })).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining('There is no assistant “nothing”'),
  })
  await thread.close()
  const other = open('conversation')
  await other.run.start({ input: say('hello') })
  expect(contents(await other.output)).toEqual(['hello', 'You said: hello'])
  await expect(
    other.input.respond({ namespace: [], interrupt_id: 'a'.repeat(32), response: 1 }),
  ).rejects.toMatchObject({ code: 'no_such_interrupt' })
  await other.close()
})

it('finds the subgraphs of a run, and the steps it has taken', async () => {
  const thread = open('nested')
  const found = (async () => {
    for await (const { namespace } of thread.subgraphs) return namespace
    return null
  })()
  await thread.run.start({ input: {} })
  expect(await found).toEqual([expect.stringMatching(/^writer:/)])
  await thread.output
  const { tree } = (await thread.agent.getTree({})) as { tree: object }
  expect(tree).toMatchObject({ status: 'completed', children: [{ graph_name: 'writer' }] })
  expect(await thread.state.get({ keys: ['trail'] } as never)).toMatchObject({
    values: { trail: ['draft', 'publish'] },
  })
  await thread.close()
})

it('is stopped by the call that stops every run, and what was done stays', async () => {
  const thread = open('steps')
  const gate = randomUUID()
  const { run_id } = await thread.run.start({ input: { gates: { second: gate } } })
  const output = thread.output
  await h.gates.arrived(gate)
  await client.runs.cancel(thread.threadId, run_id ?? '', false, 'interrupt')
  await output
  expect(await client.runs.get(thread.threadId, run_id ?? '')).toMatchObject({
    status: 'interrupted',
  })
  expect((await client.threads.getState(thread.threadId)).values).toMatchObject({ log: ['first'] })
  await thread.run.start({ input: null })
  await h.gates.visited(gate, 2)
  h.gates.open(gate)
  await expect.poll(async () => (await client.threads.getState(thread.threadId)).next).toEqual([])
  await thread.close()
})

it('does the same over a WebSocket, and goes on after it was cut', async () => {
  const sockets: WebSocket[] = []
  // It refuses sockets where it has headers to send, since browsers send none with a socket.
  const keyless = new Client({ apiUrl: h.url, apiKey: null })
  const thread = keyless.threads.stream(randomUUID(), {
    assistantId: 'conversation',
    transport: 'websocket',
    webSocketFactory: (url) => {
      const socket = new WebSocket(url, { headers: { 'x-api-key': apiKey } })
      sockets.push(socket)
      return socket as never
    },
    reconnectDelayMs: () => 0,
  })
  await thread.run.start({ input: say('one') })
  expect(contents(await thread.output)).toEqual(['one', 'You said: one'])
  const events: string[] = []
  thread.onEvent(({ method, params }) => {
    if (method === 'values') events.push(String(contents(params.data).at(-1)))
  })
  sockets[0]?.terminate()
  await expect.poll(() => sockets.at(-1)?.readyState).toBe(WebSocket.OPEN)
  expect(sockets).toHaveLength(2)
  await thread.run.start({ input: say('two') })
  await expect.poll(() => events.at(-1)).toBe('You said: two')
  await thread.close()
})
