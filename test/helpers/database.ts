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
  await removeRows(database)
  return database
}

let whatHasRows: string | undefined

/** Emptying a table takes a millisecond or two, also an empty one, and there are many. */
async function removeRows(database: Database): Promise<void> {
  whatHasRows ??= (
    await database.query<{ query: string }>(
      `select string_agg(format('select %L as name where exists (select 1 from %I)', tablename, tablename), ' union all ') as query
       from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
    )
  ).map(({ query }) => query)[0]
  const filled = await database.query<{ name: string }>(whatHasRows ?? '')
  if (filled.length > 0) {
    await database.query(`truncate ${filled.map(({ name }) => `"${name}"`).join(', ')} cascade`)
  }
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
