import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CancelOutcome, Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { breakConnections, createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Gates, openGates } from './gates.ts'
import { startHarness } from './harness.ts'
import { type KillableServer, startKillable } from './killable.ts'

eachMayTake(2)

/**
 * Several server processes on one PostgreSQL server. `idle` has no executor, so that every run that
 * is asked of it works elsewhere: at `one` or `two`, whichever was first.
 */
let databaseUrl: string
let gates: Gates
let one: KillableServer
let two: KillableServer
let idle: KillableServer
/** Longer than a busy machine keeps a process from renewing it, and a third of what it is by default. */
const leaseMs = 5_000
const started: KillableServer[] = []

async function start(isIdle: boolean): Promise<KillableServer> {
  const limits = { leaseMs, pollMs: 500, stopGraceMs: 300 }
  const server = await startKillable({ databaseUrl, gateUrl: gates.url, limits, isIdle })
  started.push(server)
  return server
}

beforeAll(async () => {
  databaseUrl = await createPostgresDatabase()
  gates = await openGates()
  idle = await start(true)
  one = await start(false)
  two = await start(false)
})
afterAll(async () => {
  await Promise.all(started.map((server) => server.kill()))
  await gates?.close()
})

const thread = async () => (await idle.call<Thread>('POST', '/threads', {})).thread_id
const at = (run: Run, end = '') => `/threads/${run.thread_id}/runs/${run.run_id}${end}`
const steps = ['first', 'second', 'third']

/** A run that waits in its second step, asked for at a server. */
async function held(server: KillableServer, more: object = {}) {
  const gate = randomUUID()
  const run = await server.call<Run>('POST', `/threads/${await thread()}/runs`, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    stream_mode: 'updates',
    ...more,
  })
  await gates.arrived(gate)
  return { run, gate }
}

/** As `held`, at that process: another one may be the first to take what was asked of it. */
async function heldAt(server: KillableServer, more: object = {}) {
  for (;;) {
    const { run, gate } = await held(server, more)
    const status = await readFile(`/proc/${gates.lastProcess()}/status`, 'utf8')
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === server.pid) return { run, gate }
    gates.open(gate)
  }
}

/** For how long the processes keep their runs from now on, by the database's own clock. */
async function longestLeaseMs(): Promise<number> {
  const database = await openPostgres(databaseUrl)
  const [row] = await database.query<{ ms: number }>(
    'select extract(epoch from max(lease_until) - now())::float8 * 1000 as ms from servers',
  )
  await database.close()
  if (!row) throw new Error('No process has a lease.')
  return row.ms
}

/** Its executors. */
async function childrenOf({ pid }: KillableServer): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').map(Number)
}

