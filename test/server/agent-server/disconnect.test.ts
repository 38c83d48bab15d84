import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from './harness.ts'
import type { SseStream } from './sse.ts'

/** A drop is noticed in a tenth of a second on a quiet machine, and by a heartbeat after minutes only. */
const noticedMs = 60_000
const heartbeatMs = 3 * noticedMs

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' }, heartbeatMs })
})
afterAll(() => h?.close())

/** A run that waits in its second step, created by a request that stays open. */
async function bound(
  end: 'stream' | 'wait',
  query: string,
  body: object,
): Promise<{ run: Run; thread: string; gate: string; stream: SseStream }> {
  const gate = randomUUID()
  const thread = await h.thread()
  const stream = await h.stream('POST', `/threads/${thread}/runs/${end}${query}`, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    ...body,
  })
  await h.gates.arrived(gate)
  const [run] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  if (!run) throw new Error('No run was created.')
  return { run, thread, gate, stream }
}

async function expectCancelledByDrop(run: Run, stream: SseStream): Promise<void> {
  const dropped = performance.now()
  stream.drop()
  expect(await h.ended(run)).toMatchObject({ status: 'interrupted', end_reason: 'disconnected' })
  expect(performance.now() - dropped).toBeLessThan(noticedMs)
}

it.each([
  ['stream', '?on_disconnect=cancel', {}],
  ['stream', '', { on_disconnect: 'cancel' }],
  ['wait', '?on_disconnect=cancel', {}],
  ['wait', '', { on_disconnect: 'cancel' }],
] as const)(
  '§3, §4.2 rule 3 POST runs/%s%s %o: a drop cancels the run',
  async (end, query, body) => {
    const { run, stream, thread } = await bound(end, query, body)
    await expectCancelledByDrop(run, stream)
    expect(await h.state(thread)).toMatchObject({ values: { log: ['first'] }, next: ['second'] })
  },
)

it.each([
  ['stream', ''],
  ['stream', '?on_disconnect=continue'],
  ['wait', ''],
] as const)('§3 POST runs/%s%s: without binding the run goes on', async (end, query) => {
  const { run, stream, gate } = await bound(end, query, {})
  await h.drop(stream)
  h.gates.open(gate)
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
})

it.each([
  ['stream', 'cancel'],
  ['stream', 'true'],
  ['stream', '1'],
  ['join', 'cancel'],
])('§3, §4.2 rule 3 GET %s?cancel_on_disconnect=%s: a drop cancels the run', async (end, value) => {
  const { run, thread } = await bound('stream', '', {})
  const path = `/threads/${thread}/runs/${run.run_id}/${end}?cancel_on_disconnect=${value}`
  await expectCancelledByDrop(run, await h.stream('GET', path))
})

it.each(['', '?cancel_on_disconnect=false', '?cancel_on_disconnect=0'])(
  '§3 GET stream%s: a drop changes nothing, even of a run that is bound to another client',
  async (query) => {
    const { run, thread, gate, stream } = await bound('stream', '', { on_disconnect: 'cancel' })
    const path = `/threads/${thread}/runs/${run.run_id}`
    await h.drop(await h.stream('GET', `${path}/stream${query}`))
    await h.drop(await h.stream('GET', `${path}/join${query}`))
    h.gates.open(gate)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'values' })
    expect((await h.getRun(run)).body.status).toBe('success')
  },
)

it('§3 a drop while the run is still pending cancels it', async () => {
  const first = await bound('stream', '', {})
  const stream = await h.stream('POST', `/threads/${first.thread}/runs/stream`, {
    assistant_id: 'steps',
    on_disconnect: 'cancel',
  })
  const [waiting] = (await h.call<Run[]>('GET', `/threads/${first.thread}/runs`)).body
  if (!waiting) throw new Error('No run was created.')
  await expectCancelledByDrop(waiting, stream)
  expect((await h.getRun(first.run)).body.status).toBe('running')
  h.gates.open(first.gate)
  expect((await h.ended(first.run)).status).toBe('success')
})

it('§3 a run that was cancelled before its client left ended because it was cancelled', async () => {
  const { run, stream } = await bound('stream', '', { on_disconnect: 'cancel' })
  const executor = h.gates.lastProcess()
  if (executor === null) throw new Error('The graph did not say which process it is in.')
  // It does nothing until both are recorded.
  process.kill(executor, 'SIGSTOP')
  await h.call('POST', `/threads/${run.thread_id}/runs/${run.run_id}/cancel`)
  const recorded = async () =>
    h.database.query('select updated_at from runs where run_id = $1', [run.run_id])
  const cancelled = await recorded()
  stream.drop()
  await expect.poll(recorded).not.toEqual(cancelled)
  process.kill(executor, 'SIGCONT')
  expect(await h.ended(run)).toMatchObject({ status: 'interrupted', end_reason: 'cancelled' })
})

it('§3 reading a bound stream to its end is no disconnect', async () => {
  const { run, gate, stream } = await bound('stream', '', { on_disconnect: 'cancel' })
  h.gates.open(gate)
  expect((await stream.rest()).at(-1)).toMatchObject({ event: 'values' })
  expect((await h.getRun(run)).body).toMatchObject({ status: 'success', end_reason: null })
})

it('a run in the background cannot be bound to a connection', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'steps', on_disconnect: 'cancel' }
  expect(await h.call('POST', `/threads/${thread}/runs`, body)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'on_disconnect'] }] },
  })
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
