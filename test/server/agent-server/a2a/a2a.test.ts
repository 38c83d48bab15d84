/** The official client of the Agent2Agent protocol, unchanged, talks to the assistants. */
import { randomUUID } from 'node:crypto'
import { type Part, Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      chat: './chat.ts:graph',
      approve: './approve.ts:graph',
      troubled: './troubled.ts:graph',
      whoami: './whoami.ts:graph',
    },
    revision: { descriptions: { chat: 'Greets whoever says something.' } },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const keyed: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-api-key': apiKey },
  })
const factory = new ClientFactory({
  transports: [new JsonRpcTransportFactory({ fetchImpl: keyed })],
  cardResolver: new DefaultAgentCardResolver({ fetchImpl: keyed }),
})
const open = (assistant: string) => factory.createFromUrl(`${h.url}/a2a/${assistant}/`)

type Said = { taskId?: string; contextId?: string; wait?: boolean; historyLength?: number }
const request = (content: NonNullable<Part['content']>, said: Said = {}) => ({
  tenant: '',
  metadata: undefined,
  message: {
    messageId: randomUUID(),
    taskId: said.taskId ?? '',
    contextId: said.contextId ?? '',
    role: Role.ROLE_USER,
    parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: {
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
    returnImmediately: said.wait === false,
    ...(said.historyLength === undefined ? {} : { historyLength: said.historyLength }),
  },
})
const say = (value: string, said?: Said) => request({ $case: 'text', value }, said)
const give = (value: object, said?: Said) => request({ $case: 'data', value }, said)
const send = async (client: Client, message: ReturnType<typeof say>) =>
  (await client.sendMessage(message)) as Task
const get = (client: Client, id: string) => client.getTask({ tenant: '', id })
const cancel = (client: Client, id: string) =>
  client.cancelTask({ tenant: '', id, metadata: undefined })

const textOf = (parts: Part[] = []) =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
const dataOf = (parts: Part[] = []) =>
  parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []))

it('the card of an assistant says what it does and where, at both published addresses', async () => {
  const client = await open('chat')
  const card = await client.getAgentCard()
  expect(card).toMatchObject({
    name: 'chat',
    description: 'Greets whoever says something.',
    capabilities: { streaming: true, pushNotifications: false },
  })
  const { body } = await h.call<{ url: string; protocolVersion: string }>(
    'GET',
    '/.well-known/agent-card.json?assistant_id=chat',
  )
  expect(body).toMatchObject({ url: card.supportedInterfaces[0]?.url, protocolVersion: '0.3.0' })
  expect(body.url).toMatch(new RegExp(`^${h.url}/a2a/[0-9a-f-]{36}$`))
  expect((await h.call('GET', '/a2a/nobody/.well-known/agent-card.json')).status).toBe(404)
  expect((await h.call('POST', '/a2a/nobody', {})).status).toBe(404)
})

