import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { StackHealth } from '../../../src/contract/gateway/stack.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrationNames } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const address = '/gateway/stack'
const megabyte = 1024 * 1024

/** A run of a deployment that nobody serves, so that it stays as it is. */
async function addRun(
  database: Database,
  deployment: string,
  run: { status: string; at: Date; scheduled?: Date },
): Promise<void> {
  const thread = randomUUID()
  await database.query(
    `insert into threads (thread_id, deployment_id, created_at, updated_at) values ($1, $2, $3, $3)`,
    [thread, deployment, run.at],
  )
  await database.query(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
       multitask_strategy, created_at, updated_at, scheduled_at)
     values ($1, $2, $3, $1, 'agent', $4, '{}', 'enqueue', $5, $5, $6)`,
    [randomUUID(), thread, deployment, run.status, run.at, run.scheduled ?? null],
  )
}

describe('the health of a stack with an embedded database', () => {
  const password = 'open sesame'
  let stack: Stack
  let database: Database
  const cookies = new Map<string, string>()
  let free = 900 * megabyte

  const signIn = async (name: string, given: string) => {
    const body = JSON.stringify({ name, password: given })
    const answer = await fetch(`${stack.url}/gateway/session`, { method: 'POST', body })
    cookies.set(name, answer.headers.get('set-cookie')?.split(';')[0] ?? '')
  }
  const ask = (name: string) =>
    fetch(stack.url + address, { headers: { cookie: cookies.get(name) ?? '' } })
  const read = async (name = 'admin') => StackHealth.parse(await (await ask(name)).json())

  beforeAll(async () => {
    database = await emptyDatabase()
    stack = await startStack({
      password,
      openDatabase: async () => ({ ...database, close: async () => {} }),
      freeBytes: async () => free,
      auditDays: 90,
      engine: { limits: { runsAtOnce: 7, keepEventsMs: 12 * 3_600_000 } },
      rollouts: { keptBuilds: 2 },
    })
    await signIn('admin', password)
    for (const role of ['viewer', 'operator']) {
      const answer = await fetch(`${stack.url}/gateway/users`, {
        method: 'POST',
        headers: { cookie: cookies.get('admin') ?? '' },
        body: JSON.stringify({ name: role, password: 'a password', role }),
      })
      expect(answer.status).toBe(201)
      await signIn(role, 'a password')
    }
  })
  afterAll(() => stack?.close())

  it('is for operators and above, and tells administrators alone where something is', async () => {
    expect((await fetch(stack.url + address)).status).toBe(401)
    expect((await ask('viewer')).status).toBe(403)
    const told = await (await ask('operator')).text()
    for (const place of [stack.folder, os.hostname(), `"pid"`]) expect(told).not.toContain(place)
    const health = await read()
    expect(health.data_dir).toContain(stack.folder)
    expect(health.database.address).toContain(stack.folder)
    expect(health.processes).toMatchObject([{ host: os.hostname(), pid: process.pid }])
    for (const text of [told, JSON.stringify(health)]) {
      expect(text).not.toContain(stack.apiKey)
      expect(text).not.toContain(password)
    }
  })

  it('tells what the process is and what it was told', async () => {
    const { checked_at, processes, ...health } = await read()
    expect(processes).toHaveLength(1)
    expect(processes[0]).toMatchObject({
      is_answering: true,
      version: packageJson.version,
      executors: 0,
      isolation: 'none',
      errors: 0,
      last_error_at: null,
    })
    expect(Date.parse(processes[0]?.started_at ?? '')).toBeLessThan(Date.parse(checked_at))
    expect(health).toMatchObject({
      version: packageJson.version,
      node_version: process.version,
      limits: { runs_at_once: 7 },
      retention: { audit_days: 90, events_hours: 12, kept_builds: 2 },
      metrics: { is_open: true },
      isolation: { kind: 'none', not_separated: [] },
    })
  })

  it('looks at the disk each time, beside the room that is warned of', async () => {
    const disk = async () => (await read()).disk
    const warn_below_bytes = 1_024 * megabyte
    expect(await disk()).toEqual({ state: 'low', free_bytes: free, warn_below_bytes })
    free = 5 * megabyte
    expect(await disk()).toEqual({ state: 'full', free_bytes: free, warn_below_bytes })
    expect((await read()).processes[0]?.disk_free_bytes).toBe(free)
    free = 2_000 * megabyte
    expect(await disk()).toEqual({ state: 'ok', free_bytes: free, warn_below_bytes })
  })

  it('has the size of the database and of its largest tables as the database tells them', async () => {
    const kept = async () => {
      const [size] = await database.query<{ bytes: number }>(
        'select pg_database_size(current_database())::float8 as bytes',
      )
      const tables = await database.query<{ name: string; bytes: number }>(
        `select tablename as name, pg_total_relation_size(tablename::regclass)::float8 as bytes
         from pg_tables where schemaname = current_schema() order by 2 desc, 1 limit 8`,
      )
      return { bytes: size?.bytes, tables }
    }
    // A table may grow between the two: then both are asked again.
    await expect
      .poll(async () => {
        const { bytes, tables } = (await read()).database
        const told = { bytes, tables: tables.map(({ name, bytes }) => ({ name, bytes })) }
        return JSON.stringify(told) === JSON.stringify(await kept())
      })
      .toBe(true)
    const { kind, connections, tables } = (await read()).database
    expect([kind, connections, tables.length]).toEqual(['embedded', null, 8])
  })

  it('counts the runs that wait, work and are scheduled, by deployment', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    const oldest = minutes(-30)
    await addRun(database, one, { status: 'pending', at: minutes(-10) })
    await addRun(database, one, { status: 'pending', at: oldest })
    await addRun(database, one, { status: 'pending', at: minutes(-60), scheduled: minutes(60) })
    await addRun(database, other, { status: 'running', at: minutes(-2) })
    await addRun(database, other, { status: 'success', at: minutes(-90) })
    // Its time has come: it waits since then, not since it was made.
    const due = minutes(-1)
    await addRun(database, other, { status: 'pending', at: minutes(-50), scheduled: due })
    const { queue } = await read()
    expect(queue).toEqual({
      pending: 3,
      running: 1,
      scheduled: 1,
      oldest_pending_at: oldest.toISOString(),
      deployments: [
        {
          deployment_id: one,
          name: null,
          pending: 2,
          running: 0,
          oldest_pending_at: oldest.toISOString(),
        },
        {
          deployment_id: other,
          name: null,
          pending: 1,
          running: 1,
          oldest_pending_at: due.toISOString(),
        },
      ],
    })
    await database.query('delete from threads where deployment_id = any($1)', [[one, other]])
    expect((await read()).queue).toEqual({
      pending: 0,
      running: 0,
      scheduled: 0,
      oldest_pending_at: null,
      deployments: [],
    })
  })

  it('knows migrations of a newer version, and misses its own', async () => {
    const names = await migrationNames()
    expect((await read()).migrations).toMatchObject({
      applied: names.length,
      newest: names.at(-1),
      missing: [],
      unknown: [],
    })
    const last = names.at(-1) ?? ''
    const [kept] = await database.query<{ applied_at: Date }>(
      'delete from migrations where name = $1 returning applied_at',
      [last],
    )
    await database.query("insert into migrations (name) values ('900-of-next-year.sql')")
    expect((await read()).migrations).toMatchObject({
      applied: names.length,
      newest: '900-of-next-year.sql',
      missing: [last],
      unknown: ['900-of-next-year.sql'],
    })
    await database.query("delete from migrations where name = '900-of-next-year.sql'")
    await database.query('insert into migrations (name, applied_at) values ($1, $2)', [
      last,
      kept?.applied_at,
    ])
  })
})

describe('the health of two processes on one database', () => {
  let databaseUrl: string
  let database: Database
  const stacks: Stack[] = []
  beforeAll(async () => {
    databaseUrl = await createPostgresDatabase()
    for (const free of [3_000, 100]) {
      stacks.push(
        await startStack({
          databaseUrl,
          secretKey: 'one secret key for both of the servers',
          openDatabase: undefined,
          freeBytes: async () => free * megabyte,
        }),
      )
    }
    database = await openPostgres(databaseUrl)
  })
  afterAll(async () => {
    await database?.close()
    for (const stack of stacks) await stack?.close()
  })

  const read = async (stack: Stack | undefined) =>
    StackHealth.parse(await stack?.json('GET', address))
  const facts = ({ processes }: StackHealth) =>
    processes.map(({ server_id, started_at, disk_free_bytes, version, executors, errors }) => ({
      server_id,
      started_at,
      disk_free_bytes,
      version,
      executors,
      errors,
    }))

  it('is the same whichever of them is asked', async () => {
    await expect.poll(async () => facts(await read(stacks[0]))).toHaveLength(2)
    await expect.poll(async () => facts(await read(stacks[1]))).toHaveLength(2)
    const [one, two] = [await read(stacks[0]), await read(stacks[1])]
    expect(facts(one)).toEqual(facts(two))
    expect(facts(one).map((told) => told.disk_free_bytes)).toEqual([
      3_000 * megabyte,
      100 * megabyte,
    ])
    expect(one.processes.map(({ is_answering }) => is_answering)).toEqual([true, false])
    expect(two.processes.map(({ is_answering }) => is_answering)).toEqual([false, true])
    expect(one.disk.state).toBe('ok')
    expect(two.disk.state).toBe('low')
  })

  it('tells the connections of the database’s server, and where it is without its password', async () => {
    const health = (await read(stacks[0])).database
    expect(health.kind).toBe('postgresql')
    const [most] = await database.query<{ most: number }>(
      "select current_setting('max_connections')::int as most",
    )
    expect(health.connections?.most).toBe(most?.most)
    expect(health.connections?.open).toBeGreaterThan(2)
    expect(health.connections?.all).toBeGreaterThanOrEqual(health.connections?.open ?? 0)
    const { host, pathname, password } = new URL(databaseUrl)
    expect(health.address).toContain(host + pathname)
    if (password) expect(health.address).not.toContain(password)
  })

  it('forgets one that has ended', async () => {
    await stacks.pop()?.close()
    expect((await read(stacks[0])).processes).toMatchObject([{ is_answering: true }])
  })
})