it('§4.2 any process takes a run for any thread, and tells how it ended', async () => {
  const on = await thread()
  const body = { assistant_id: 'steps', input: { log: ['a'], gates: {} } }
  for (const server of [one, two, idle]) {
    const output = await server.call('POST', `/threads/${on}/runs/wait`, body)
    expect(output).toMatchObject({ log: expect.arrayContaining(['a']) })
  }
  const state = await two.call<ThreadState>('GET', `/threads/${on}/state`)
  expect(state.values).toMatchObject({ log: ['a', ...steps, 'a', ...steps, 'a', ...steps] })
  const runs = await one.call<Run[]>('GET', `/threads/${on}/runs`)
  expect(runs.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
})

it('§4.2 a process that has no executor reads and writes the state of any thread all the same', async () => {
  const on = await thread()
  const body = { assistant_id: 'steps', input: { log: ['a'], gates: {} } }
  await one.call('POST', `/threads/${on}/runs/wait`, body)
  const history = await idle.call<ThreadState[]>('GET', `/threads/${on}/history?limit=2`)
  expect(history.map(({ next }) => next)).toEqual([[], ['third']])
  const { checkpoint_id } = history[1]?.checkpoint ?? {}
  const earlier = await idle.call<ThreadState>('GET', `/threads/${on}/state/${checkpoint_id}`)
  expect(earlier.values).toMatchObject({ log: ['a', 'first', 'second'] })
  await idle.call('POST', `/threads/${on}/state`, { values: { log: ['b'] }, as_node: 'first' })
  const changed = { values: { log: ['a', ...steps, 'b'] }, next: ['second'] }
  for (const server of [idle, two]) {
    expect(await server.call('GET', `/threads/${on}/state`)).toMatchObject(changed)
  }
  expect(await idle.call('GET', '/assistants/steps/graph')).toMatchObject({
    nodes: expect.arrayContaining([expect.objectContaining({ id: 'second' })]),
  })
  // What the graph refuses is told by whoever was asked, as if its executor were here.
  const nowhere = { values: { log: [] }, as_node: 'nowhere' }
  expect(await idle.status('POST', `/threads/${on}/state`, nowhere)).toBe(422)
})

it('§7 when no process has an executor, a state is 503', async () => {
  const database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
  const h = await startHarness({ graphs: { steps: './steps.ts:graph' }, database, gates })
  const on = await h.thread()
  const state = `/threads/${on}/state`
  await h.ended(await h.run(on, { assistant_id: 'steps', input: {} }))
  expect(await h.call('GET', state)).toMatchObject({ status: 200 })
  await h.server.host.discard(h.deploymentId, h.revisionId)
  expect(await h.call('GET', state)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('serves yet') },
  })
  await h.close()
  await database.close()
})

it('§6 a run that works at another process is streamed from its start to its end', async () => {
  const gate = randomUUID()
  const stream = await idle.stream('POST', `/threads/${await thread()}/runs/stream`, {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    stream_mode: 'updates',
    feedback_keys: ['liked'],
  })
  expect((await stream.next())?.event).toBe('metadata')
  expect((await stream.next())?.event).toBe('feedback')
  expect((await stream.next())?.data).toMatchObject({ first: expect.any(Object) })
  gates.open(gate)
  const rest = await stream.rest()
  expect(rest.map(({ id, data }) => [id, Object.keys(data as object)])).toEqual([
    ['3', ['second']],
    ['4', ['third']],
  ])
})

it.each([false, true])(
  '§6 a joined run is read from the start at every process, and Last-Event-ID counts (resumable: %s)',
  async (stream_resumable) => {
    const { run, gate } = await held(one, { stream_resumable })
    const streams = await Promise.all(
      [one, two, idle].map((server) => server.stream('GET', at(run, '/stream'))),
    )
    for (const stream of streams) {
      expect((await stream.next())?.event).toBe('metadata')
      expect((await stream.next())?.data).toMatchObject({ first: expect.any(Object) })
    }
    const later = await two.stream('GET', at(run, '/stream'), undefined, { 'last-event-id': '1' })
    gates.open(gate)
    for (const stream of [...streams, later]) {
      const rest = await stream.rest()
      expect(rest.map(({ id }) => id)).toEqual(['2', '3'])
    }
  },
)

it('§6 whoever joins elsewhere when the run is over gets how it ended, at once, and never waits', async () => {
  const fail = { assistant_id: 'troubled', input: { trouble: 'throw' } }
  const on = await thread()
  const begun = await one.stream('POST', `/threads/${on}/runs/stream`, fail)
  const [last] = (await begun.rest()).slice(-1)
  expect(last).toMatchObject({ event: 'error', data: { message: 'planned failure' } })
  const path = begun.response.headers.get('location') ?? ''
  const { run } = await held(one)
  await one.call('POST', at(run, '/cancel?wait=true'))
  for (const server of [two, idle]) {
    // If nobody listened elsewhere its events were not kept; the end is, under its own id.
    expect((await (await server.stream('GET', path)).rest()).at(-1)).toEqual(last)
    const after = { 'last-event-id': last?.id ?? '' }
    expect(await (await server.stream('GET', path, undefined, after)).rest()).toEqual([])
    expect(await server.call('GET', path.replace('/stream', '/join'))).toMatchObject({
      __error__: { message: 'planned failure' },
    })
    const stopped = await (await server.stream('GET', at(run, '/stream'))).rest()
    expect(stopped.at(-1)).toMatchObject({ event: 'error', data: { error: 'UserInterrupt' } })
  }
  const done = `/threads/${on}/runs/wait`
  await one.call('POST', done, { assistant_id: 'steps', input: { gates: {} } })
  const [success] = await idle.call<Run[]>('GET', `/threads/${on}/runs?limit=1`)
  const rest = success && (await (await idle.stream('GET', at(success, '/stream'))).rest())
  expect(rest?.filter(({ event }) => event === 'error')).toEqual([])
})

