import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordTick, takeDue } from '../../../src/server/agent-server/crons/cron-store.ts'
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
