import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Gates, openGates } from './gates.ts'
import { type KillableServer, startKillable } from './killable.ts'

/**
 * An attempt has a place in an executor, and only that attempt: what happens to the place while a run is claimed, or what
 * an earlier attempt still tells, leaves no run behind that nobody works on.
 */
let gates: Gates
let database: Database
let server: KillableServer
/** Has no executor: what is asked of it works at the other one. */
let idle: KillableServer
beforeAll(async () => {
  const databaseUrl = await createPostgresDatabase()
  gates = await openGates()
  database = await openPostgres(databaseUrl)
  const limits = { pollMs: 200, stopGraceMs: 60_000 }
  const common = { databaseUrl, gateUrl: gates.url, limits }
  ;[server, idle] = await Promise.all([
    startKillable(common),
    startKillable({ ...common, isIdle: true }),
  ])
})
afterAll(async () => {
  await Promise.all([server?.kill(), idle?.kill()])
  await database?.close()
  await gates?.close()
})

async function createRun(more: object) {
  const { thread_id } = await idle.call<Thread>('POST', '/threads', {})
  const run = await idle.call<Run>('POST', `/threads/${thread_id}/runs`, {
    assistant_id: 'steps',
    ...more,
  })
  const at = `/threads/${thread_id}/runs/${run.run_id}`
  return {
    ...run,
    status: async () => (await server.call<Run>('GET', at)).status,
    log: async () => (await server.call<ThreadState>('GET', `/threads/${thread_id}/state`)).values,
  }
}

async function executor(): Promise<number> {
  const list = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  return Number(list.trim().split(' ').at(-1))
}

it('§3, §6 a run whose executor ends while it is claimed is tried again', async () => {
  const first = await createRun({ input: { gates: {} } })
  await expect.poll(first.status).toBe('success')
  const before = await executor()
  let release = () => {}
  let released = Promise.resolve()
  // A claim reads the events that are stored of its run, behind its commit.
  await new Promise<void>((isHeld) => {
    released = database.transaction(async (tx) => {
      await tx.query('lock table run_events in access exclusive mode')
      isHeld()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
  })
  const run = await createRun({ input: { gates: {} }, stream_resumable: true })
  await expect.poll(run.status).toBe('running')
  process.kill(before, 'SIGKILL')
  // The loss is known when another one was started.
  await expect.poll(async () => [before, 0, Number.NaN].includes(await executor())).toBe(false)
  release()
  await released
  await expect.poll(run.status).toBe('success')
  expect(await run.log()).toMatchObject({ log: ['first', 'second', 'third'] })
})

it('§6 an earlier attempt that ends late ends nothing of the one that goes on with the run', async () => {
  const [second, third] = [randomUUID(), randomUUID()]
  const run = await createRun({
    input: { is_deaf: true, gates: { second, third } },
    durability: 'sync',
  })
  await gates.arrived(second)
  // As another process does that took the run, and handed it back.
  const back = "update runs set status = 'pending', claimed_by = null where run_id = $1"
  await database.query(back, [run.run_id])
  await gates.visited(second, 2)
  // The earlier one goes on to its end, in less time than another run takes from its beginning.
  gates.letOne(second)
  const other = await createRun({ input: { gates: {} } })
  await expect.poll(other.status).toBe('success')
  gates.open(second)
  gates.open(third)
  await expect.poll(run.status).not.toBe('running')
  expect(await run.status()).toBe('success')
  expect(await run.log()).toMatchObject({ log: ['first', 'second', 'third'] })
})