it.each(['interrupt', 'rollback'])(
  '§3 cancel with %s and wait=true at one process stops a run that works at another one',
  async (action) => {
    // Saved with the step: a run that does not stop within its grace loses its process.
    const { run } = await held(idle, { durability: 'sync' })
    const stream = await idle.stream('GET', at(run, '/stream'))
    for (const server of [two, one]) {
      const answer = await server.status('POST', at(run, `/cancel?wait=true&action=${action}`))
      // The second one comes when it is over.
      expect(answer).toBe(server === two ? 204 : action === 'rollback' ? 404 : 409)
    }
    const ended = await idle.status('GET', at(run))
    expect(ended).toBe(action === 'rollback' ? 404 : 200)
    const last = (await stream.rest()).at(-1)
    expect(last).toMatchObject({
      event: 'error',
      data: { error: action === 'rollback' ? 'UserRollback' : 'UserInterrupt' },
    })
    const state = await one.call<ThreadState>('GET', `/threads/${run.thread_id}/state`)
    expect(state.values).toEqual(
      action === 'rollback' ? {} : expect.objectContaining({ log: ['first'] }),
    )
  },
)

it('§2.5 readers at all processes are told the same of a run that a newer one rolled back', async () => {
  const { run } = await held(idle, { durability: 'sync' })
  const streams = await Promise.all(
    [one, two, idle].map((server) => server.stream('GET', at(run, '/stream'))),
  )
  const newer = { assistant_id: 'steps', input: { gates: {} }, multitask_strategy: 'rollback' }
  await two.call('POST', `/threads/${run.thread_id}/runs/wait`, newer)
  const lasts = await Promise.all(streams.map(async (stream) => (await stream.rest()).at(-1)))
  const told = { error: 'UserRollback', message: 'The run was stopped and rolled back.' }
  expect(lasts).toMatchObject(streams.map(() => ({ event: 'error', data: told })))
  expect(new Set(lasts.map((last) => last?.id)).size).toBe(1)
})

it('§3 a dropped connection cancels a run that works at another process', async () => {
  const { run } = await held(two)
  const stream = await idle.stream('GET', at(run, '/stream?cancel_on_disconnect=cancel'))
  await stream.next()
  stream.drop()
  await one.call('GET', at(run, '/join'))
  expect(await one.call<Run>('GET', at(run))).toMatchObject({
    status: 'interrupted',
    end_reason: 'disconnected',
  })
})

it('§2.8 bulk cancel by status reaches the runs of every process', async () => {
  const runs = [await held(one), await held(two), await held(idle)]
  const answer = await idle.call<{ runs: CancelOutcome[] }>('POST', '/runs/cancel?wait=true', {
    status: 'all',
  })
  expect(answer.runs.map(({ outcome }) => outcome)).toEqual(runs.map(() => 'cancelled'))
  for (const { run } of runs) {
    expect((await one.call<Run>('GET', at(run))).status).toBe('interrupted')
  }
  const again = await two.call('POST', '/runs/cancel', { status: 'all' })
  expect(again).toEqual({ runs: [] })
})

