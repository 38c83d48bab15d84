import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerMetrics } from '../../../src/contract/agent-server/assistants.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const json = () => h.call<ServerMetrics>('GET', '/metrics?format=json').then(({ body }) => body)
const nothing = {
  pending_runs_wait_time_max_secs: null,
  pending_runs_wait_time_med_secs: null,
  pending_unblocked_runs_wait_time_max_secs: null,
}

it('36: tells what waits and what works, under the published names', async () => {
  expect(await json()).toEqual({
    queue: { n_pending: 0, n_running: 0, ...nothing },
    workers: { max: 10, active: 0, available: 10 },
  })
  const thread = await h.thread()
  const atGate = { assistant_id: 'steps', input: { gates: { first: 'at work' } } }
  const first = await h.run(thread, atGate)
  await h.gates.arrived('at work')
  const second = await h.run(thread, { assistant_id: 'steps', input: {} })
  // Its time has not come: it waits for nobody.
  const later = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: {},
    after_seconds: 3_600,
  })
  const { queue, workers } = await json()
  expect(queue).toMatchObject({ n_pending: 1, n_running: 1 })
  expect(queue.pending_runs_wait_time_max_secs).toBeGreaterThanOrEqual(0)
  expect(queue.pending_runs_wait_time_med_secs).toBe(queue.pending_runs_wait_time_max_secs)
  // It waits for its turn in its thread, not for a worker.
  expect(queue.pending_unblocked_runs_wait_time_max_secs).toBeNull()
  expect(workers).toEqual({ max: 10, active: 1, available: 9 })

  const text = await fetch(`${h.url}/metrics`, { headers: { 'x-api-key': apiKey } })
  expect(text.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  const lines = (await text.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE lg_api_num_pending_runs gauge',
      'lg_api_num_pending_runs 1',
      'lg_api_num_running_runs 1',
      'lg_api_workers_available 9',
    ]),
  )
  expect(lines.join()).not.toContain('lg_api_pending_unblocked_runs_wait_time_max')

  h.gates.open('at work')
  await Promise.all([h.ended(first), h.ended(second)])
  await h.call('DELETE', `/threads/${later.thread_id}/runs/${later.run_id}`)
  expect(await json()).toMatchObject({ queue: { n_pending: 0, n_running: 0, ...nothing } })
})

it('36: refuses a format that there is not, by its name', async () => {
  expect(await h.call('GET', '/metrics?format=xml')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'format'] }] },
  })
})
