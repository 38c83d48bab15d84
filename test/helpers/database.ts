import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Database } from '../../src/server/db/database.ts'
import { openEmbeddedDatabase } from '../../src/server/db/embedded.ts'
import { migrate, readMigrations } from '../../src/server/db/migrate.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { createPostgresDatabase } from './postgres.ts'

const cacheFolder = path.resolve(import.meta.dirname, '../../node_modules/.cache/quarterdeck')

let opened: Promise<Database> | undefined

/**
 * The worker's database: embedded, in memory, migrated, opened once and emptied at each call. It
 * starts from a dump that is cached by engine version and migrations, since a fresh one takes seconds.
 * With `QUARTERDECK_TEST_DATABASE=postgres` it is on the run's PostgreSQL server.
 */
export async function emptyDatabase(): Promise<Database> {
  opened ??= open()
  const database = await opened
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  if (tables.length > 0) {
    await database.query(`truncate ${tables.map((table) => `"${table.name}"`).join(', ')} cascade`)
  }
  return database
}

async function open(): Promise<Database> {
  if (process.env.QUARTERDECK_TEST_DATABASE === 'postgres') {
    const onServer = await openPostgres(await createPostgresDatabase())
    await migrate(onServer)
    return onServer
  }
  const file = path.join(cacheFolder, `template-${await templateKey()}.tar`)
  const template = await readFile(file).catch(() => undefined)
  const database = await openEmbeddedDatabase({ dataDir: null, template })
  await migrate(database)
  if (!template) {
    const dump = await database.dump()
    await mkdir(cacheFolder, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, dump)
    await rename(unfinished, file)
  }
  return database
}

async function templateKey(): Promise<string> {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256')
  hash.update(await readFile(require.resolve('@electric-sql/pglite')))
  hash.update(JSON.stringify(await readMigrations()))
  return hash.digest('hex').slice(0, 16)
}