it('§4.2 rule 4 the order of a thread holds when runs are created at every process at once', async () => {
  const on = await thread()
  const servers = [one, two, idle, one, two, idle, one, two, idle]
  const runs = await Promise.all(
    servers.map((server, number) =>
      server.call<Run>('POST', `/threads/${on}/runs`, {
        assistant_id: 'steps',
        input: { log: [`#${number}`], gates: {} },
      }),
    ),
  )
  for (const [index, run] of runs.entries()) {
    await servers[index]?.call('GET', at(run, '/join'))
  }
  const listed = await idle.call<Run[]>('GET', `/threads/${on}/runs?limit=20`)
  expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['success']))
  const asked = listed.map(({ kwargs }) => (kwargs as { input: { log: string[] } }).input.log[0])
  const { values } = await one.call<ThreadState>('GET', `/threads/${on}/state`)
  const { log } = values as { log: string[] }
  expect(log.filter((line) => line.startsWith('#'))).toEqual(asked.reverse())
  expect(log).toHaveLength(servers.length * 4)
})

it('cancels and streams go on when every connection to the database broke', async () => {
  const { run, gate } = await held(one)
  const stream = await two.stream('GET', at(run, '/stream'))
  await stream.next()
  await breakConnections(databaseUrl)
  gates.open(gate)
  expect((await stream.rest()).map(({ id }) => id)).toEqual(['1', '2', '3'])
  const { run: other } = await held(idle)
  expect(await idle.status('POST', at(other, '/cancel?wait=true'))).toBe(204)
})

it('a server that starts does not take over the live runs of another one', async () => {
  const { run, gate } = await held(one)
  const third = await start(false)
  expect(await third.call<Run>('GET', at(run))).toMatchObject({ status: 'running' })
  gates.open(gate)
  await third.call('GET', at(run, '/join'))
  expect(gates.visits(gate)).toBe(1)
  const stream = await third.stream('GET', at(run, '/stream'), undefined, { 'last-event-id': '-1' })
  const attempts = (await stream.rest()).filter(({ event }) => event === 'metadata')
  for (const { data } of attempts) expect(data).toMatchObject({ attempt: 1 })
  await third.kill()
})

it('kill -9 of a process moves its runs within its lease; streams at others go on', async () => {
  const victim = await start(false)
  // What is saved behind the steps may not be saved yet when the process ends.
  const { run, gate } = await heldAt(victim, { stream_resumable: true, durability: 'sync' })
  const behind = await victim.call<Run>('POST', `/threads/${run.thread_id}/runs`, {
    assistant_id: 'steps',
    input: { gates: {} },
  })
  const stream = await two.stream('GET', at(run, '/stream'))
  expect((await stream.next())?.data).toMatchObject({ attempt: 1 })
  expect(await stream.next()).toMatchObject({ id: '1', data: { first: expect.any(Object) } })
  expect(await longestLeaseMs()).toBeLessThanOrEqual(leaseMs)
  await victim.kill()
  gates.open(gate)
  await expect.poll(async () => (await two.call<Run>('GET', at(run))).status).toBe('success')
  expect((await stream.rest()).map(({ id, data }) => [id, Object.keys(data as object)[0]])).toEqual(
    [
      ['2', 'run_id'],
      ['3', 'second'],
      ['4', 'third'],
    ],
  )
  await one.call('GET', at(behind, '/join'))
  const state = await idle.call<ThreadState>('GET', `/threads/${run.thread_id}/state`)
  // From the last checkpoint: the first step was not done again.
  expect(state.values).toMatchObject({ log: [...steps, ...steps] })
  expect(gates.visits(gate)).toBe(2)
})

