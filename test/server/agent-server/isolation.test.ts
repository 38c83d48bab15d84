import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoadableRevision } from '../../../src/server/cluster/agent-host.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

eachMayTake(2)

let h: Harness
const graphs = { steps: './steps.ts:graph', troubled: './troubled.ts:graph' }
beforeAll(async () => {
  h = await startHarness({ graphs, stopGraceMs: 100 })
})
afterAll(() => h?.close())

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/agents')

function revision(more: Partial<LoadableRevision>): LoadableRevision {
  return {
    deployment_id: h.deploymentId,
    revision_id: randomUUID(),
    directory: fixtures,
    graphs,
    env: { GATE_URL: h.gates.url },
    onLog: (level, message, runId) => h.logs.push({ level, message, runId }),
    ...more,
  }
}

async function troubled(input: object, thread?: string) {
  const body = { assistant_id: 'troubled', input, durability: 'sync' }
  return h.run(thread ?? (await h.thread()), body)
}

it('what a node prints reaches the log with the id of its run', async () => {
  const run = await troubled({ trouble: 'print' })
  await h.ended(run)
  expect(h.logs).toContainEqual({
    level: 'INFO',
    message: 'printed by the node',
    runId: run.run_id,
  })
})

it('a rejection that nobody waits for ends neither the run nor the process', async () => {
  const run = await troubled({ trouble: 'reject' })
  expect((await h.ended(run)).status).toBe('success')
  const other = await troubled({})
  expect((await h.ended(other)).status).toBe('success')
})

it('output that is not UTF-8 is logged as far as it can be', async () => {
  const run = await troubled({ trouble: 'bytes' })
  expect((await h.ended(run)).status).toBe('success')
  expect(h.logs.map(({ message }) => message)).toContain('caf� �')
})

it.each(['thread', 'fork'])(
  'a step that starts another one of itself, which prints, does not reach the line: %s',
  async (trouble) => {
    const before = h.logs.length
    const run = await troubled({ trouble })
    expect((await h.ended(run)).status).toBe('success')
    expect((await h.ended(await troubled({}))).status).toBe('success')
    const messages = h.logs.slice(before).map(({ message }) => message)
    expect(messages).toContain(`printed by a ${trouble}`)
    expect(messages.filter((message) => /process of the agent/.test(message))).toEqual([])
  },
)

it('prints while a large event is on its way: both arrive whole', async () => {
  const size = 3_000_000
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, {
    assistant_id: 'troubled',
    input: { trouble: 'midst', size },
    stream_mode: 'custom',
  })
  const events = await stream.rest()
  expect(events.map(({ event }) => event)).toEqual(['metadata', 'custom', 'custom'])
  const texts = events.slice(1).map(({ data }) => (data as { text: string }).text.length)
  expect(texts).toEqual([size, size])
  expect(h.logs.map(({ message }) => message)).toContain('printed in the midst')
})

it('messages that user code forges break nothing', async () => {
  const run = await troubled({ trouble: 'garble' })
  expect((await h.ended(run)).status).toBe('success')
  expect(h.logs).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('was not understood') }),
  )
})

it('a run whose process ends is tried three times and then given up; others are taken up again', async () => {
  const gate = randomUUID()
  const thread = await h.thread()
  const bystander = await h.run(thread, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    durability: 'sync',
  })
  await h.gates.arrived(gate)
  const stream = await h.stream('GET', `/threads/${thread}/runs/${bystander.run_id}/stream`)
  const run = await troubled({ trouble: 'exit' })
  h.gates.open(gate)
  expect(await h.ended(run)).toMatchObject({
    status: 'error',
    end_reason: 'lost',
    error: expect.stringMatching(/3 times .+ The process of the agent exited with code 3\.$/),
  })
  expect(await h.getThread(run.thread_id)).toMatchObject({ status: 'error' })
  expect((await h.ended(bystander)).status).toBe('success')
  // By then the process is up again, whichever crash the other one came after.
  await h.ended(await troubled({}))
  // It went on from its checkpoint: the first step was not done again.
  expect((await h.state(thread)).values).toMatchObject({ log: ['first', 'second', 'third'] })
  const attempts = (await stream.rest()).filter(({ event }) => event === 'metadata')
  expect(attempts.map(({ data }) => (data as { attempt: number }).attempt)).toContain(1)
  expect(h.logs).toContainEqual(
    expect.objectContaining({ level: 'ERROR', message: expect.stringContaining('code 3') }),
  )
})

it('of those that were there when a process ended, one that ends it again goes after the others', async () => {
  const [start, gate] = [randomUUID(), randomUUID()]
  const run = await troubled({ trouble: 'exit', gate: start })
  await h.gates.arrived(start)
  const bystander = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    durability: 'sync',
  })
  await h.gates.arrived(gate)
  h.gates.letOne(start)
  await h.gates.visited(start, 2)
  h.gates.open(gate)
  h.gates.open(start)
  expect(await h.ended(run)).toMatchObject({ end_reason: 'lost' })
  expect((await h.getRun(bystander)).body).toMatchObject({ status: 'success' })
})

