import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CancelOutcome, Run } from '../../../src/contract/agent-server/runs.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph', approve: './approve.ts:graph' } })
})
afterAll(() => h?.close())

/** A run that waits in its second step, with its thread. */
async function held(thread?: string): Promise<{ run: Run; thread: string; gate: string }> {
  const gate = randomUUID()
  const onThread = thread ?? (await h.thread())
  const input = { gates: { second: gate } }
  const run = await h.run(onThread, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  return { run, thread: onThread, gate }
}

function cancel(run: Run, query = '') {
  return h.call('POST', `/threads/${run.thread_id}/runs/${run.run_id}/cancel${query}`)
}

it('§3 cancel with interrupt stops a running run and keeps it, its checkpoints and the completed steps', async () => {
  const { run, thread } = await held()
  expect((await h.getRun(run)).body.status).toBe('running')
  expect(await cancel(run, '?wait=true')).toMatchObject({ status: 204, body: null })
  expect((await h.getRun(run)).body).toMatchObject({
    status: 'interrupted',
    end_reason: 'cancelled',
    cancel_reason: 'cancelled',
  })
  const listed = `/threads/${thread}/runs?select=cancel_reason&select=langsmith_session_name`
  expect((await h.call('GET', listed)).body).toEqual([
    { cancel_reason: 'cancelled', langsmith_session_name: null },
  ])
  const state = await h.state(thread)
  expect(state).toMatchObject({ values: { log: ['first'] }, next: ['second'] })
  expect(state.metadata).toMatchObject({ run_id: run.run_id })
  const history = await h.call<unknown[]>('GET', `/threads/${thread}/history`)
  expect(history.body).toHaveLength(3)
  expect(await h.getThread(thread)).toMatchObject({
    status: 'interrupted',
    values: { log: ['first'] },
  })
})

it('§3 an interrupted run can be resumed from its last checkpoint', async () => {
  const { run, thread, gate } = await held()
  await cancel(run, '?wait=true')
  h.gates.open(gate)
  const resumed = await h.run(thread, { assistant_id: 'steps', input: null })
  expect(await h.ended(resumed)).toMatchObject({ status: 'success' })
  expect((await h.state(thread)).values).toMatchObject({ log: ['first', 'second', 'third'] })
})

it('§3 cancel without wait answers 202 at once and completes later', async () => {
  const { run } = await held()
  expect(await cancel(run, '?wait=false')).toMatchObject({ status: 202, body: null })
  expect(await h.ended(run)).toMatchObject({ status: 'interrupted' })
})

it('§3, §7 cancel with rollback deletes the run and its checkpoints, a fetch of it is 404, and the thread is as before', async () => {
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id: 'steps', input: {} }))
  const history = async () => (await h.call('GET', `/threads/${thread}/history`)).body
  const before = {
    state: await h.state(thread),
    history: await history(),
    thread: await h.getThread(thread),
  }
  const { run } = await held(thread)
  expect((await h.getThread(thread)).status).toBe('busy')
  expect(await cancel(run, '?action=rollback&wait=true')).toMatchObject({ status: 204 })
  expect(await h.getRun(run)).toMatchObject({ status: 404, body: { detail: expect.any(String) } })
  const listed = await h.call<Run[]>('GET', `/threads/${thread}/runs`)
  expect(listed.body.map(({ run_id }) => run_id)).not.toContain(run.run_id)
  expect(await h.state(thread)).toEqual(before.state)
  expect(await history()).toEqual(before.history)
  // When it changed last is now; all else is as it was.
  const times = { updated_at: '', state_updated_at: '' }
  expect({ ...(await h.getThread(thread)), ...times }).toEqual({ ...before.thread, ...times })
  for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes', 'run_events']) {
    const left = await h.database.query(`select 1 from ${table} where run_id = $1`, [run.run_id])
    expect(left, table).toEqual([])
  }
})

it('§3 the run after a rollback starts on the right state', async () => {
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id: 'steps', input: { log: ['one'] } }))
  const { run } = await held(thread)
  await cancel(run, '?action=rollback&wait=true')
  await h.ended(await h.run(thread, { assistant_id: 'steps', input: { log: ['two'], gates: {} } }))
  expect((await h.state(thread)).values).toMatchObject({
    log: ['one', 'first', 'second', 'third', 'two', 'first', 'second', 'third'],
  })
})

