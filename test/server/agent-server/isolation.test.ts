import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RevisionToServe } from '../../../src/server/agent-server/executors/served-revision.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

let h: Harness
const graphs = { steps: './steps.ts:graph', troubled: './troubled.ts:graph' }
beforeAll(async () => {
  h = await startHarness({ graphs, stopGraceMs: 100 })
})
afterAll(() => h.close())

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/agents')

function revision(more: Partial<RevisionToServe>): RevisionToServe {
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

it('messages that user code forges break nothing', async () => {
  const run = await troubled({ trouble: 'garble' })
  expect((await h.ended(run)).status).toBe('success')
  expect(h.logs).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('was not understood') }),
  )
})

it('user code cannot read the threads of another deployment', async () => {
  const thread = await h.thread()
  await h.ended(await troubled({}, thread))
  const spy = async () => {
    const run = await troubled({ trouble: 'spy', target: thread })
    await h.ended(run)
    const { log } = (await h.state(run.thread_id)).values as { log: string[] }
    return JSON.parse(log[1] ?? '') as { kind: string; result: unknown[] }
  }
  expect((await spy()).result).toHaveLength(1)
  await h.database.query('update threads set deployment_id = $2 where thread_id = $1', [
    thread,
    randomUUID(),
  ])
  expect(await spy()).toMatchObject({ kind: 'stored', result: [] })
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
    error: expect.stringContaining('3 times'),
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

it('a syntax error is told with its place in the project, not on this machine', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'quarterdeck-syntax-'))
  await writeFile(path.join(directory, 'graph.ts'), 'export const graph = {')
  const graphs = { garbled: './graph.ts:graph' }
  const loading = h.server.host.load(revision({ directory, graphs }))
  const message = await loading.then(
    () => 'loaded',
    (failure: Error) => failure.message,
  )
  await rm(directory, { recursive: true })
  expect(message).toMatch(/“garbled” cannot be loaded: \.\/graph\.ts failed with “.*:1:22.*”/)
  expect(message).not.toContain(directory)
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
