/** What somebody does while a deployment's old things are being removed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RetentionRule } from '../../../src/contract/control-plane/retention.ts'
import type { Database, Queryable } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { keepRule } from '../../../src/server/retention/rule-store.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { keepDeployment } from '../alerts/bench.ts'
import { countAll, keepThread, openRetention } from './bench.ts'

let database: Database
beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())

let now = new Date('2030-06-01T12:00:00Z')

/** As at another process, which removes nothing. */
async function set(id: string, rule: RetentionRule): Promise<void> {
  now = new Date(now.getTime() + 1)
  await keepRule(database, id, rule, { at: now, name: 'pat' })
}

/** Removes what is old; something is done just before a statement with these words runs for the so many-th time. */
async function sweep(words = '', time = 0, meanwhile?: () => Promise<unknown>): Promise<void> {
  let seen = 0
  const gated = (db: Queryable): Queryable => ({
    async query(sql, params) {
      if (sql.includes(words) && ++seen === time) await meanwhile?.()
      return db.query(sql, params)
    },
  })
  const bench = openRetention({
    ...database,
    ...gated(database),
    transaction: (work) => database.transaction((tx) => work(gated(tx))),
  })
  bench.clock.now = now
  await bench.start()
  await bench.sweep()
  await bench.close()
  expect(seen).toBeGreaterThanOrEqual(time)
  expect(bench.errors).toEqual([])
}

const newDeployment = () => keepDeployment(database, `meanwhile-${randomUUID()}`)
const keepThreads = async (deployment: string, ages: readonly number[]) => {
  for (const age of ages) await keepThread(database, now, { deployment, age })
}
const threadsOf = async (id: string) => (await countAll(database, [id])).threads

it('a rule that is taken back removes nothing more', async () => {
  const id = await newDeployment()
  await keepThreads(id, Array(60).fill(40))
  await set(id, { threads_days: 30 })
  // Each transaction removes 50, and asks first whether the rule is still the same.
  await sweep('from retention_rules where deployment_id = $1 for share', 2, () =>
    set(id, { threads_days: null }),
  )
  expect(await threadsOf(id)).toBe(10)
})

it('what is old by a new rule goes at once, though it was set just when the one before was done with', async () => {
  const id = await newDeployment()
  await keepThreads(id, [40, 20])
  await set(id, { threads_days: 30 })
  await sweep('set swept_at = $3', 1, () => set(id, { threads_days: 10 }))
  expect(await threadsOf(id)).toBe(1)
  await sweep()
  expect(await threadsOf(id)).toBe(0)
})

it('a run stays whose thread begins to work', async () => {
  const id = await newDeployment()
  const runs = [{ status: 'success' as const, age: 20 }]
  const thread = await keepThread(database, now, { deployment: id, age: 1, runs })
  await set(id, { runs_days: 10 })
  await sweep('order by thread_id for no key update skip locked', 1, () =>
    database.query(
      `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, multitask_strategy,
         created_at, updated_at)
       values ($1, $2, $3, $1, 'agent', 'pending', '{}', 'enqueue', $4, $4)`,
      [randomUUID(), thread, id, now],
    ),
  )
  expect((await countAll(database, [id])).runs).toBe(2)
})