it('§3 rollback of the first run of a thread leaves it empty', async () => {
  const { run, thread } = await held()
  await cancel(run, '?action=rollback&wait=1')
  expect(await h.state(thread)).toMatchObject({ values: nothing, next: [], checkpoint: null })
  expect(await h.getThread(thread)).not.toHaveProperty('values')
  expect(await h.getThread(thread)).toMatchObject({ status: 'idle', metadata: nothing })
})

it('§3 rollback of an answer brings the question back, and another answer counts', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  await h.ended(await h.run(thread, { assistant_id: 'approve', input: { gate } }))
  const before = await h.state(thread)
  const wrong = await h.run(thread, { assistant_id: 'approve', command: { resume: 'wrong' } })
  await h.gates.arrived(gate)
  expect(await cancel(wrong, '?action=rollback&wait=true')).toMatchObject({ status: 204 })
  expect(await h.state(thread)).toEqual(before)
  expect(await h.getThread(thread)).toMatchObject({ status: 'interrupted' })
  h.gates.open(gate)
  await h.ended(await h.run(thread, { assistant_id: 'approve', command: { resume: 'right' } }))
  await h.ended(await h.run(thread, { assistant_id: 'approve', command: { resume: 'yes' } }))
  expect((await h.state(thread)).values).toMatchObject({ answers: ['right', 'yes'] })
})

it('§3 rollback of a second answer keeps the first one', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const input = { gate_at_end: gate }
  await h.ended(await h.run(thread, { assistant_id: 'approve', input }))
  await h.ended(await h.run(thread, { assistant_id: 'approve', command: { resume: 'one' } }))
  const before = await h.state(thread)
  expect(before.interrupts).toMatchObject([{ value: { question: 'Really?' } }])
  const wrong = await h.run(thread, { assistant_id: 'approve', command: { resume: 'wrong' } })
  await h.gates.arrived(gate)
  await cancel(wrong, '?action=rollback&wait=true')
  expect(await h.state(thread)).toEqual(before)
  h.gates.open(gate)
  await h.ended(await h.run(thread, { assistant_id: 'approve', command: { resume: 'two' } }))
  expect((await h.state(thread)).values).toMatchObject({ answers: ['one', 'two'] })
})

it('§3 a pending run is interrupted or deleted at once, and the running one goes on', async () => {
  const { run, thread, gate } = await held()
  const first = await h.run(thread, { assistant_id: 'steps', input: {} })
  const second = await h.run(thread, { assistant_id: 'steps', input: {} })
  expect(first.status).toBe('pending')
  expect(await cancel(first)).toMatchObject({ status: 202 })
  expect((await h.getRun(first)).body).toMatchObject({ status: 'interrupted', started_at: null })
  expect(await cancel(second, '?action=rollback')).toMatchObject({ status: 202 })
  expect(await h.getRun(second)).toMatchObject({ status: 404 })
  expect((await h.getThread(thread)).status).toBe('busy')
  h.gates.open(gate)
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  expect((await h.getThread(thread)).status).toBe('idle')
})

it('§3 rule 1, §7 cancelling a run that has ended is 409', async () => {
  const thread = await h.thread()
  const success = await h.run(thread, { assistant_id: 'steps', input: {} })
  await h.ended(success)
  const { run } = await held()
  await cancel(run, '?wait=true')
  for (const ended of [success, run]) {
    expect(await cancel(ended)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('has ended') },
    })
  }
})

it('§3 rule 2 a run that paused for a human has ended with success and cannot be cancelled', async () => {
  const thread = await h.thread()
  const run = await h.ended(await h.run(thread, { assistant_id: 'approve', input: {} }))
  expect(run.status).toBe('success')
  expect((await h.getThread(thread)).status).toBe('interrupted')
  expect(await cancel(run)).toMatchObject({ status: 409 })
  expect((await h.getThread(thread)).status).toBe('interrupted')
})

