import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { EngineLimits } from '../../../src/server/agent-server/runs/engine-limits.ts'
import type { ClusterLimits } from '../../../src/server/cluster/cluster.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Gates, openGates } from './gates.ts'
import { type KillableServer, startKillable } from './killable.ts'
import type { SseStream } from './sse.ts'

eachMayTake(2)

/**
 * 35, 1.1 and 1.2: a process that is paused (a laptop that sleeps, a virtual machine that is moved) and comes back: its
 * lease has lapsed, and its runs are another process's. Its executors were not paused.
 */
let gates: Gates
const started: KillableServer[] = []
beforeAll(async () => {
  gates = await openGates()
})
afterAll(async () => {
  await Promise.all(started.map((server) => server.kill()))
  await gates?.close()
})

async function start(
  databaseUrl: string,
  limits: Partial<EngineLimits & ClusterLimits>,
): Promise<KillableServer> {
  const server = await startKillable({ databaseUrl, gateUrl: gates.url, limits })
  started.push(server)
  return server
}

/** A run that its process has begun to work on, which is paused until another one has taken the run. */
async function takenOver(durability: 'sync' | 'async') {
  const databaseUrl = await createPostgresDatabase()
  // It looks for what it missed only after these tests: its lease has to tell it.
  const paused = await start(databaseUrl, { leaseMs: 2_000, pollMs: 600_000, stopGraceMs: 60_000 })
  const [second, third] = [randomUUID(), randomUUID()]
  const thread = (await paused.call<Thread>('POST', '/threads', {})).thread_id
  const run = await paused.call<Run>('POST', `/threads/${thread}/runs`, {
    assistant_id: 'steps',
    input: { gates: { second, third } },
    stream_mode: 'updates',
    durability,
  })
  const at = `/threads/${thread}/runs/${run.run_id}`
  const stream = await paused.stream('GET', `${at}/stream`)
  const output = paused.call('GET', `${at}/join`)
  await gates.arrived(second)
  const log = async (server: KillableServer) =>
    (
      (await server.call<ThreadState>('GET', `/threads/${thread}/state`)).values as {
        log?: string[]
      }
    ).log
  await expect.poll(() => log(paused)).toEqual(['first'])
  // Started only now, so that it cannot be the first to take the run.
  const other = await start(databaseUrl, { pollMs: 200 })
  process.kill(paused.pid, 'SIGSTOP')
  await gates.visited(second, 2)
  return {
    paused,
    other,
    stream,
    output,
    gates: { second, third },
    log: () => log(other),
    run: () => other.call<Run>('GET', at),
    async checkpoints() {
      const url = `/threads/${thread}/history?limit=100`
      const states = await other.call<ThreadState[]>('GET', url)
      return states.map(({ checkpoint }) => checkpoint?.checkpoint_id)
    },
  }
}

/** Reads on until the connection is broken off: its listener is to follow the run elsewhere. */
async function brokenOff(stream: SseStream): Promise<void> {
  const read = async () => {
    while (await stream.next());
  }
  await expect(read()).rejects.toThrow('terminated')
}

it('a process that comes back after its lease lets go of the run, and does not go on with it', async () => {
  const { paused, stream, gates: own, ...taken } = await takenOver('sync')
  process.kill(paused.pid, 'SIGCONT')
  // The gate is closed: nothing but the lapsed lease tells it.
  await brokenOff(stream)
  expect(await taken.run()).toMatchObject({ status: 'running' })
  gates.open(own.second)
  gates.open(own.third)
  await expect.poll(async () => (await taken.run()).status).toBe('success')
  expect(await taken.log()).toEqual(['first', 'second', 'third'])
  expect(gates.visits(own.third)).toBe(1)
  // Who waited there has waited on, for where it went on.
  expect(await taken.output).toMatchObject({ log: ['first', 'second', 'third'] })
})

