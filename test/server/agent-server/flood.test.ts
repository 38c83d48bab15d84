import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'
import type { SseEvent } from './sse.ts'

eachMayTake(2)

let h: Harness
/** Lines of the deploy log of the other deployment, which is the one with the floods. */
const lines: { level: string; message: string; runId?: string; dropped?: number }[] = []
const wild = { id: randomUUID(), url: '' }

beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
  wild.url = h.url.replace('fixtures', 'wild')
  const revision_id = randomUUID()
  await h.server.host.register({ id: wild.id, name: 'wild' })
  await h.server.host.load({
    deployment_id: wild.id,
    revision_id,
    directory: path.resolve(import.meta.dirname, '../../fixtures/agents'),
    graphs: { flood: './flood.ts:graph' },
    env: { GATE_URL: h.gates.url },
    limits: { memory_mb: 300, cpus: null },
    onLog: (level, message, runId, dropped) =>
      lines.push({ level, message, ...(runId && { runId }), ...(dropped && { dropped }) }),
  })
  await h.server.host.activate(wild.id, revision_id)
})
afterAll(() => h?.close())

const ask = (method: string, at: string, body?: object) =>
  fetch(wild.url + at, {
    method,
    headers: { 'x-api-key': apiKey },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function flooded(input: object, more: object = {}): Promise<Run> {
  const { thread_id } = (await (await ask('POST', '/threads', {})).json()) as { thread_id: string }
  const body = { assistant_id: 'flood', input, stream_mode: 'custom', ...more }
  return (await (await ask('POST', `/threads/${thread_id}/runs`, body)).json()) as Run
}

const pathOf = (run: Run) => `/threads/${run.thread_id}/runs/${run.run_id}`

async function ended(run: Run): Promise<Run> {
  await (await ask('GET', `${pathOf(run)}/join`)).text()
  return (await (await ask('GET', pathOf(run))).json()) as Run
}

/** A whole run of the deployment that has nothing to do with it, or one that waits at a gate. */
async function bystander(gate?: string): Promise<Run> {
  const input = gate === undefined ? {} : { gates: { second: gate } }
  const run = await h.run(await h.thread(), { assistant_id: 'steps', input })
  if (gate === undefined) expect((await h.ended(run)).status).toBe('success')
  else await h.gates.arrived(gate)
  return run
}

function eventsOf(text: string): SseEvent[] {
  return text
    .split('\n\n')
    .map((block) => /^id: (\d+)\nevent: (\S+)\ndata: (.*)$/.exec(block))
    .flatMap((found) => (found ? [found] : []))
    .map(([, id = '', event = '', data = '']) => ({ id, event, data: JSON.parse(data) }))
}

it.each([
  [true, 100_000],
  // As many as a log keeps in memory, so that its reader is never too late.
  [false, 45_000],
])(
  'a flood of tiny events arrives whole and in order (stream_resumable: %s, %i of them), and others go on meanwhile',
  async (stream_resumable, size) => {
    // It does not end before the bystander has, however quick it is.
    const gate = randomUUID()
    const run = await flooded({ kind: 'events', size, gate }, { stream_resumable })
    const stream = ask('GET', `${pathOf(run)}/stream`).then((response) => response.text())
    await bystander()
    h.gates.open(gate)
    const [metadata, ...events] = eventsOf(await stream)
    expect(metadata?.event).toBe('metadata')
    expect(events.map(({ data }) => (data as { number: number }).number)).toEqual(
      Array.from({ length: size }, (_, number) => number),
    )
    expect((await ended(run)).status).toBe('success')
  },
)

it('what a flood prints reaches the log with the run, within bounds, and says how much is missing', async () => {
  const run = await flooded({ kind: 'lines', size: 200_000 })
  expect((await ended(run)).status).toBe('success')
  await bystander()
  const printed = () => lines.filter(({ runId }) => runId === run.run_id)
  // Each line is there, or counted by the one in its place.
  const told = () => printed().reduce((sum, { dropped = 1 }) => sum + dropped, 0)
  await expect.poll(told).toBe(200_000)
  expect(printed().length).toBeLessThan(150_000)
  let next = 0
  const misplaced = printed().filter(({ message, dropped }) => {
    const due = dropped
      ? `${dropped} more lines were printed faster than the log takes them.`
      : `line ${next}`
    next += dropped ?? 1
    return message !== due
  })
  expect(misplaced).toEqual([])
})

it('a line of megabytes is cut', async () => {
  const run = await flooded({ kind: 'text', size: 5_000_000 })
  expect((await ended(run)).status).toBe('success')
  const line = () => lines.find(({ runId }) => runId === run.run_id)
  await expect.poll(line).toBeDefined()
  expect(line()?.message).toMatch(/^x{8000} … and 4992000 more characters$/)
})

it('messages that user code sends past the library by the thousand are told of once', async () => {
  const run = await flooded({ kind: 'messages', size: 5_000 })
  expect((await ended(run)).status).toBe('success')
  await bystander()
  expect(lines.filter(({ message }) => message.includes('was not understood'))).toHaveLength(1)
})

it('a leak ends its own process only, and the log says why', async () => {
  const gate = randomUUID()
  const beside = await bystander(gate)
  const run = await flooded({ kind: 'memory' })
  const told = () => lines.some(({ message }) => message.includes('more memory than its limit'))
  await expect.poll(told).toBe(true)
  // At once: after its third leak it would be given up.
  await ask('POST', `${pathOf(run)}/cancel?wait=true`)
  expect(await ended(run)).toMatchObject({ status: 'interrupted', end_reason: 'cancelled' })
  h.gates.open(gate)
  expect((await h.ended(beside)).status).toBe('success')
  expect(h.gates.visits(gate), 'its process was there all the time').toBe(1)
})

it('what is thrown where nobody waits ends its process, with the stack in the log; runs go on after it', async () => {
  const run = await flooded({ kind: 'throw' })
  const told = () => lines.some(({ message }) => message.includes('thrown where nobody waits'))
  await expect.poll(told).toBe(true)
  await ended(run)
  await bystander()
  const next = await flooded({ kind: 'none' })
  expect((await ended(next)).status).toBe('success')
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
