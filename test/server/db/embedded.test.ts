import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DatabaseAwayError } from '../../../src/server/db/database-errors.ts'
import { openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { emptyDatabase } from '../../helpers/database.ts'

it('a failed statement leaves the answers of those after it in order', async () => {
  const database = await emptyDatabase()
  const echo = async (value: number) =>
    (await database.query<{ value: number }>('select $1::int as value', [value]))[0]?.value

  await expect(database.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
  expect(await echo(1)).toBe(1)
  await expect(database.query('select * from nowhere where id = $1', [1])).rejects.toThrow()
  expect(await Promise.all([echo(2), echo(3), echo(4)])).toEqual([2, 3, 4])

  await expect(
    database.transaction(async (tx) => {
      await tx.query('select $1::int as value', [5])
      await tx.query('select $1::int / 0', [5])
    }),
  ).rejects.toMatchObject({ code: '22012' })
  const within = await database.transaction((tx) => tx.query('select $1::int as value', [6]))
  expect(within).toEqual([{ value: 6 }])
})

it('a rejected transaction leaves nothing behind', async () => {
  const database = await emptyDatabase()
  const count = async () =>
    (await database.query<{ count: number }>('select count(*)::int as count from migrations'))[0]
      ?.count
  const before = await count()
  await expect(
    database.transaction(async (tx) => {
      await tx.query('insert into migrations (name) values ($1)', ['not kept'])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await count()).toBe(before)
})

it('whoever asks at the same time gets the answer to what was asked, and failures are told to nobody else', async () => {
  const database = await emptyDatabase()
  const asked = Array.from({ length: 60 }, async (_, at) => {
    const divide = 'select 100 / $1::int as result'
    const ask = (value: number) =>
      at % 3 === 0
        ? database.transaction((tx) => tx.query<{ result: number }>(divide, [value]))
        : database.query<{ result: number }>(divide, [value])
    return at % 4 === 0
      ? ask(0).catch((error: { code: string }) => error.code)
      : (await ask(at))[0]?.result
  })
  expect(await Promise.all(asked)).toEqual(
    asked.map((_, at) => (at % 4 === 0 ? '22012' : Math.floor(100 / at))),
  )
})

it('a transaction has the session for itself, whoever else asks', async () => {
  const database = await emptyDatabase()
  await database.query('create table counted (value int)')
  const most = 'select coalesce(max(value), 0)::int as most from counted'
  const add = () =>
    database.transaction(async (tx) => {
      const [row] = await tx.query<{ most: number }>(most)
      // Time for others to come between.
      await new Promise((resolve) => setImmediate(resolve))
      await tx.query('insert into counted values ($1)', [Number(row?.most) + 1])
    })
  const seen: number[] = []
  const look = async () => {
    const [row] = await database.query<{ count: number; most: number }>(
      'select count(*)::int as count, coalesce(max(value), 0)::int as most from counted',
    )
    seen.push(Number(row?.most) - Number(row?.count))
  }
  await Promise.all(Array.from({ length: 20 }, () => [look(), add(), look()]).flat())
  expect(await database.query(most)).toEqual([{ most: 20 }])
  expect(new Set(seen)).toEqual(new Set([0]))
})

it('a transaction that cannot be committed is rejected, and what was asked behind it is answered', async () => {
  const database = await emptyDatabase()
  await database.query('create table named (name text unique deferrable initially deferred)')
  const twice = database.transaction(async (tx) => {
    await tx.query('insert into named values ($1)', ['one'])
    await tx.query('insert into named values ($1)', ['one'])
    return 'kept'
  })
  const behind = database.query('select count(*)::int as count from named')
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await behind).toEqual([{ count: 0 }])
})

it('what a transaction that failed has left unprepared is prepared for whoever asks next', async () => {
  const database = await emptyDatabase()
  const fresh = 'select $1::int + 1 as next'
  const failing = database.transaction((tx) =>
    Promise.all([tx.query('select 1 / $1::int', [0]), tx.query(fresh, [1])]),
  )
  const behind = [database.query(fresh, [2]), database.transaction((tx) => tx.query(fresh, [3]))]
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await Promise.all(behind)).toEqual([[{ next: 3 }], [{ next: 4 }]])
})

it('the files of a new database appear under their name when they are complete', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-embedded-'))
  const dataDir = path.join(root, 'db')
  // As a start leaves it that was killed half-way.
  await mkdir(`${dataDir}.new-killed`)
  const database = await openEmbeddedDatabase({ dataDir })
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
  expect(await readdir(root)).toEqual(['db'])
  await rm(root, { recursive: true })
})

it('a statement that failed when it was first asked is answered afterwards, within transactions and without', async () => {
  const database = await emptyDatabase()
  const divide = 'select 12 / $1::int as result'
  const root = 'select sqrt($1::float8) as result'
  await expect(database.query(divide, [0])).rejects.toMatchObject({ code: '22012' })
  expect(await database.query(divide, [4])).toEqual([{ result: 3 }])
  const failing = database.transaction((tx) => tx.query(root, [-1]))
  await expect(failing).rejects.toMatchObject({ code: '2201F' })
  for (const value of [4, 4]) {
    expect(await database.query(root, [value])).toEqual([{ result: 2 }])
    expect(await database.transaction((tx) => tx.query(root, [value]))).toEqual([{ result: 2 }])
  }
})

it('an engine that can store nothing any more is lost: it says so once, and nothing waits for it', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-embedded-'))
  const dataDir = path.join(root, 'db')
  const reasons: string[] = []
  const onLost = (reason: string) => reasons.push(reason)
  const database = await openEmbeddedDatabase({ dataDir, onLost })
  await database.query('create table large (text text)')
  await rm(path.join(dataDir, 'pg_wal'), { recursive: true })
  const fill = 'insert into large select md5(random()::text) from generate_series(1, 300000)'
  const fillAll = async () => {
    for (;;) await database.query(fill)
  }
  await expect(fillAll()).rejects.toThrow(DatabaseAwayError)
  await expect(database.query('select 1')).rejects.toThrow(DatabaseAwayError)
  await expect(database.transaction(async () => 1)).rejects.toThrow(DatabaseAwayError)
  expect(reasons).toEqual([expect.stringContaining('pg_wal')])
  await database.close()
  await rm(root, { recursive: true, force: true })
})
