import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import {
  insertEvents,
  listEvents,
  nextEventId,
} from '../../../src/server/agent-server/streams/log/run-event-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { storedEvents } from './stored-events.ts'

let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
  // Only what the log says is looked at: its runs need not be there.
  await database.query('alter table run_events drop constraint run_events_run_id_fkey')
})

const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    id: from + at,
    event: 'values',
    data: `{"number":${from + at}}`,
    at: from + at,
  }))
const numbers = async (run: string) => (await storedEvents(database, run)).map(({ id }) => id)

it('§6 what is stored again, with more behind it or less, is there once', async () => {
  const run = randomUUID()
  await insertEvents(database, run, events(0, 2))
  await insertEvents(database, run, events(0, 4))
  await insertEvents(database, run, events(0, 3))
  expect(await storedEvents(database, run)).toEqual(events(0, 4))
  await insertEvents(database, run, events(5, 5))
  expect(await nextEventId(database, run)).toBe(6)
  expect(await numbers(run)).toEqual([0, 1, 2, 3, 4, 5])
})

it('§6 a log is read in pages of any size, whatever its blocks are', async () => {
  const run = randomUUID()
  const blocks: [number, number][] = [
    [0, 0],
    [1, 7],
    [8, 8],
    // The numbers of a further attempt.
    [100, 101],
    [102, 160],
  ]
  for (const [from, to] of blocks) await insertEvents(database, run, events(from, to))
  const all = blocks.flatMap(([from, to]) => events(from, to))
  expect(await storedEvents(database, run)).toEqual(all)
  for (const size of [1, 2, 7, 8, 50, all.length]) {
    const read: typeof all = []
    for (;;) {
      const page = await listEvents(database, run, read.at(-1)?.id ?? -1, size)
      read.push(...(page as typeof all))
      if (page.length < size) break
    }
    expect(read).toEqual(all)
  }
  expect(await listEvents(database, run, 50, 2)).toEqual(events(100, 101))
  expect(await listEvents(database, run, 160, 2)).toEqual([])
  expect(await nextEventId(database, randomUUID())).toBe(0)
})