it('§3 a rollback that was asked of a process which died is done by another one', async () => {
  const victim = await start(false)
  const { run } = await heldAt(victim)
  process.kill(victim.pid, 'SIGSTOP')
  const cancelled = one.status('POST', at(run, '/cancel?wait=true&action=rollback'))
  await victim.kill()
  expect(await cancelled).toBe(204)
  expect(await one.status('GET', at(run))).toBe(404)
  expect(await one.call('GET', `/threads/${run.thread_id}`)).toMatchObject({ status: 'idle' })
})

it('kill -9 of executors and of a server while runs stream: every run ends once, and nothing is done twice', async () => {
  const victim = await start(false)
  const servers = [one, two, victim]
  const started = await Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const gate = randomUUID()
      const server = servers[number % servers.length] ?? one
      const run = await server.call<Run>('POST', `/threads/${await thread()}/runs`, {
        assistant_id: 'steps',
        input: { gates: { second: gate } },
        stream_mode: 'updates',
        stream_resumable: true,
        durability: 'sync',
      })
      await gates.arrived(gate)
      const stream = await idle.stream('GET', at(run, '/stream'))
      return { run, gate, stream, first: await stream.until('updates') }
    }),
  )
  for (const pid of await childrenOf(one)) process.kill(pid, 'SIGKILL')
  await victim.kill()
  for (const { gate } of started) gates.open(gate)
  for (const { run, stream, first } of started) {
    const told = [first, ...(await stream.rest())]
    const updates = told.filter(({ event }) => event === 'updates')
    expect(updates.map(({ data }) => Object.keys(data as object)[0])).toEqual(steps)
    expect(await two.call<Run>('GET', at(run))).toMatchObject({ status: 'success' })
    const state = await idle.call<ThreadState>('GET', `/threads/${run.thread_id}/state`)
    expect(state.values).toMatchObject({ log: steps })
    expect(await one.call('GET', `/threads/${run.thread_id}`)).toMatchObject({ status: 'idle' })
  }
})

it('a process that comes late to an orphan which works again, maybe at itself, loses no event of it', async () => {
  const victim = await start(false)
  const kept = { stream_resumable: true, durability: 'sync' }
  const first = await heldAt(victim, kept)
  const orphan = await heldAt(victim, kept)
  const last = await heldAt(victim, kept)
  const stream = await idle.stream('GET', at(orphan.run, '/stream'))
  const database = await openPostgres(databaseUrl)
  const lock = async ({ run }: typeof first) => {
    let release = () => {}
    let released = Promise.resolve()
    await new Promise<void>((isHeld) => {
      released = database.transaction(async (tx) => {
        await tx.query('select 1 from runs where run_id = $1 for update', [run.run_id])
        isHeld()
        await new Promise<void>((resolve) => {
          release = resolve
        })
      })
    })
    return () => {
      release()
      return released
    }
  }
  const waitingSince = async (time: Date) => {
    const rows = await database.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and xact_start > $1
       and query like '%for no key update%'`,
      [time],
    )
    return rows.length
  }
  const now = async () => {
    const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
    return row?.now ?? new Date(0)
  }
  const begin = await now()
  const releaseFirst = await lock(first)
  const releaseLast = await lock(last)
  await victim.kill()
  // Each of the three is about to put back the first one, and has the other two on its list.
  await expect.poll(() => waitingSince(begin)).toBe(3)
  // Somebody who was faster has put one of these back, and it works again.
  await database.query("update runs set status = 'pending', claimed_by = null where run_id = $1", [
    orphan.run.run_id,
  ])
  await one.call('POST', `/threads/${await thread()}/runs`, { assistant_id: 'steps', input: {} })
  await gates.visited(orphan.gate, 2)
  const then = await now()
  await releaseFirst()
  // They have come to it, and are at the last one.
  await expect.poll(() => waitingSince(then)).toBe(3)
  await releaseLast()
  for (const { gate } of [first, orphan, last]) gates.open(gate)
  const updates = (await stream.rest()).filter(({ event }) => event === 'updates')
  expect(updates.map(({ data }) => Object.keys(data as object)[0])).toEqual(steps)
  await database.close()
})