it('§7 cancelling an unknown run, or one of another thread, is 404; a wrong action or wait is 422', async () => {
  const { run } = await held()
  const other = await h.thread()
  expect(await cancel({ ...run, run_id: randomUUID() })).toMatchObject({ status: 404 })
  expect(await cancel({ ...run, thread_id: other })).toMatchObject({ status: 404 })
  expect(await cancel(run, '?action=delete')).toMatchObject({ status: 422 })
  expect(await cancel(run, '?wait=maybe')).toMatchObject({ status: 422 })
  expect((await h.getRun(run)).body.status).toBe('running')
  await cancel(run, '?wait=true')
})

/** As `held`, and its executor does nothing until `goOn`: a stop is asked for and not done yet. */
async function paused(): Promise<Awaited<ReturnType<typeof held>> & { goOn(): void }> {
  const begun = await held()
  const executor = h.gates.lastProcess()
  if (executor === null) throw new Error('The graph did not say which process it is in.')
  process.kill(executor, 'SIGSTOP')
  return { ...begun, goOn: () => process.kill(executor, 'SIGCONT') }
}

/** What is recorded of how the run is to be stopped. */
async function wish({ run_id }: Run): Promise<string | null | undefined> {
  const rows = await h.database.query<{ cancel_action: string | null }>(
    'select cancel_action from runs where run_id = $1',
    [run_id],
  )
  return rows[0]?.cancel_action
}

it('§3 a rollback that comes while an interrupt is stopping the run wins; both waiters are answered', async () => {
  const { run, goOn } = await paused()
  const interrupt = cancel(run, '?wait=true')
  await expect.poll(() => wish(run)).toBe('interrupt')
  const rollback = cancel(run, '?wait=true&action=rollback')
  await expect.poll(() => wish(run)).toBe('rollback')
  goOn()
  expect(await interrupt).toMatchObject({ status: 204 })
  expect(await rollback).toMatchObject({ status: 204 })
  expect(await h.getRun(run)).toMatchObject({ status: 404 })
})

it('§3 an interrupt that comes while a rollback is stopping the run does not save it', async () => {
  const { run, thread, goOn } = await paused()
  const rollback = cancel(run, '?wait=true&action=rollback')
  await expect.poll(() => wish(run)).toBe('rollback')
  expect(await cancel(run, '?action=interrupt')).toMatchObject({ status: 202 })
  expect(await wish(run)).toBe('rollback')
  const bulk = { thread_id: thread, run_ids: [run.run_id] }
  expect(await h.call('POST', '/runs/cancel?action=interrupt', bulk)).toMatchObject({
    body: { runs: [{ outcome: 'cancelled' }] },
  })
  expect(await wish(run)).toBe('rollback')
  goOn()
  expect(await rollback).toMatchObject({ status: 204 })
  expect(await h.getRun(run)).toMatchObject({ status: 404 })
  expect(await h.state(thread)).toMatchObject({ values: nothing, checkpoint: null })
})

it('§2.5 a run that was cancelled before another one came names no run that replaced it', async () => {
  const { run, thread, goOn } = await paused()
  expect(await cancel(run, '?action=interrupt')).toMatchObject({ status: 202 })
  const input = { gates: {} }
  const body = { assistant_id: 'steps', input, multitask_strategy: 'interrupt' }
  const next = await h.run(thread, body)
  goOn()
  expect(await h.ended(next)).toMatchObject({ status: 'success' })
  expect((await h.getRun(run)).body).toMatchObject({ end_reason: 'cancelled', replaced_by: null })
})

it('§3 a rollback that comes when the interrupt is complete is 409, and the run stays', async () => {
  const { run } = await held()
  expect(await cancel(run, '?wait=true')).toMatchObject({ status: 204 })
  expect(await cancel(run, '?wait=true&action=rollback')).toMatchObject({ status: 409 })
  expect(await h.getRun(run)).toMatchObject({ status: 200, body: { status: 'interrupted' } })
})

it('§3 a node that does not listen to the stop is abandoned, and writes nothing afterwards', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const input = { gates: { second: gate }, is_deaf: true }
  const run = await h.run(thread, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  await cancel(run, '?wait=true')
  const stopped = await h.state(thread)
  h.gates.open(gate)
  await h.ended(await h.run(await h.thread(), { assistant_id: 'steps', input: {} }))
  expect(await h.state(thread)).toEqual(stopped)
})

