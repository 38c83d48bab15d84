import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { copyNewDatabase } from '../../helpers/new-database.ts'
import { openGates } from './gates.ts'
import { startHarness } from './harness.ts'
import { type KillableServer, startKillable } from './killable.ts'

eachMayTake(2)

const graphs = { steps: './steps.ts:graph', approve: './approve.ts:graph' }
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Servers in processes of their own, one after the other on the same data. */
async function killableServers() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'quarterdeck-kill-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  await copyNewDatabase(dataDir)
  const gates = await openGates()
  cleanUps.push(() => gates.close())
  const start = async (): Promise<KillableServer> => {
    const server = await startKillable({ dataDir, gateUrl: gates.url })
    cleanUps.push(() => server.kill())
    return server
  }
  return { gates, start }
}

it('a stop ends streams cleanly and hands running runs back; they go on where they were', async () => {
  const before = await startHarness({ graphs })
  const { database, deploymentId } = before
  const gate = randomUUID()
  const thread = await before.thread()
  const stream = await before.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    stream_mode: 'updates',
    stream_resumable: true,
    on_disconnect: 'cancel',
    durability: 'sync',
  })
  const waiting = before.call('POST', `/threads/${await before.thread()}/runs/wait`, {
    assistant_id: 'steps',
    input: { gates: { first: `${gate}-too` } },
  })
  await before.gates.arrived(gate)
  await before.gates.arrived(`${gate}-too`)
  const pending = await before.run(thread, { assistant_id: 'steps', input: { gates: {} } })
  // Graphs come to a gate by another way than their events come to the server.
  const first = [await stream.next(), await stream.next()]
  expect(first.map((event) => event?.event)).toEqual(['metadata', 'updates'])
  const read = stream.rest()
  await before.close()
  expect(await read).toEqual([])
  expect((await waiting).body).toMatchObject({ __error__: { error: 'ServerStopping' } })
  expect(before.errors).toEqual([])
  const rows = await database.query('select status, attempt from runs where thread_id = $1', [
    thread,
  ])
  expect(rows).toEqual([
    { status: 'pending', attempt: 0 },
    { status: 'pending', attempt: 0 },
  ])

  const after = await startHarness({ graphs, database, deploymentId })
  cleanUps.push(() => after.close())
  // The gates of the first server are gone with their names; these are new.
  await after.gates.arrived(gate)
  const [, run] = (await after.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  if (!run) throw new Error('The run is gone.')
  const location = `/threads/${thread}/runs/${run.run_id}/stream`
  const rejoined = await after.stream('GET', location, undefined, {
    'last-event-id': first.at(-1)?.id ?? '',
  })
  after.gates.open(gate)
  after.gates.open(`${gate}-too`)
  const rest = await rejoined.rest()
  expect(rest.map(({ event }) => event)).toEqual(['metadata', 'updates', 'updates'])
  expect(rest.map(({ id }) => id)).toEqual(['2', '3', '4'])
  expect(await after.ended(run)).toMatchObject({ status: 'success' })
  expect(await after.ended(pending)).toMatchObject({ status: 'success' })
  expect((await after.state(thread)).values).toMatchObject({
    log: ['first', 'second', 'third', 'first', 'second', 'third'],
  })
  const replay = await after.stream('GET', location, undefined, { 'last-event-id': '-1' })
  expect((await replay.rest()).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
})

it('a question to a human outlasts a restart', async () => {
  const before = await startHarness({ graphs })
  const { database, deploymentId } = before
  const thread = await before.thread()
  await before.ended(await before.run(thread, { assistant_id: 'approve', input: {} }))
  await before.close()
  const after = await startHarness({ graphs, database, deploymentId })
  cleanUps.push(() => after.close())
  for (const resume of ['a', 'b']) {
    await after.ended(await after.run(thread, { assistant_id: 'approve', command: { resume } }))
  }
  expect((await after.state(thread)).values).toMatchObject({ answers: ['a', 'b'] })
})

it('§3 a rollback that was asked for before a crash is done after it', async () => {
  const before = await startHarness({ graphs })
  const { database, deploymentId } = before
  const thread = await before.thread()
  await before.ended(await before.run(thread, { assistant_id: 'steps', input: {} }))
  const state = await before.state(thread)
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await before.run(thread, { assistant_id: 'steps', input })
  await before.gates.arrived(gate)
  await before.close()
  // As a killed process leaves it: still running, and the wish recorded.
  await database.query(
    `update runs set status = 'running', attempt = 1, claimed_by = gen_random_uuid(),
     cancel_action = 'rollback', cancel_reason = 'cancelled' where run_id = $1`,
    [run.run_id],
  )
  const after = await startHarness({ graphs, database, deploymentId })
  cleanUps.push(() => after.close())
  expect(await after.getRun(run)).toMatchObject({ status: 404 })
  expect(await after.state(thread)).toEqual(state)
})

