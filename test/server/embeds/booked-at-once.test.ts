import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedDefaults } from '../../../src/contract/embeds/embed-settings.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import {
  type EmbedSettings,
  findEmbed,
  insertEmbed,
  lockEmbed,
} from '../../../src/server/embeds/embed-store.ts'
import { bookMessage } from '../../../src/server/embeds/limits.ts'
import { insertMessage } from '../../../src/server/embeds/visitors/message-store.ts'
import { openSession, visitorOf } from '../../../src/server/embeds/visitors/visitor-sessions.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

const origin = 'https://shop.example.com'
const now = new Date('2026-01-01T00:00:00Z')
let database: Database

beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())

it('34.1: of two messages that two processes book at the same moment one is refused where one may be answered', async () => {
  const id = randomUUID()
  const settings = { ...embedDefaults, name: 'Shop', embed_concurrent_runs: 1 }
  await insertEmbed(database, { id, key: 'emb_x', settings: settings as EmbedSettings, now })
  const kept = await findEmbed(database, { id })
  if (!kept) throw new Error('The embed is not there.')
  const tools = { database, secretBox: secretBox('x'.repeat(32)), now: () => now }
  const { token } = await openSession(tools, kept, origin, { renewal: null }, async () => {})
  const visitor = await visitorOf(tools, kept.embed, origin, `Bearer ${token}`)
  const message = () => ({ thread_id: randomUUID(), title: null, page: null, now })

  let hasEnded = false
  const second = await database.transaction(async (tx) => {
    await lockEmbed(tx, id)
    const booked = bookMessage(database, kept.embed, visitor, message()).then(
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
