import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { lockEmbed } from '../../../src/server/embeds/embed-store.ts'
import { bookMessage } from '../../../src/server/embeds/limits.ts'
import { insertMessage } from '../../../src/server/embeds/visitors/message-store.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { visitorOfEmbed } from './visitor-of-embed.ts'

const now = new Date('2026-01-01T00:00:00Z')
let database: Database

beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())

it('34.1: of two messages that two processes book at the same moment one is refused where one may be answered', async () => {
  const settings = { embed_concurrent_runs: 1 }
  const { embed, visitor } = await visitorOfEmbed(database, now, settings)
  const message = () => ({ thread_id: randomUUID(), title: null, page: null, now })

  let hasEnded = false
  const second = await database.transaction(async (tx) => {
    await lockEmbed(tx, embed.id)
    const booked = bookMessage(database, embed, visitor, message()).then(
      () => 'booked',
      (error: { status?: number }) => error.status,
    )
    void booked.then(() => {
      hasEnded = true
    })
    while (!hasEnded && !(await isSomebodyWaiting())) {}
    await insertMessage(tx, visitor, message())
    return { booked }
  })
  expect(await second.booked).toBe(429)
})

async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = await database.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return waiting.length > 0
}