it('the executor of a paused process begins no other step, and what it still writes is refused', async () => {
  const { paused, stream, gates: own, ...taken } = await takenOver('async')
  gates.open(own.second)
  // Both executors do the second step. What the first one saves of it waits at its process, which does not answer.
  await gates.arrived(own.third)
  await expect.poll(taken.log).toEqual(['first', 'second'])
  const before = await taken.checkpoints()
  process.kill(paused.pid, 'SIGCONT')
  await brokenOff(stream)
  gates.open(own.third)
  await expect.poll(async () => (await taken.run()).status).toBe('success')
  // One more, for the third step.
  expect((await taken.checkpoints()).slice(1)).toEqual(before)
  expect(await taken.log()).toEqual(['first', 'second', 'third'])
  expect(gates.visits(own.third)).toBe(1)
  expect(await taken.output).toMatchObject({ log: ['first', 'second', 'third'] })
})

it('a process whose lease has lapsed, and whose runs nobody has taken, goes on with them', async () => {
  const databaseUrl = await createPostgresDatabase()
  const database = await openPostgres(databaseUrl)
  const paused = await start(databaseUrl, { leaseMs: 2_000, pollMs: 600_000 })
  const second = randomUUID()
  const thread = (await paused.call<Thread>('POST', '/threads', {})).thread_id
  const run = await paused.call<Run>('POST', `/threads/${thread}/runs`, {
    assistant_id: 'steps',
    input: { gates: { second } },
    durability: 'async',
  })
  await gates.arrived(second)
  process.kill(paused.pid, 'SIGSTOP')
  const lapsed = 'select 1 from servers where lease_until < now()'
  await expect.poll(() => database.query(lapsed)).toHaveLength(1)
  gates.open(second)
  process.kill(paused.pid, 'SIGCONT')
  const output = await paused.call('GET', `/threads/${thread}/runs/${run.run_id}/join`)
  expect(output).toMatchObject({ log: ['first', 'second', 'third'] })
  expect(await database.query('select status, attempt from runs')).toEqual([
    { status: 'success', attempt: 1 },
  ])
  await database.close()
})

it.each([0, 4])(
  'with room for %i runs at the other process all of them go on or end, and each cancel is answered',
  async (room) => {
    const databaseUrl = await createPostgresDatabase()
    const paused = await start(databaseUrl, { leaseMs: 3_000, pollMs: 600_000, runsAtOnce: 8 })
    const begin = async (index: number) => {
      const gate = `${room}-${index}-${randomUUID()}`
      const thread = (await paused.call<Thread>('POST', '/threads', {})).thread_id
      const run = await paused.call<Run>('POST', `/threads/${thread}/runs`, {
        assistant_id: 'steps',
        input: { gates: { second: gate } },
      })
      await gates.arrived(gate)
      return { at: `/threads/${thread}/runs/${run.run_id}`, gate }
    }
    const runs = []
    for (let index = 0; index < 8; index += 1) runs.push(await begin(index))
    const other = await start(databaseUrl, { leaseMs: 3_000, pollMs: 200, runsAtOnce: room })
    const status = async ({ at }: { at: string }) => (await other.call<Run>('GET', at)).status
    const [taken, waiting] = [runs.slice(0, room), runs.slice(room)]
    process.kill(paused.pid, 'SIGSTOP')
    for (const { gate } of taken) await gates.visited(gate, 2)
    await expect.poll(() => Promise.all(waiting.map(status))).toEqual(waiting.map(() => 'pending'))
    const cancelled = [...taken.slice(0, 1), ...waiting.slice(-1)]
    for (const run of cancelled) {
      await other.call('POST', `${run.at}/cancel?wait=true`)
      expect(await status(run)).toBe('interrupted')
    }
    process.kill(paused.pid, 'SIGCONT')
    for (const { gate } of runs) gates.open(gate)
    const others = runs.filter((run) => !cancelled.includes(run))
    for (const { at } of others) {
      const output = await other.call('GET', `${at}/join`)
      expect(output).toMatchObject({ log: ['first', 'second', 'third'] })
    }
    expect(await Promise.all(others.map(status))).toEqual(others.map(() => 'success'))
    expect(await Promise.all(cancelled.map(status))).toEqual(cancelled.map(() => 'interrupted'))
  },
)
