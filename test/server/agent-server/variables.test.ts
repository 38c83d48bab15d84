/** Variables of a deployment that the agent server goes by (36.3). */
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

const graphs = { steps: './steps.ts:graph' }
async function started(options: Omit<Parameters<typeof startHarness>[0], 'graphs'>) {
  const h = await startHarness({ graphs, language: 'javascript', ...options })
  onTestFinished(() => h.close())
  return h
}

async function begun(h: Harness, more: object = {}) {
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await h.run(await h.thread(), { assistant_id: 'steps', input, ...more })
  return { run, gate }
}
const statusOf = async (h: Harness, { run }: Awaited<ReturnType<typeof begun>>) =>
  (await h.getRun(run)).body.status

it('36.3: N_JOBS_PER_WORKER: so many runs work at once, the others wait for their turn', async () => {
  const h = await started({ env: { N_JOBS_PER_WORKER: '2' } })
  const [first, second, third] = [await begun(h), await begun(h), await begun(h)]
  const fourth = await begun(h)
  await h.gates.arrived(first.gate)
  await h.gates.arrived(second.gate)
  expect(await statusOf(h, third)).toBe('pending')
  h.gates.open(second.gate)
  const ended = await h.ended(second.run)
  await h.gates.arrived(third.gate)
  expect(await statusOf(h, first)).toBe('running')
  // One place is one run's, however many wait for it.
  expect(await statusOf(h, fourth)).toBe('pending')
  const { body } = await h.getRun(third.run)
  expect(Date.parse(body.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(ended.ended_at ?? ''))
  for (const { gate } of [first, third, fourth]) h.gates.open(gate)
  for (const { run } of [first, third, fourth]) expect((await h.ended(run)).status).toBe('success')
})

it('36.3: RESUMABLE_STREAM_TTL_SECONDS: events are kept so long after a run’s end', async () => {
  let now = new Date('2026-11-01T08:00:00Z')
  const h = await started({
    env: { RESUMABLE_STREAM_TTL_SECONDS: '120' },
    now: () => now,
    limits: { pollMs: 20 },
  })
  const { run, gate } = await begun(h, { stream_resumable: true })
  h.gates.open(gate)
  await h.ended(run)
  const stored = async () =>
    (await h.database.query('select 1 from run_events where run_id = $1', [run.run_id])).length
  expect(await stored()).toBeGreaterThan(0)
  now = new Date(now.getTime() + 119_000)
  await expect.poll(async () => (await h.ended(run)).status).toBe('success')
  expect(await stored()).toBeGreaterThan(0)
  now = new Date(now.getTime() + 61_000)
  await expect.poll(stored).toBe(0)
})
