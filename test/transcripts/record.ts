/**
 * Records exchanges with our own agent server over the fixtures' graphs, for the tests of the client
 * and of the conversation. Run it when the wire has changed: `npm run record`.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { emptyDatabase } from '../helpers/database.ts'
import { openGates } from '../server/agent-server/gates.ts'
import { apiKey, serveFixtures } from '../server/agent-server/serve-fixtures.ts'
import { type Exchange, folder, textOf } from './recordings.ts'

const gates = await openGates()
const database = await emptyDatabase()
const { server, http } = await serveFixtures({
  database,
  gateUrl: gates.url,
  deploymentId: randomUUID(),
  revisionId: randomUUID(),
  graphs: {
    steps: './steps.ts:graph',
    chat: './chat.ts:graph',
    conversation: './conversation.ts:graph',
    talk: './modes.ts:talk',
    tools: './tools.ts:graph',
    nested: './nested.ts:graph',
    approve: './approve.ts:graph',
    troubled: './troubled.ts:graph',
  },
  heartbeatMs: 60_000,
  report: (error) => console.error(error),
  onLog: () => {},
})
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/agents/fixtures`
const kept = ['content-type', 'content-location']

type Ask = (method: string, at: string, body?: unknown) => Promise<string>

/** Writes a file of what `work` asks, in the order in which it was asked. */
async function record(name: string, work: (ask: Ask) => Promise<unknown>): Promise<void> {
  const exchanges: Omit<Exchange, 'file' | 'number'>[] = []
  await work(async (method, at, body) => {
    const requestBody = body === undefined ? '' : JSON.stringify(body)
    const exchange = { method, path: at, requestBody, status: 0, headers: {}, body: Buffer.of() }
    exchanges.push(exchange)
    const response = await fetch(`${url}${at}`, {
      method,
      headers: { 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: requestBody }),
    })
    const headers = kept.flatMap((header) => {
      const value = response.headers.get(header)
      return value === null ? [] : [[header, value]]
    })
    const text = await response.text()
    Object.assign(exchange, {
      status: response.status,
      headers: Object.fromEntries(headers),
      body: Buffer.from(text),
    })
    return text
  })
  const text = exchanges.map(textOf).join('')
  writeFileSync(path.join(folder, `${name}.txt`), text)
  console.log(`${name}: ${exchanges.length} exchanges, ${text.length} characters`)
}

const threadOf = async (ask: Ask): Promise<string> =>
  `/threads/${JSON.parse(await ask('POST', '/threads', {})).thread_id}`
const runOf = (text: string): string => `/runs/${JSON.parse(text).run_id}`
const said = (content: string) => ({ messages: [{ role: 'user', content }] })

await record('assistants', async (ask) => {
  await ask('GET', '/ok')
  await ask('GET', '/info')
  await ask('POST', '/assistants/count', {})
  const found = await ask('POST', '/assistants/search', { graph_id: 'nested' })
  const at = `/assistants/${JSON.parse(found)[0].assistant_id}`
  await ask('GET', at)
  await ask('GET', `${at}/graph`)
  await ask('GET', `${at}/schemas`)
  await ask('GET', `${at}/subgraphs`)
  await ask('POST', `${at}/versions`, {})
  await ask('GET', `/assistants/${randomUUID()}`)
})

await record('threads', async (ask) => {
  const thread = await threadOf(ask)
  await ask('PATCH', thread, { metadata: { topic: 'recording' } })
  await ask('GET', thread)
  await ask('GET', `${thread}/state`)
  await ask('POST', `${thread}/runs/wait`, { assistant_id: 'steps', input: { log: ['a'] } })
  const history = JSON.parse(await ask('GET', `${thread}/history?limit=2`))
  const { checkpoint_id } = history[1].checkpoint
  await ask('POST', `${thread}/history`, { limit: 1 })
  await ask('GET', `${thread}/state/${checkpoint_id}`)
  await ask('POST', `${thread}/state/checkpoint`, { checkpoint: { checkpoint_id } })
  await ask('POST', `${thread}/state`, { values: { log: ['b'] }, as_node: 'first' })
  await ask('POST', `${thread}/copy`)
  await ask('POST', '/threads/search', { metadata: { topic: 'recording' } })
  await ask('POST', '/threads/count', {})
  await ask('DELETE', thread)
  await ask('GET', thread)
  await ask('POST', '/threads', { thread_id: 7 })
})

