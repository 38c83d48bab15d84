/** Several servers on one database: what is old goes once, also when the one that removes it is killed. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Retention, RetentionPreview } from '../../../src/contract/control-plane/retention.ts'
import { endLease } from '../../../src/server/cluster/server-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { startStack } from '../../helpers/stack.ts'
import { keepDeployment } from '../alerts/bench.ts'
import { type ServerProcess, startProcess } from '../app/server-process.ts'
import { countAll, countsOf, keepThread, openRetention } from './bench.ts'

let databaseUrl: string
let database: Database
beforeAll(async () => {
  databaseUrl = await createPostgresDatabase()
  database = await openPostgres(databaseUrl)
  await migrate(database)
})
afterAll(() => database?.close())

it('of two servers one removes, and the other goes on when that one is gone; each thing is counted once', async () => {
  const [one, two] = [
    openRetention(database, { batches: 1 }),
    openRetention(database, { batches: 1 }),
  ]
  try {
    for (const server of [one, two]) await server.start()
    const id = await keepDeployment(database, 'shared')
    const now = one.clock.now
    for (let thread = 0; thread < 130; thread += 1) {
      const runs = thread % 2 === 0 ? [{ status: 'success' as const, age: 50, votes: [1] }] : []
      await keepThread(database, now, { deployment: id, age: 50, runs })
    }
    const rule = { threads_days: 30, runs_days: 30 }
    const preview = countsOf(await two.preview(id, rule))
    expect(preview).toMatchObject({ threads: 130, runs: 65, votes: 65 })
    await one.set(id, rule)
    await Promise.all([one.sweep(), two.sweep()])
    const first = (await two.read(id)).removed
    expect(first.threads % 50).toBe(0)
    expect(first.threads).toBeLessThan(130)
    // As when it was killed: nothing is told, its lease runs out.
    await endLease(database, one.cluster.serverId)
    await two.sweep()
    await one.sweep()
    expect((await two.read(id)).removed.threads).toBe(Math.min(130, first.threads + 50))
    for (let left = 3; left > 0; left -= 1) await two.sweep()
    expect((await one.read(id)).removed).toEqual(preview)
    expect(await countAll(database, [id])).toMatchObject({ threads: 0, runs: 0, votes: 0 })
    expect([...one.errors, ...two.errors]).toEqual([])
  } finally {
    await one.close()
    await two.close()
  }
})

it('what a killed server was removing another one removes to the end', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-retention-'))
  const secretKey = 'one secret key for all of the servers'
  const env = {
    DATABASE_URL: databaseUrl,
    QUARTERDECK_SECRET_KEY: secretKey,
    QUARTERDECK_LEASE_SECONDS: '3',
  }
  let doomed: ServerProcess | undefined
  try {
    const id = await keepDeployment(database, 'killed')
    await database.query(
      `insert into threads (thread_id, deployment_id, created_at, updated_at)
       select gen_random_uuid(), $1, now() - interval '50 days', now() - interval '50 days' + n * interval '1 second'
       from generate_series(1, 6000) n`,
      [id],
    )
    await database.query(
      `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
         multitask_strategy, created_at, updated_at, started_at, ended_at)
       select gen_random_uuid(), thread_id, deployment_id, thread_id, 'agent', 'success', '{}', 'enqueue',
         created_at, created_at, created_at, created_at
       from threads where deployment_id = $1`,
      [id],
    )
    const address = `/api-host/v1/deployments/${id}/retention`
    doomed = await startProcess(path.join(folder, 'doomed'), { env })
    const rule = { threads_days: 30 }
    const counted = await doomed.call('POST', `${address}/preview`, rule)
    const preview = countsOf((await counted.json()) as RetentionPreview)
    expect(preview).toMatchObject({ threads: 6000, runs: 6000 })
    expect((await doomed.call('PATCH', address, rule)).status).toBe(200)
    const left = async () => (await countAll(database, [id])).threads
    await expect.poll(left).toBeLessThan(6000)
    await doomed.end('SIGKILL')
    const whenKilled = await left()
    expect(whenKilled).toBeGreaterThan(0)

    const stack = await startStack({
      databaseUrl,
      secretKey,
      openDatabase: undefined,
      retention: { sweepMs: 200 },
      cluster: { pollMs: 500 },
    })
    try {
      await expect.poll(left).toBe(0)
      const settled = async () => (await stack.json<Retention>('GET', address)).swept_at
      await expect.poll(settled).not.toBeNull()
      const { removed } = await stack.json<Retention>('GET', address)
      expect(removed).toEqual(preview)
    } finally {
      await stack.close()
    }
  } finally {
    await doomed?.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