it('§3 a run that was handed back is rolled back with what it did, or interrupted with its steps', async () => {
  const before = await startHarness({ graphs })
  const { database, deploymentId } = before
  const begun = async () => {
    const thread = await before.thread()
    await before.ended(await before.run(thread, { assistant_id: 'steps', input: { log: ['a'] } }))
    const was = { state: await before.state(thread), thread: await before.getThread(thread) }
    const gate = randomUUID()
    const input = { log: ['b'], gates: { second: gate } }
    // What is saved behind the steps may not be saved yet when the process ends.
    const body = { assistant_id: 'steps', input, durability: 'sync' }
    const run = await before.run(thread, body)
    await before.gates.arrived(gate)
    return { run, thread, was }
  }
  const [undone, kept] = [await begun(), await begun()]
  await before.close()
  // A process that only answers requests: what waits goes on waiting.
  const limits = { runsAtOnce: 0 }
  const after = await startHarness({ graphs, database, deploymentId, limits })
  cleanUps.push(() => after.close())
  const cancel = (run: Run, action: string) =>
    after.call(
      'POST',
      `/threads/${run.thread_id}/runs/${run.run_id}/cancel?wait=true&action=${action}`,
    )
  expect((await after.getRun(undone.run)).body).toMatchObject({ status: 'pending' })
  expect(await cancel(undone.run, 'rollback')).toMatchObject({ status: 204 })
  expect(await after.getRun(undone.run)).toMatchObject({ status: 404 })
  expect(await after.state(undone.thread)).toEqual(undone.was.state)
  const { updated_at, state_updated_at, ...restored } = await after.getThread(undone.thread)
  expect(undone.was.thread).toMatchObject(restored)
  expect(await cancel(kept.run, 'interrupt')).toMatchObject({ status: 204 })
  expect((await after.getRun(kept.run)).body).toMatchObject({ status: 'interrupted' })
  const log = ['a', 'first', 'second', 'third', 'b', 'first']
  expect(await after.state(kept.thread)).toMatchObject({ values: { log }, next: ['second'] })
  await expect
    .poll(() => after.getThread(kept.thread))
    .toMatchObject({
      status: 'interrupted',
      values: { log },
    })
})

it('kill -9 of the server loses nothing: its run goes on from the last checkpoint', async () => {
  const { gates, start } = await killableServers()
  const first = await start()
  const thread = (await first.call<Thread>('POST', '/threads', {})).thread_id
  const run = await first.call<Run>('POST', `/threads/${thread}/runs`, {
    assistant_id: 'steps',
    input: { gates: { second: 'second', third: 'third' } },
    durability: 'sync',
    stream_resumable: true,
    stream_mode: 'updates',
  })
  const behind = await first.call<Run>('POST', `/threads/${thread}/runs`, {
    assistant_id: 'steps',
    input: { gates: {} },
  })
  await gates.arrived('second')
  const location = `/threads/${thread}/runs/${run.run_id}/stream`
  // What has been told is kept.
  const told = await first.stream('GET', location, undefined, { 'last-event-id': '-1' })
  await told.until('updates')
  await first.kill()

  const second = await start()
  gates.open('second')
  await gates.arrived('third')
  expect(gates.visits('second')).toBe(2)
  const stream = await second.stream('GET', location, undefined, { 'last-event-id': '-1' })
  gates.open('third')
  const events = await stream.rest()
  expect(events.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
  expect(
    events.map(({ event, data }) => (event === 'metadata' ? data : Object.keys(data as object)[0])),
  ).toMatchObject([{ attempt: 1 }, 'first', { attempt: 2 }, 'second', 'third'])
  await second.call('GET', `/threads/${thread}/runs/${behind.run_id}/join`)
  const state = await second.call<ThreadState>('GET', `/threads/${thread}/state`)
  expect(state.values).toMatchObject({
    log: ['first', 'second', 'third', 'first', 'second', 'third'],
  })
})

const afterRestart = ['metadata', 'updates', 'updates']

it('35.1.3: of a run that is not resumable no number is told again after a stop', async () => {
  const before = await startHarness({ graphs })
  const { database, deploymentId } = before
  const [gate, other] = [randomUUID(), randomUUID()]
  const thread = await before.thread()
  const stream = await before.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'steps',
    input: { gates: { second: gate, third: other } },
    stream_mode: 'updates',
    on_disconnect: 'continue',
    durability: 'sync',
  })
  await before.gates.arrived(gate)
  const told = [await stream.next(), await stream.next()].map((event) => Number(event?.id))
  expect(told).toEqual([0, 1])
  await before.close()

  const after = await startHarness({ graphs, database, deploymentId })
  cleanUps.push(() => after.close())
  await after.gates.arrived(gate)
  const [run] = (await after.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  const location = `/threads/${thread}/runs/${run?.run_id}/stream`
  const again = await after.stream('GET', location, undefined, { 'last-event-id': '1' })
  after.gates.open(gate)
  after.gates.open(other)
  const events = await again.rest()
  expect(events.map(({ event }) => event)).toEqual(afterRestart)
  expect(Math.min(...events.map(({ id }) => Number(id)))).toBeGreaterThan(1)
})

it('35.1.3: of a run that is not resumable no number is told again after kill -9', async () => {
  const { gates, start } = await killableServers()
  const first = await start()
  const thread = (await first.call<Thread>('POST', '/threads', {})).thread_id
  const run = await first.call<Run>('POST', `/threads/${thread}/runs`, {
    assistant_id: 'steps',
    input: { gates: { second: 'second', third: 'third' } },
    durability: 'sync',
    stream_mode: 'updates',
  })
  await gates.arrived('second')
  const location = `/threads/${thread}/runs/${run.run_id}/stream`
  const told = await first.stream('GET', location, undefined, { 'last-event-id': '-1' })
  await told.until('updates')
  await first.kill()

  const second = await start()
  gates.open('second')
  await gates.arrived('third')
  const stream = await second.stream('GET', location, undefined, { 'last-event-id': '1' })
  gates.open('third')
  const events = await stream.rest()
  expect(events.map(({ event }) => event)).toEqual(afterRestart)
  expect(Math.min(...events.map(({ id }) => Number(id)))).toBeGreaterThan(1)
})
