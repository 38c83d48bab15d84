import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { findEmbed } from '../../../src/server/embeds/embed-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'

it('an embed that was made before pages were counted counts none until somebody chooses so', async () => {
  const database = await emptyDatabase()
  const make = async (settings: object) => {
    const id = randomUUID()
    await database.query(
      `insert into embeds (id, key, settings, created_at, updated_at) values ($1, $2, $3, now(), now())`,
      [id, `key-${id}`, JSON.stringify(settings)],
    )
    return id
  }
  const older = await make({ name: 'Shop' })
  const chosen = await make({ name: 'Help', reads_page: true })
  const migration = (await readMigrations()).find(({ name }) => name.startsWith('041'))
  await database.query(migration?.sql ?? '')
  expect((await findEmbed(database, { id: older }))?.embed).toMatchObject({ reads_page: false })
  expect((await findEmbed(database, { id: chosen }))?.embed).toMatchObject({ reads_page: true })
})
