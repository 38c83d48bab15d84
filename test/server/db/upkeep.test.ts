import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '../../../src/server/db/database.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { keepUp } from '../../../src/server/db/upkeep.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const megabyte = 1024 * 1024
let database: EmbeddedDatabase
let stack: Stack | undefined

beforeAll(async () => {
  database = await openEmbeddedDatabase({ dataDir: null })
})

afterEach(async () => {
  await stack?.close()
  stack = undefined
  await database?.query('drop table if exists written, kept, "Odd name"')
})

afterAll(() => database?.close())

it('the log of writes is cut where its writes are in the tables, and not before', async () => {
  await database.query('create table written (text text)')
  const logged = () => numberOf('select sum(size)::float8 as number from pg_ls_waldir()')
  const behind = () =>
    numberOf(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as number
       from pg_control_checkpoint()`,
    )
  const write = () =>
    database.query(
      `insert into written select repeat(md5(n::text), 20) from generate_series(1, 40000) n`,
    )
  await write()
  const first = await behind()
  await keepUp(database, { isBusy: () => true })
  expect(await behind()).toBeGreaterThanOrEqual(Number(first))
  for (let left = 8; left > 0; left -= 1) {
    await write()
    await database.query('truncate written')
    await keepUp(database, { isBusy: () => true, behind: 16 * megabyte })
    expect(await behind()).toBeLessThan(16 * megabyte)
  }
  // More than 250 have been logged.
  expect(await logged()).toBeLessThan(150 * megabyte)
})

it('rows take the place of those that went before, and plans know how many there are', async () => {
  await many()
  const before = await size()
  for (let left = 5; left > 0; left -= 1) {
    await change(1_000)
    expect(await done(() => false)).toEqual([
      'vacuum (parallel 0) public.kept',
      'analyze public.kept',
    ])
  }
  expect(await size()).toBeLessThan(before * 2.5)
  expect(await numberOf(`select reltuples as number from pg_class where relname = 'kept'`)).toBe(
    1_000,
  )
})

it('while somebody works only what is twice as due is done, and nothing a second time', async () => {
  await many()
  await change(250)
  expect(await done(() => true)).toEqual([])
  expect(await done(() => false)).toEqual([
    'vacuum (parallel 0) public.kept',
    'analyze public.kept',
  ])
  expect(await done(() => false)).toEqual([])
  await change(700)
  expect(await done(() => true)).toEqual(['vacuum (parallel 0) public.kept', 'analyze public.kept'])
})

it('a table whose name has to be quoted is kept up, and what is asked meanwhile is answered', async () => {
  await database.query('create table "Odd name" as select n from generate_series(1, 2000) n')
  await counted()
  const [, asked] = await Promise.all([done(() => false), numberOf('select 7 as number')])
  expect(asked).toBe(7)
  expect(
    await numberOf(`select reltuples as number from pg_class where relname = 'Odd name'`),
  ).toBe(2_000)
})

it('the server does it from time to time, and waits for what is being done when it stops', async () => {
  await migrate(database)
  stack = await startStack({
    upkeepMs: 50,
    openDatabase: async () => ({ ...database, close: async () => {} }),
  })
  await expect
    .poll(() =>
      numberOf(
        `select count(*)::int as number from pg_stat_user_tables where last_analyze is not null`,
      ),
    )
    .toBeGreaterThan(0)
})

async function numberOf(sql: string): Promise<number | undefined> {
  const [row] = await database.query<{ number: number }>(sql)
  return row?.number
}

const size = async () => Number(await numberOf(`select pg_table_size('kept')::float8 as number`))

/** A table of a thousand rows that is kept up already. */
async function many() {
  await database.query('create table kept (id int primary key, text text)')
  await database.query(
    `insert into kept select n, repeat('x', 500) from generate_series(1, 1000) n`,
  )
  await counted()
  await keepUp(database, { isBusy: () => false })
}

async function change(rows: number) {
  await database.query(`update kept set text = text || 'y' where id <= ${rows}`)
  await counted()
}

/** The engine tells its counts once a second at most; asked for, at once. */
async function counted() {
  await database.query('select pg_stat_force_next_flush()')
  await database.query('select 1')
}

/** What is done about the tables of these tests, in order. */
async function done(isBusy: () => boolean): Promise<string[]> {
  const asked: string[] = []
  const watched: Queryable = {
    query(sql, params) {
      if (/^(vacuum|analyze).* public/.test(sql)) asked.push(sql)
      return database.query(sql, params)
    },
  }
  await keepUp(watched, { isBusy })
  return asked
}