it('§3 cancel stops a run that spins without yielding; the others of its process go on elsewhere', async () => {
  const gate = randomUUID()
  const bystander = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
  })
  await h.gates.arrived(gate)
  const start = randomUUID()
  const run = await troubled({ trouble: 'spin', gate: start })
  await h.gates.arrived(start)
  h.gates.open(start)
  const path = `/threads/${run.thread_id}/runs/${run.run_id}/cancel?wait=true`
  expect(await h.call('POST', path)).toMatchObject({ status: 204 })
  expect((await h.getRun(run)).body).toMatchObject({
    status: 'interrupted',
    end_reason: 'cancelled',
  })
  h.gates.open(gate)
  expect((await h.ended(bystander)).status).toBe('success')
  expect(await h.state(run.thread_id)).toMatchObject({
    values: { log: ['prepared'] },
    next: ['act'],
  })
  // What lists show follows once a process can tell the state.
  for (;;) {
    const thread = await h.getThread(run.thread_id)
    expect(thread.status).toBe('interrupted')
    if (thread.values) break
  }
})

it.each([
  ['broken', './broken.ts:graph', /“broken”.*this graph cannot be loaded/],
  ['empty', './no-graph.ts:graph', /“empty”.*is not a graph/],
  ['nameless', './no-graph.ts:other', /“nameless”.*no export named “other”/],
  ['missing', './missing.ts:graph', /“missing”.*no file \.\/missing\.ts/],
  ['exits', './exits.ts:graph', /exited with code 7/],
])('loading a revision fails with a sentence: %s', async (name, place, sentence) => {
  const loading = h.server.host.load(revision({ graphs: { ...graphs, [name]: place } }))
  const error = await loading.then(
    () => null,
    (failure: Error) => failure,
  )
  expect(error?.message).toMatch(sentence)
  expect(error?.message).not.toContain('\n')
  const run = await troubled({})
  expect((await h.ended(run)).revision_id).toBe(h.revisionId)
})

it.each([
  [
    'a syntax error, with its place in the project',
    'export const graph = {',
    /“garbled” cannot be loaded: \.\/graph\.mts failed with “.*:1:22.*”/,
  ],
  [
    'a missing package',
    "import 'no-such-package'",
    /failed with “.*no-such-package.*at graph\.mts/,
  ],
  [
    'an import that hangs',
    'await new Promise((done) => setTimeout(done, 1e9))',
    /not loaded within 2 s\. Look for code that waits at the top of a module/,
  ],
])('%s is told in a sentence, and what serves goes on', async (_name, code, sentence) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'quarterdeck-faulty-'))
  await writeFile(path.join(directory, 'graph.mts'), code)
  const graphs = { garbled: './graph.mts:graph' }
  const limit = code.startsWith('await') ? { load_timeout_ms: 2_000 } : {}
  const loading = h.server.host.load(revision({ directory, graphs, ...limit }))
  const message = await loading.then(
    () => 'loaded',
    (failure: Error) => failure.message,
  )
  await rm(directory, { recursive: true })
  expect(message).toMatch(sentence)
  expect(message).not.toContain(directory)
  expect(message).not.toContain('\n')
  expect((await h.ended(await troubled({}))).revision_id).toBe(h.revisionId)
})

it('a removed deployment answers 404 at once, and leaves nothing behind', async () => {
  const deployment_id = randomUUID()
  await h.server.host.register({ id: deployment_id, name: 'removed' })
  const next = revision({ deployment_id, graphs: { steps: './steps.ts:graph' } })
  await h.server.host.load(next)
  await h.server.host.activate(deployment_id, next.revision_id)
  const url = h.url.replace('fixtures', 'removed')
  const headers = { 'x-api-key': apiKey }
  const post = (at: string, body: object) =>
    fetch(`${url}${at}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { thread_id } = (await (await post('/threads', {})).json()) as { thread_id: string }
  const gate = randomUUID()
  const body = { assistant_id: 'steps', input: { gates: { second: gate } } }
  const waiting = await post(`/threads/${thread_id}/runs/wait`, body)
  const pending = await post(`/threads/${thread_id}/runs/wait`, body)
  await h.gates.arrived(gate)
  await h.server.host.remove(deployment_id)
  for (const answer of [waiting, pending]) {
    expect(await answer.json()).toMatchObject({ __error__: { error: 'DeploymentRemoved' } })
  }
  expect((await fetch(`${url}/ok`, { headers })).status).toBe(404)
  for (const table of ['threads', 'runs', 'assistants']) {
    const left = await h.database.query(`select 1 from ${table} where deployment_id = $1`, [
      deployment_id,
    ])
    expect(left, table).toEqual([])
  }
  await h.server.host.remove(deployment_id)
  await h.server.host.remove(randomUUID())
})

it('a revision takes over without a failed request: running runs end where they are', async () => {
  const gate = randomUUID()
  const old = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
  })
  await h.gates.arrived(gate)
  const next = revision({ graphs: { steps: './steps.ts:graph', nested: './nested.ts:graph' } })
  let isSwitched = false
  const requests = (async () => {
    const answers = []
    while (!isSwitched) {
      const thread = await h.thread()
      const run = await h.run(thread, { assistant_id: 'steps', input: {} })
      answers.push(await h.ended(run))
    }
    return answers
  })()
  expect(await h.server.host.load(next)).toEqual({ graphs: ['steps', 'nested'] })
  await h.server.host.activate(h.deploymentId, next.revision_id)
  isSwitched = true
  for (const run of await requests) expect(run.status).toBe('success')
  const fresh = await h.run(await h.thread(), { assistant_id: 'nested', input: {} })
  expect(await h.ended(fresh)).toMatchObject({ status: 'success', revision_id: next.revision_id })
  h.gates.open(gate)
  expect(await h.ended(old)).toMatchObject({ status: 'success', revision_id: h.revisionId })
  const gone = { assistant_id: 'troubled', input: {} }
  expect(await h.call('POST', `/threads/${await h.thread()}/runs`, gone)).toMatchObject({
    status: 404,
  })
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
