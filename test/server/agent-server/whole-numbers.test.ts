import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseJson } from '../../../src/contract/exact-json.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { refund: './refund.ts:graph' } })
})
afterAll(() => h?.close())

const id = '9007199254740993'
/** What JavaScript makes of it. */
const rounded = '9007199254740992'
const isPython = process.env.QUARTERDECK_TEST_LANGUAGE === 'python'

/** Bodies and answers as texts: a test that parses them would round as well. */
async function send(method: string, path: string, body?: string): Promise<string> {
  const response = await fetch(`${h.url}${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^2/)
  expect(text).not.toContain(rounded)
  return text
}

const newThread = async (more = '') =>
  (parseJson(await send('POST', '/threads', `{${more}}`)) as { thread_id: string }).thread_id
const asked = (orderId = id) =>
  `"assistant_id":"refund","input":{"order_id":${orderId}},"metadata":{"account":${id}},"config":{"configurable":{"account":${id}}},"context":{"account":${id}}`
const edited = (orderId = id) =>
  `{"decisions":[{"type":"edit","edited_action":{"name":"refund","args":{"order_id":${orderId}}}}]}`
const resumed = (orderId = id) =>
  asked(orderId).replace(/"input":\{.*?\}/, `"command":{"resume":${edited(orderId)}}`)
const question = (orderId = id) => `"args":{"order_id":${orderId}}`

it('C1: a whole number beyond 2^53 keeps every digit in input, interrupts, answers, state, history and streams', async () => {
  const thread = await newThread(`"metadata":{"account":${id}}`)
  const modes =
    '"stream_mode":["values","updates","custom","messages-tuple","tasks","checkpoints","debug"]'
  const begun = await send('POST', `/threads/${thread}/runs/stream`, `{${asked()},${modes}}`)
  expect(begun).toContain(`event: custom\ndata: {"order_id":${id}}`)
  expect(begun).toContain(question())
  const waiting = await send('GET', `/threads/${thread}`)
  expect(waiting).toContain(question())
  expect(waiting).toContain(`"account":${id}`)
  expect(await send('GET', `/threads/${thread}/state`)).toContain(question())
  await send('POST', `/threads/${thread}/runs/stream`, `{${resumed()},${modes}}`)
  const state = await send('GET', `/threads/${thread}/state`)
  expect(parseJson(state)).toMatchObject({
    values: {
      order_id: BigInt(id),
      answer: parseJson(edited()),
      seen: {
        configurable: BigInt(id),
        metadata: BigInt(id),
        context: BigInt(id),
        stored: BigInt(id),
        more: BigInt(id) + 2n,
        kind: isPython ? 'int' : 'bigint',
      },
      messages: [{ tool_calls: [{ args: { order_id: BigInt(id) } }] }],
    },
    // A checkpoint of Python's library has no metadata of its run.
    ...(isPython ? {} : { metadata: { account: BigInt(id) } }),
  })
  const history = await send('GET', `/threads/${thread}/history`)
  expect(history.split(`"order_id":${id}`).length).toBeGreaterThan(4)
  const filtered = await send(
    'POST',
    `/threads/${thread}/history`,
    `{"metadata":{"account":${id}}}`,
  )
  expect(filtered).toContain(isPython ? '[]' : question())
  const runs = await send('GET', `/threads/${thread}/runs`)
  expect(runs).toContain(`"input":{"order_id":${id}}`)
  expect(runs).toContain(`"resume":${edited()}`)
  expect(runs).toContain(`"context":{"account":${id}}`)
  const found = await send('POST', '/threads/search', `{"metadata":{"account":${id}}}`)
  expect(found).toContain(thread)
  const near = await send('POST', '/threads/search', `{"metadata":{"account":${BigInt(id) + 2n}}}`)
  expect(near).toBe('[]')
  const copy = parseJson(await send('POST', `/threads/${thread}/copy`)) as { thread_id: string }
  expect(await send('GET', `/threads/${copy.thread_id}/state`)).toContain(question())
})

it.each([
  '1152921504606846976',
  '-9007199254740997',
  '18446744073709551613',
  // More than 64 bits the library of Python keeps in no state.
  ...(isPython ? [] : ['12345678901234567890123']),
])('C1: %s as well', async (other) => {
  const thread = await newThread()
  const wait = `/threads/${thread}/runs/wait`
  expect(await send('POST', wait, `{${asked(other)}}`)).toContain(question(other))
  expect(await send('POST', wait, `{${resumed(other)}}`)).toContain(`"answer":${edited(other)}`)
  expect(await send('GET', `/threads/${thread}`)).toContain(question(other))
  expect(await send('GET', '/store/items?namespace=orders&key=last')).toContain(
    `"order_id":${other}`,
  )
})

it('C1: a state that is written by hand keeps it, and so do runs without a thread and their answers', async () => {
  const thread = await newThread('"metadata":{"graph_id":"refund"}')
  await send('POST', `/threads/${thread}/state`, `{"values":{"order_id":${id}},"as_node":"ask"}`)
  expect(await send('GET', `/threads/${thread}/state`)).toContain(`"order_id":${id}`)
  expect(await send('GET', `/threads/${thread}`)).toContain(`"order_id":${id}`)
  expect(await send('POST', '/runs/wait', `{${asked()}}`)).toContain(question())
  expect(await send('POST', '/runs/stream', `{${asked()},"stream_mode":"values"}`)).toContain(
    question(),
  )
  const steps = `[{"updates":[{"values":{"order_id":${id}},"as_node":"ask"}]}]`
  const given = await newThread(`"metadata":{"graph_id":"refund"},"supersteps":${steps}`)
  expect(await send('GET', `/threads/${given}/state`)).toContain(`"order_id":${id}`)
})

it('C1: assistants, items and crons keep it', async () => {
  const whose = `"config":{"configurable":{"account":${id}}},"context":{"account":${id}},"metadata":{"account":${id}}`
  const made = await send('POST', '/assistants', `{"graph_id":"refund",${whose}}`)
  const { assistant_id } = parseJson(made) as { assistant_id: string }
  expect(made.split(id)).toHaveLength(4)
  expect(await send('GET', `/assistants/${assistant_id}`)).toContain(`"account":${id}`)
  expect(await send('POST', '/assistants/search', `{"metadata":{"account":${id}}}`)).toContain(
    assistant_id,
  )
  const patched = await send('PATCH', `/assistants/${assistant_id}`, `{"context":{"other":${id}}}`)
  expect(patched).toContain(`"other":${id}`)
  expect(await send('POST', `/assistants/${assistant_id}/versions`, '{}')).toContain(id)

  await send('PUT', '/store/items', `{"namespace":["wholes"],"key":"a","value":{"order":${id}}}`)
  expect(await send('GET', '/store/items?namespace=wholes&key=a')).toContain(`"order":${id}`)
  for (const filter of [`{"order":${id}}`, `{"order":{"$gt":${BigInt(id) - 1n}}}`]) {
    const search = `{"namespace_prefix":["wholes"],"filter":${filter}}`
    expect(await send('POST', '/store/items/search', search)).toContain(`"order":${id}`)
  }
  const none = `{"namespace_prefix":["wholes"],"filter":{"order":${BigInt(id) + 2n}}}`
  expect(await send('POST', '/store/items/search', none)).toBe('{"items":[]}')

  const cron = await send('POST', '/runs/crons', `{"schedule":"0 0 1 1 *",${asked()}}`)
  expect(cron).toContain(`"input":{"order_id":${id}}`)
  const { cron_id } = parseJson(cron) as { cron_id: string }
  expect(await send('PATCH', `/runs/crons/${cron_id}`, `{"input":{"order_id":${id}}}`)).toContain(
    `"input":{"order_id":${id}}`,
  )
  expect(await send('POST', '/runs/crons/search', '{}')).toContain(`"account":${id}`)
})

it('C1: commands and events of the streaming protocol keep it', async () => {
  const thread = await newThread()
  const command = (number: number, method: string, params: string) =>
    send(
      'POST',
      `/threads/${thread}/commands`,
      `{"id":${number},"method":"${method}","params":${params}}`,
    )
  await command(1, 'run.start', `{${asked()}}`)
  await send('GET', `/threads/${thread}/runs`)
  const [run] = parseJson(await send('GET', `/threads/${thread}/runs`)) as { run_id: string }[]
  await send('GET', `/threads/${thread}/runs/${run?.run_id}/join`)
  const channels = '["values","updates","custom","messages","input","tasks","checkpoints"]'
  const controller = new AbortController()
  const events = await fetch(`${h.url}/threads/${thread}/stream/events`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: `{"channels":${channels}}`,
    signal: controller.signal,
  })
  let told = ''
  const reader = (events.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  while (!told.includes('"method":"input.requested"')) told += (await reader.read()).value
  expect(told).toContain(question())
  const interrupt_id = /"interrupt_id":"([^"]+)"/.exec(told)?.[1]
  await command(
    2,
    'input.respond',
    `{"namespace":[],"interrupt_id":"${interrupt_id}","response":${edited()}}`,
  )
  while (!told.includes('"more"')) told += (await reader.read()).value
  controller.abort()
  expect(told).toContain(`"more":${BigInt(id) + 2n}`)
  expect(told).not.toContain(rounded)
  expect(await command(3, 'state.get', '{}')).toContain(`"order_id":${id}`)
})

it('C1: protocols whose libraries would round refuse it, and tell it as a text', async () => {
  const post = async (path: string, message: string) => {
    const accept = 'application/json, text/event-stream'
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept }
    const body = `{"jsonrpc":"2.0","id":1,${message}}`
    return (await fetch(`${h.url}${path}`, { method: 'POST', headers, body })).text()
  }
  const callTool = (orderId: string) =>
    post(
      '/mcp',
      `"method":"tools/call","params":{"name":"refund","arguments":{"order_id":${orderId}}}`,
    )
  expect(await callTool(id)).toContain(`The number ${id} cannot be kept`)
  expect(await callTool(`"${id}"`)).toContain(`"args":{"order_id":"${id}"}`)
  const [assistant] = parseJson(
    await send('POST', '/assistants/search', '{"graph_id":"refund"}'),
  ) as {
    assistant_id: string
  }[]
  const said = `{"kind":"message","messageId":"m-1","role":"user","parts":[{"kind":"data","data":{"order_id":${id}}}]}`
  const asked = `"method":"message/send","params":{"message":${said}}`
  const a2a = (message: string) => post(`/a2a/${assistant?.assistant_id}`, message)
  expect(await a2a(asked)).toContain(`The number ${id} cannot be kept`)
  expect(await a2a(asked.replace(`:${id}`, `:"${id}"`))).toContain(`"order_id":"${id}"`)
})

it('C1: in the place of a number of the request itself it is refused there, and so is what no number holds', async () => {
  const post = async (path: string, body: string) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const response = await fetch(`${h.url}${path}`, { method: 'POST', headers, body })
    return { status: response.status, body: await response.json() }
  }
  expect(await post('/threads/search', `{"limit":${id}}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'limit'] }] },
  })
  expect(await post(`/threads/${randomUUID()}/runs`, `{${asked('1e400')}}`)).toMatchObject({
    status: 422,
    body: { detail: [{ msg: 'The number 1e400 cannot be kept as it is. Send it as a text.' }] },
  })
  expect(h.errors).toEqual([])
})