it('a message is a run, its context a thread, on which the next message goes on', async () => {
  const client = await open('chat')
  const task = await send(client, say('hi'))
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  expect(task.artifacts.map(({ parts }) => textOf(parts))).toEqual(['Hello'])
  expect(task.history.map(({ role, parts }) => [role, textOf(parts)])).toEqual([
    [Role.ROLE_USER, 'hi'],
    [Role.ROLE_AGENT, 'Hello'],
  ])
  const { contextId } = task
  expect(await h.getThread(contextId)).toMatchObject({ metadata: { source: 'a2a' } })
  const next = await send(client, say('again', { contextId, historyLength: 3 }))
  expect([next.contextId, next.history.length]).toEqual([contextId, 3])
  expect(next.id).not.toBe(task.id)
  expect((await get(client, task.id)).status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  const { tasks } = await client.listTasks({
    tenant: '',
    contextId,
    status: TaskState.TASK_STATE_UNSPECIFIED,
    pageToken: '',
    statusTimestampAfter: undefined,
  })
  expect(tasks.map(({ id }) => id)).toEqual([next.id, task.id])
  // Of another assistant it is none.
  await expect(get(await open('approve'), task.id)).rejects.toThrow('There is no task')
})

it('a stream tells the task, the agent’s words as they come, and the end', async () => {
  const client = await open('chat')
  const seen: StreamResponse['payload'][] = []
  for await (const { payload } of client.sendMessageStream(say('hi'))) seen.push(payload)
  expect(seen[0]?.$case).toBe('task')
  const words = seen.flatMap((one) => (one?.$case === 'artifactUpdate' ? [one.value] : []))
  const streamed = words.filter(({ lastChunk }) => !lastChunk)
  expect(streamed.map(({ artifact }) => textOf(artifact?.parts))).toEqual([...'Hello'])
  expect(streamed.map(({ append }) => append)).toEqual([false, true, true, true, true])
  expect(words.at(-1)).toMatchObject({ append: false, lastChunk: true })
  expect(new Set(words.map(({ artifact }) => artifact?.artifactId)).size).toBe(1)
  const last = seen.at(-1)
  expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(
    TaskState.TASK_STATE_COMPLETED,
  )
})

it('what the agent asks is “input required”, and a message with the task answers it', async () => {
  const client = await open('approve')
  const asked = await send(client, give({ plan: 'none' }))
  expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
  expect(textOf(asked.status?.message?.parts)).toBe('Approve?')
  expect(dataOf(asked.status?.message?.parts)).toMatchObject([
    { interrupts: [{ value: { question: 'Approve?' } }] },
  ])
  const { id: taskId, contextId } = asked
  const again = await send(client, say('yes', { taskId, contextId }))
  expect([again.id, again.status?.state]).toEqual([taskId, TaskState.TASK_STATE_INPUT_REQUIRED])
  const done = await send(client, give({ resume: false }, { taskId }))
  expect([done.id, done.status?.state]).toEqual([taskId, TaskState.TASK_STATE_COMPLETED])
  expect(dataOf(done.artifacts[0]?.parts)).toMatchObject([{ answers: ['yes', false] }])
  await expect(send(client, say('more', { taskId }))).rejects.toThrow('waits for no answer')
  await expect(cancel(client, taskId)).rejects.toThrow('Nothing runs for this task')
})

it('a task at work is told, streamed again and cancelled, and its run with it', async () => {
  const client = await open('whoami')
  const task = await send(client, give({ waits_at: 'a2a' }, { wait: false }))
  await h.gates.arrived('a2a')
  expect((await get(client, task.id)).status?.state).toBe(TaskState.TASK_STATE_WORKING)
  const again = client.resubscribeTask({ tenant: '', id: task.id })
  expect((await again.next()).value?.payload?.$case).toBe('task')
  const cancelled = await cancel(client, task.id)
  expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
  let last: StreamResponse | undefined
  for await (const event of again) last = event
  expect(last?.payload).toMatchObject({
    value: { status: { state: TaskState.TASK_STATE_CANCELED } },
  })
  const [run] = (await h.call<Run[]>('GET', `/threads/${task.contextId}/runs`)).body
  expect(run).toMatchObject({ status: 'interrupted', end_reason: 'cancelled' })
})

it('a client that leaves leaves its task at work', async () => {
  const client = await open('whoami')
  const events = client.sendMessageStream(give({ waits_at: 'a2a left' }))
  const { value } = await events.next()
  const task = value?.payload?.$case === 'task' ? value.payload.value : undefined
  await h.gates.arrived('a2a left')
  await events.return(undefined)
  h.gates.open('a2a left')
  const [run] = (await h.call<Run[]>('GET', `/threads/${task?.contextId}/runs`)).body
  expect(await h.ended(run as Run)).toMatchObject({ status: 'success' })
})

it('a graph that fails is a task that failed', async () => {
  const client = await open('troubled')
  const task = await send(client, give({ trouble: 'throw' }))
  expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED)
  expect(textOf(task.status?.message?.parts)).toContain('planned failure')
})

it.each([
  ['a text for a graph that takes none', 'approve', say('hi'), 'takes no messages'],
  ['a context that is no thread', 'chat', say('hi', { contextId: 'mine' }), 'A contextId is'],
  ['a task that there is not', 'chat', say('hi', { taskId: 'x:y' }), 'There is no task x:y.'],
])('%s is refused in a sentence', async (_what, assistant, message, sentence) => {
  await expect(send(await open(assistant), message)).rejects.toThrow(sentence)
})

it('speaks the version before too, and the form in which the endpoint is published', async () => {
  const rpc = async (method: string, params: object) => {
    const body = { jsonrpc: '2.0', id: 'one', method, params }
    // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever was answered
    return (await h.call<any>('POST', '/a2a/chat', body)).body
  }
  const parts = [{ kind: 'text', text: 'hi' }]
  const message = { role: 'user', parts, messageId: 'm1', kind: 'message' }
  const { id, result } = await rpc('message/send', { message })
  expect([id, result.kind, result.status.state]).toEqual(['one', 'task', 'completed'])
  expect(result.artifacts[0].parts).toMatchObject([{ kind: 'text', text: 'Hello' }])
  const thread = { threadId: result.contextId }
  const next = await rpc('message/send', { message: { ...message, messageId: 'm2' }, thread })
  expect(next.result.contextId).toBe(result.contextId)
  const read = await rpc('tasks/get', { taskId: result.id })
  expect(read.result).toMatchObject({ id: result.id, status: { state: 'completed' } })
  expect((await rpc('tasks/nothing', {})).error.code).toBe(-32601)
  const push = await rpc('tasks/pushNotificationConfig/set', {
    taskId: result.id,
    pushNotificationConfig: { url: 'https://example.com' },
  })
  expect(push.error.code).toBe(-32003)
})

it.each(['{', '[]', '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":1,"method":"SendMessage"}'])(
  '%s is answered with an error of the protocol',
  async (body) => {
    const response = await keyed(`${h.url}/a2a/chat`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: expect.any(Number), message: expect.any(String) },
    })
  },
)