it('§2.8, §4.2 rule 1 bulk cancel by ids cancels exactly those runs and tells what became of each', async () => {
  const { run, thread } = await held()
  const ended = await h.ended(await h.run(await h.thread(), { assistant_id: 'steps', input: {} }))
  const waiting = await h.run(thread, { assistant_id: 'steps', input: {} })
  const kept = await h.run(thread, { assistant_id: 'steps', input: { gates: {} } })
  const unknown = randomUUID()
  const run_ids = [run.run_id, waiting.run_id, ended.run_id, unknown, run.run_id]
  const answer = await h.call<{ runs: CancelOutcome[] }>('POST', '/runs/cancel?wait=true', {
    thread_id: thread,
    run_ids,
  })
  expect(answer.status).toBe(200)
  expect(answer.body.runs).toEqual([
    { run_id: run.run_id, thread_id: thread, outcome: 'cancelled' },
    { run_id: waiting.run_id, thread_id: thread, outcome: 'cancelled' },
    { run_id: ended.run_id, thread_id: thread, outcome: 'not_found' },
    { run_id: unknown, thread_id: thread, outcome: 'not_found' },
  ])
  expect((await h.getRun(run)).body.status).toBe('interrupted')
  // All at once: it did not begin when the one before it was gone.
  expect((await h.getRun(waiting)).body).toMatchObject({ status: 'interrupted', started_at: null })
  expect((await h.ended(kept)).status).toBe('success')
  const again = await h.call('POST', '/runs/cancel', { thread_id: thread, run_ids: [run.run_id] })
  expect(again.body).toMatchObject({ runs: [{ outcome: 'not_active' }] })
})

it('§2.8, §4.2 rule 2 bulk cancel by status reaches every thread of the deployment', async () => {
  const [one, two] = [await held(), await held()]
  const waiting = await h.run(one.thread, { assistant_id: 'steps', input: {} })
  const pending = await h.call('POST', '/runs/cancel?action=rollback', { status: 'pending' })
  expect(pending.body).toEqual({
    runs: [{ run_id: waiting.run_id, thread_id: one.thread, outcome: 'cancelled' }],
  })
  expect(await h.getRun(waiting)).toMatchObject({ status: 404 })
  expect((await h.getRun(one.run)).body.status).toBe('running')

  const another = await h.run(two.thread, { assistant_id: 'steps', input: { gates: {} } })
  const running = await h.call<{ runs: CancelOutcome[] }>('POST', '/runs/cancel?wait=true', {
    status: 'running',
  })
  expect(running.body.runs.map(({ run_id }) => run_id)).toEqual([one.run.run_id, two.run.run_id])
  expect((await h.getRun(two.run)).body.status).toBe('interrupted')
  await h.ended(another)

  const last = await held()
  const behind = await h.run(last.thread, { assistant_id: 'steps', input: {} })
  const all = await h.call('POST', '/runs/cancel?wait=true&action=rollback', { status: 'all' })
  expect(all.body).toMatchObject({ runs: [{ outcome: 'cancelled' }, { outcome: 'cancelled' }] })
  expect(await h.getRun(last.run)).toMatchObject({ status: 404 })
  expect(await h.getRun(behind)).toMatchObject({ status: 404 })
  const none = await h.call('POST', '/runs/cancel', { status: 'all' })
  expect(none).toMatchObject({ status: 200, body: { runs: [] } })
})

it.each([
  ['nothing', {}],
  ['ids without their thread', { run_ids: [randomUUID()] }],
  ['both forms', { status: 'all', thread_id: randomUUID(), run_ids: [randomUUID()] }],
  ['an empty list', { thread_id: randomUUID(), run_ids: [] }],
  ['another status', { status: 'success' }],
])('§2.8 bulk cancel refuses %s with 422', async (_what, body) => {
  expect(await h.call('POST', '/runs/cancel', body)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: expect.any(Array), msg: expect.any(String) }] },
  })
})

it('§2.8 bulk cancel on an unknown thread is 404', async () => {
  const body = { thread_id: randomUUID(), run_ids: [randomUUID()] }
  expect(await h.call('POST', '/runs/cancel', body)).toMatchObject({ status: 404 })
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
