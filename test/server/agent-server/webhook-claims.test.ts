import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  claimWebhookCall,
  deleteOldWebhookCalls,
  endWebhookCall,
  nextWebhookCall,
  postponeWebhookCall,
} from '../../../src/server/agent-server/webhooks/webhook-store.ts'
import type { Database, Queryable } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

/** A call of a webhook is made by one process at a time, until it is taken or given up. */
let database: Database
beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())
beforeEach(() => database.query('delete from webhook_calls'))

/** A moment, in seconds from the first. */
const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1_000)

async function plan(seconds: number): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into webhook_calls (call_id, deployment_id, run_id, url, body, due_at, created_at)
     values ($1, $1, $1, 'https://hook.example', '{}', $2, $2)`,
    [id, at(seconds)],
  )
  return id
}
/** What a process makes at a moment; nobody else does for half a minute. */
const taken = async (seconds: number, db: Queryable = database) =>
  (await claimWebhookCall(db, at(seconds), at(seconds + 30)))?.call_id

it('what is due is taken by one process, the longest due first, and nobody waits for another', async () => {
  const [later, first] = [await plan(2), await plan(1)]
  expect(await taken(0)).toBeUndefined()
  await database.transaction(async (one) => {
    expect(await taken(5, one)).toBe(first)
    await database.transaction(async (another) => {
      // Whoever waited for the first would fail, not stand.
      await another.query("set local lock_timeout = '1s'")
      expect(await taken(5, another)).toBe(later)
      expect(await taken(5, another)).toBeUndefined()
    })
  })
  // Their process died in the middle: they are made again.
  expect(await taken(34)).toBeUndefined()
  expect((await claimWebhookCall(database, at(35), at(65)))?.attempt).toBe(2)
})

it('a call that was made, or is given up, is never made again', async () => {
  for (const error of [null, 'It answered 500.']) {
    const id = await plan(0)
    expect(await taken(0)).toBe(id)
    await endWebhookCall(database, id, at(1), error)
    expect(await taken(1_000)).toBeUndefined()
    expect(await nextWebhookCall(database)).toBeNull()
  }
})

it('a call that failed is made again when its pause is over, and forgotten only once it has ended', async () => {
  const id = await plan(0)
  await taken(0)
  await postponeWebhookCall(database, id, at(120), 'It answered 500.')
  await deleteOldWebhookCalls(database, at(10_000))
  expect(await nextWebhookCall(database)).toEqual(at(120))
  expect(await taken(119)).toBeUndefined()
  expect(await taken(120)).toBe(id)
})
