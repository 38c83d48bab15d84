import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())

function create(thread: string, log: string, more: object = {}) {
  const input = { log: [log], gates: {} }
  return h.run(thread, { assistant_id: 'steps', input, ...more })
}

async function held(log: string): Promise<{ run: Run; thread: string; gate: string }> {
  const gate = randomUUID()
  const thread = await h.thread()
  const run = await h.run(thread, {
    assistant_id: 'steps',
    input: { log: [log], gates: { second: gate } },
  })
  await h.gates.arrived(gate)
  return { run, thread, gate }
}

it.each([undefined, 'enqueue'])(
  '§2.5, §4.2 rule 4 with the strategy %s runs wait their turn in order',
  async (multitask_strategy) => {
    const { run, thread, gate } = await held('a')
    const b = await create(thread, 'b', { multitask_strategy })
    const c = await create(thread, 'c', { multitask_strategy })
    expect([b.status, c.status]).toEqual(['pending', 'pending'])
    expect(b.multitask_strategy).toBe('enqueue')
    h.gates.open(gate)
    for (const one of [run, b, c]) expect((await h.ended(one)).status).toBe('success')
    const steps = ['first', 'second', 'third']
    expect((await h.state(thread)).values).toMatchObject({
      log: ['a', ...steps, 'b', ...steps, 'c', ...steps],
    })
  },
)

it('§2.5 reject refuses a second run with 409 and changes nothing', async () => {
  const { run, thread, gate } = await held('a')
  const body = { assistant_id: 'steps', input: {}, multitask_strategy: 'reject' }
  for (const end of ['', '/stream', '/wait']) {
    expect(await h.call('POST', `/threads/${thread}/runs${end}`, body)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('busy'), code: 'thread_busy' },
    })
  }
  expect((await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body).toHaveLength(1)
  h.gates.open(gate)
  expect((await h.ended(run)).status).toBe('success')
  const next = await create(thread, 'b', { multitask_strategy: 'reject' })
  expect((await h.ended(next)).status).toBe('success')
})

it('§2.5 interrupt stops the first run and keeps its steps for the second', async () => {
  const { run, thread } = await held('a')
  const waiting = await create(thread, 'never')
  const next = await create(thread, 'b', { multitask_strategy: 'interrupt' })
  expect((await h.ended(next)).status).toBe('success')
  for (const replaced of [run, waiting]) {
    expect((await h.getRun(replaced)).body).toMatchObject({
      status: 'interrupted',
      end_reason: 'replaced',
    })
  }
  expect((await h.state(thread)).values).toMatchObject({
    log: ['a', 'first', 'b', 'first', 'second', 'third'],
  })
})

it('§2.5 rollback deletes the first run and the second starts on the state before it', async () => {
  const { run, thread } = await held('a')
  const stream = await h.stream('GET', `/threads/${thread}/runs/${run.run_id}/stream`)
  const next = await create(thread, 'b', { multitask_strategy: 'rollback' })
  expect((await h.ended(next)).status).toBe('success')
  expect(await h.getRun(run)).toMatchObject({ status: 404 })
  expect((await stream.rest()).at(-1)).toMatchObject({
    event: 'error',
    data: { error: 'UserRollback', message: 'The run was stopped and rolled back.' },
  })
  expect((await h.state(thread)).values).toMatchObject({ log: ['b', 'first', 'second', 'third'] })
})

it('runs of several threads work at the same time, ten at most; the others wait for a place', async () => {
  const all = await Promise.all(
    Array.from({ length: 14 }, async () => {
      const thread = await h.thread()
      const gate = randomUUID()
      const input = { gates: { first: gate } }
      return { gate, run: await h.run(thread, { assistant_id: 'steps', input }) }
    }),
  )
  const inOrder = await h.database.query<{ run_id: string }>(
    `select run_id from runs where status in ('pending', 'running') order by position`,
  )
  const gates = inOrder.map(
    ({ run_id }) => all.find(({ run }) => run.run_id === run_id)?.gate ?? '',
  )
  const working = () =>
    h.database.query<{ status: string; count: number }>(
      `select status, count(*)::int as count from runs where status in ('pending', 'running')
       group by status order by status`,
    )
  for (const gate of gates.slice(0, 10)) await h.gates.arrived(gate)
  expect(await working()).toEqual([
    { status: 'pending', count: 4 },
    { status: 'running', count: 10 },
  ])
  // One place is one run's, however many wait for it.
  h.gates.open(gates[0] ?? '')
  await h.gates.arrived(gates[10] ?? '')
  expect(await working()).toEqual([
    { status: 'pending', count: 3 },
    { status: 'running', count: 10 },
  ])
  for (const { gate } of all) h.gates.open(gate)
  for (const { run } of all) expect((await h.ended(run)).status).toBe('success')
})

it('34.1: what waits behind a run of its thread holds up no other thread', async () => {
  const { run, thread, gate } = await held('a')
  const waiting = await create(thread, 'b')
  const other = await create(await h.thread(), 'c')
  expect((await h.ended(other)).status).toBe('success')
  const path = `/threads/${thread}/runs/${waiting.run_id}`
  expect((await h.call<Run>('GET', path)).body.status).toBe('pending')
  h.gates.open(gate)
  for (const one of [run, waiting]) expect((await h.ended(one)).status).toBe('success')
})

it('the order of a thread holds when runs are created at the same time', async () => {
  const thread = await h.thread()
  const runs = await Promise.all(Array.from({ length: 8 }, (_, n) => create(thread, `#${n}`)))
  for (const run of runs) expect((await h.ended(run)).status).toBe('success')
  const { log } = (await h.state(thread)).values as { log: string[] }
  const listed = await h.call<Run[]>('GET', `/threads/${thread}/runs`)
  const asked = listed.body.map(({ kwargs }) => {
    const { input } = kwargs as { input: { log: string[] } }
    return input.log[0]
  })
  // The list is newest first.
  expect(log.filter((line) => line.startsWith('#'))).toEqual(asked.reverse())
  expect(log).toHaveLength(8 * 4)
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
