import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type CronRow,
  deleteCron,
  doesLastRunWait,
  findCron,
  findDue,
  recordStart,
  recordTick,
  takeDue,
} from '../../../src/server/agent-server/crons/cron-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

/** A tick is made by one process, once. */
let database: Database
const cron = randomUUID()
const due = new Date('2026-10-19T08:00:00Z')
const later = new Date('2026-10-19T08:00:01Z')
beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
  await database.query(
    `insert into crons (cron_id, deployment_id, assistant_id, schedule, enabled, on_run_completed, request,
       next_run_at, created_at, updated_at)
     values ($1, $1, $1, '0 * * * *', true, 'keep', '{}', $2, $2, $2)`,
    [cron, due],
  )
})
afterAll(() => database?.close())

it('a tick that one process makes is left by the others, at once', async () => {
  await database.transaction(async (one) => {
    expect(await takeDue(one, cron, later)).toMatchObject({ cron_id: cron })
    await database.transaction(async (another) => {
      // Whoever waited for the first would fail, not stand.
      await another.query("set local lock_timeout = '1s'")
      expect(await takeDue(another, cron, later)).toBeUndefined()
    })
    const next = new Date('2026-10-19T09:00:00Z')
    await recordTick(one, cron, { run: null, error: 'none' }, { now: later, next })
  })
  // It has been made, and the next is not due.
  expect(await database.transaction((tx) => takeDue(tx, cron, later))).toBeUndefined()
})

it.each([
  ['waits and has not begun', "status = 'pending'", true],
  ['was handed back in its middle', "status = 'pending', started_at = now()", false],
  ['works', "status = 'running', started_at = now()", false],
  ['was taken back before it began', "status = 'interrupted', ended_at = now()", false],
  ['has ended', "status = 'success', started_at = now(), ended_at = now()", false],
])('whether a tick is passed over where the run before %s', async (_what, set, isPassedOver) => {
  const id = randomUUID()
  await database.query(
    'insert into threads (thread_id, deployment_id, created_at, updated_at) values ($1, $1, now(), now())',
    [id],
  )
  await database.query(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, multitask_strategy,
       created_at, updated_at)
     values ($1, $1, $1, $1, 'agent', 'pending', '{}', 'enqueue', now(), now())`,
    [id],
  )
  await database.query(`update runs set ${set} where run_id = $1`, [id])
  const made = { last_run_id: id } as CronRow
  expect(await doesLastRunWait(database, made)).toBe(isPassedOver)
})

it('34: the tick that was due first is made first', async () => {
  const deployment = randomUUID()
  const moments = ['2026-01-01T00:00:03Z', '2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z']
  // In the order of their ids they are due in another one.
  const crons = moments.map((next, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    next,
  }))
  for (const { id, next } of crons) {
    await database.query(
      `insert into crons (cron_id, deployment_id, assistant_id, schedule, enabled, on_run_completed, request,
         next_run_at, created_at, updated_at)
       values ($1, $2, $1, '0 * * * *', true, 'keep', '{}', $3, $3, $3)`,
      [id, deployment, next],
    )
  }
  const first = async (count: number) =>
    (await findDue(database, due, count)).map(({ cron_id }) => Number(cron_id.at(-1)))
  expect(await first(3)).toEqual([1, 2, 0])
  expect(await first(1)).toEqual([1])
  const [gone] = crons
  expect(await deleteCron(database, deployment, gone?.id ?? '')).toBe(true)
  expect(await first(3)).toEqual([1, 2])
  expect(await deleteCron(database, randomUUID(), crons[1]?.id ?? '')).toBe(false)
})

it('34: a run beside the schedule takes back what its last tick could not do', async () => {
  await recordTick(database, cron, { run: null, error: 'none' }, { now: later, next: null })
  const read = async () => (await findCron(database, cron, cron))?.last_error
  expect(await read()).toBe('none')
  const run = { run_id: randomUUID(), thread_id: randomUUID() }
  await recordStart(database, cron, run, later)
  expect(await read()).toBeNull()
  // A tick that makes none leaves the run that was made before the last one.
  await recordTick(database, cron, { run: null, error: 'none' }, { now: later, next: null })
  const kept = await findCron(database, cron, cron)
  expect(kept).toMatchObject({ last_run_id: run.run_id, last_thread_id: run.thread_id })
})