await record('runs', async (ask) => {
  const thread = await threadOf(ask)
  const body = { assistant_id: 'steps', input: { gates: {} } }
  const run = runOf(await ask('POST', `${thread}/runs`, body))
  await ask('GET', `${thread}${run}/join`)
  await ask('GET', `${thread}${run}`)
  await ask('POST', `${thread}/runs/wait`, body)
  await ask('GET', `${thread}/runs`)
  await ask('DELETE', `${thread}${run}`)
  await ask('GET', `${thread}${run}`)
  await ask('POST', `${thread}/runs`, { input: {} })
  await ask('POST', '/runs', body)
  await ask('POST', '/runs/wait', body)
  await ask('POST', '/runs/batch', [body, body])
})

await record('stream-modes', async (ask) => {
  const modes = ['values', 'updates', 'messages', 'messages-tuple', 'custom', 'debug']
  for (const stream_mode of [...modes, 'tasks', 'checkpoints', 'events', ['values', 'updates']]) {
    const thread = await threadOf(ask)
    await ask('POST', `${thread}/runs/stream`, {
      assistant_id: stream_mode === 'custom' ? 'nested' : 'chat',
      input: stream_mode === 'custom' ? {} : said('hi'),
      stream_mode,
    })
    await ask('GET', `${thread}/state`)
  }
})

await record('several-modes', async (ask) => {
  const thread = await threadOf(ask)
  const stream_mode = ['values', 'updates', 'messages-tuple', 'custom']
  const body = { assistant_id: 'chat', stream_mode }
  await ask('POST', `${thread}/runs/stream`, { ...body, input: said('hi') })
  await ask('GET', `${thread}/state`)
  await ask('POST', `${thread}/runs/stream`, { ...body, input: said('again') })
  await ask('GET', `${thread}/state`)
})

await record('tuples', async (ask) => {
  for (const assistant_id of ['chat', 'tools', 'talk']) {
    const thread = await threadOf(ask)
    const body = { assistant_id, input: said('hi'), stream_mode: 'messages-tuple' }
    await ask('POST', `${thread}/runs/stream`, body)
    await ask('GET', `${thread}/state`)
  }
})

await record('subgraphs', async (ask) => {
  const thread = await threadOf(ask)
  const stream_mode = ['values', 'updates', 'custom']
  const body = { assistant_id: 'nested', input: {}, stream_mode, stream_subgraphs: true }
  await ask('POST', `${thread}/runs/stream`, body)
  await ask('GET', `${thread}/state`)
})

await record('question', async (ask) => {
  const thread = await threadOf(ask)
  const body = { assistant_id: 'approve', stream_mode: ['values', 'updates'] }
  await ask('POST', `${thread}/runs/stream`, { ...body, input: {} })
  await ask('GET', `${thread}/state`)
  for (const resume of ['one', 'two']) {
    await ask('POST', `${thread}/runs/stream`, { ...body, command: { resume } })
    await ask('GET', `${thread}/state`)
  }
})

await record('joins', async (ask) => {
  const thread = await threadOf(ask)
  const gate = randomUUID()
  const run = runOf(
    await ask('POST', `${thread}/runs`, {
      assistant_id: 'steps',
      input: { gates: { second: gate } },
      stream_mode: ['values', 'updates'],
      stream_resumable: true,
      feedback_keys: ['liked', 'helpful'],
    }),
  )
  await gates.arrived(gate)
  const joined = ask('GET', `${thread}${run}/stream`)
  gates.open(gate)
  await joined
  await ask('GET', `${thread}${run}/stream`)
  await ask('GET', `${thread}/state`)
})

for (const action of ['interrupt', 'rollback']) {
  await record(`cancel-${action}`, async (ask) => {
    const thread = await threadOf(ask)
    const gate = randomUUID()
    const streamed = ask('POST', `${thread}/runs/stream`, {
      assistant_id: 'steps',
      input: { gates: { second: gate } },
      stream_mode: ['values', 'updates'],
    })
    await gates.arrived(gate)
    const [run] = JSON.parse(await ask('GET', `${thread}/runs`))
    const at = `${thread}/runs/${run.run_id}`
    await ask('POST', `${at}/cancel?wait=true&action=${action}`)
    await streamed
    await ask('GET', at)
    await ask('POST', `${at}/cancel`)
    await ask('POST', '/runs/cancel', { thread_id: run.thread_id, run_ids: [run.run_id] })
    await ask('GET', `${thread}/state`)
  })
}

await record('failure', async (ask) => {
  const thread = await threadOf(ask)
  const body = { assistant_id: 'troubled', input: { trouble: 'throw' } }
  await ask('POST', `${thread}/runs/stream`, { ...body, stream_mode: ['values', 'updates'] })
  await ask('GET', `${thread}/state`)
  await ask('POST', `${thread}/runs/wait`, body)
})

await server.stop()
await gates.close()
// The database ends with the process.
process.exit(0)
