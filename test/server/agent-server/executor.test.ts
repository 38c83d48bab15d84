import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Executor } from '../../../src/contract/agent-server/executor.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
/** By the server's clock, which stands still but for what a test adds. */
let nowMs = Date.now()
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', troubled: './troubled.ts:graph' },
    now: () => new Date(nowMs),
    stopGraceMs: 300,
  })
})
afterAll(() => h?.close())

/** As it is after so many seconds more. */
async function executor(laterSeconds = 2): Promise<Executor> {
  nowMs += laterSeconds * 1_000
  const { status, body } = await h.call<Executor>('GET', '/executor')
  expect(status).toBe(200)
  return body
}

async function held() {
  const gate = randomUUID()
  const thread = await h.thread()
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream?on_disconnect=cancel`, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
  })
  await h.gates.arrived(gate)
  const [run] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  if (!run) throw new Error('No run was created.')
  return { run, gate, stream }
}

it('tells memory, processor time, delay and runs of the process that serves', async () => {
  const idle = await executor()
  expect(idle).toMatchObject({
    state: 'up',
    revision_id: h.revisionId,
    memory_limit_bytes: null,
    samples: expect.arrayContaining([expect.objectContaining({ active_runs: 0, restarts: 0 })]),
  })
  expect(idle.samples.at(-1)?.memory_bytes).toBeGreaterThan(20_000_000)
  const { run, gate } = await held()
  await h.run(run.thread_id, { assistant_id: 'steps', input: { gates: {} } })
  const busy = await executor()
  expect(busy.samples.at(-1)).toMatchObject({ active_runs: 1, queued_runs: 1 })
  expect(busy.samples.at(-1)?.cpus_busy).toBeGreaterThanOrEqual(0)
  expect(busy.samples.at(-1)?.loop_delay_ms).toBeGreaterThanOrEqual(0)
  h.gates.open(gate)
  await h.ended(run)
})

it('keeps the samples of ten minutes, and makes no new one within a second', async () => {
  const before = await executor()
  const again = await executor(0)
  expect(again.samples).toEqual(before.samples)
  const late = await executor(601)
  expect(late.samples).toHaveLength(1)
})

it('counts the starts after a crash, until the process is up again', async () => {
  const thread = await h.thread()
  const run = await h.run(thread, { assistant_id: 'troubled', input: { trouble: 'exit' } })
  await h.ended(run)
  await expect.poll(async () => (await executor()).state).toBe('up')
  expect((await executor()).samples.at(-1)?.restarts).toBeGreaterThan(0)
})

it('§4.2 rule 3 tells who listens to a run, and whose leaving cancels it', async () => {
  const { run, gate, stream } = await held()
  const joined = await h.stream('GET', `/threads/${run.thread_id}/runs/${run.run_id}/stream`)
  const listeners = async () => (await h.getRun(run)).body.listeners
  expect((await listeners())?.map((one) => one.cancels_on_disconnect)).toEqual([true, false])
  const [listed] = (await h.call<Run[]>('GET', `/threads/${run.thread_id}/runs`)).body
  expect(listed?.listeners).toEqual(await listeners())
  await h.drop(joined)
  await expect.poll(async () => (await listeners())?.length).toBe(1)
  h.gates.open(gate)
  await stream.rest()
  const ended = await h.ended(run)
  expect(ended).toMatchObject({ status: 'success' })
  expect(ended.listeners).toBeUndefined()
})
