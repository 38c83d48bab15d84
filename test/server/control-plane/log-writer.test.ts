import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import {
  type LogLine,
  type LogRow,
  listLogRows,
  pruneLog,
} from '../../../src/server/control-plane/revisions/log-store.ts'
import { LogWriter, WaitingRoom } from '../../../src/server/control-plane/revisions/log-writer.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

let database: Database
let revisionId: string
beforeEach(async () => {
  database = await emptyDatabase()
  revisionId = randomUUID()
  await database.query(
    `with deployment as (
       insert into deployments (id, name, source, source_config, status)
       values ($1, 'agent', 'github', '{}', 'READY') returning id
     ) insert into revisions
         (id, deployment_id, source_revision_config, secrets, status, status_history)
       select $1, id, '{}', '[]', 'DEPLOYED', '[]' from deployment`,
    [revisionId],
  )
})

const line = (message: string, more: Partial<LogLine> = {}): LogLine => ({
  ...{ type: 'deploy', stream: 'agent', level: 'INFO', message },
  ...{ run_id: null, dropped: null, at: new Date('2026-01-02T03:04:05Z') },
  ...more,
})

const rows = (type: LogLine['type'] = 'deploy') =>
  listLogRows(database, revisionId, { type, order: 'asc', limit: 1000 })
const texts = (all: LogRow[]) =>
  all.map(({ message, dropped }) => (dropped ? `${dropped} dropped` : message))
const told = (all: LogRow[]) => all.reduce((sum, { dropped }) => sum + (dropped ?? 1), 0)

/** As long as it is away nothing is taken. */
function writerOn(room: WaitingRoom) {
  const state = { isAway: false, written: 0, reported: [] as Error[] }
  const query: Database['query'] = (...asked) =>
    state.isAway ? Promise.reject(new Error('away')) : database.query(...asked)
  const writer = new LogWriter(revisionId, {
    database: { ...database, query },
    room,
    onWritten: () => {
      state.written += 1
    },
    report: (error) => state.reported.push(error),
  })
  return { writer, state }
}

it('says of each run how many lines were left out, in the place of the lines', async () => {
  const run = randomUUID()
  // Three lines of one character.
  const { writer, state } = writerOn(new WaitingRoom(3 * 201))
  for (const text of ['a', 'b', 'c', 'd', 'e']) writer.add(line(text))
  writer.add(line('f', { run_id: run }))
  writer.add(line('g', { run_id: run, dropped: 7 }))
  await writer.flush()
  writer.add(line('h'))
  await writer.close()
  const all = await rows()
  expect(texts(all)).toEqual(['a', 'b', 'c', '2 dropped', '8 dropped', 'h'])
  expect(all[4]).toMatchObject({ run_id: run, level: 'WARNING', stream: 'agent' })
  expect(told(all)).toBe(3 + 2 + 8 + 1)
  expect(state).toMatchObject({ written: 2, reported: [] })
})

it('keeps lines while the database is away, and tells of that once', async () => {
  const { writer, state } = writerOn(new WaitingRoom(3 * 201))
  state.isAway = true
  for (const text of ['a', 'b', 'c', 'd']) writer.add(line(text))
  await writer.flush()
  await writer.flush()
  expect(state).toMatchObject({ written: 0, reported: [{ message: 'away' }] })
  state.isAway = false
  await writer.flush()
  await writer.close()
  expect(texts(await rows())).toEqual(['a', 'b', 'c', '1 dropped'])
})

it('lets the oldest lines of one type go by number and by size, and counts them where they stood', async () => {
  const { writer } = writerOn(new WaitingRoom())
  writer.add(line('built', { type: 'build', stream: 'build' }))
  for (let n = 1; n <= 9; n += 1) writer.add(line(`line ${n}`))
  await writer.flush()
  await pruneLog(database, revisionId, 'deploy', { lines: 9, bytes: 1_000_000 })
  expect(await rows()).toHaveLength(9)
  await pruneLog(database, revisionId, 'deploy', { lines: 5, bytes: 1_000_000 })
  expect(texts(await rows())).toEqual(['4 dropped', ...[5, 6, 7, 8, 9].map((n) => `line ${n}`)])
  const [first] = await rows()
  expect(first).toMatchObject({ message: '4 older lines were let go: a log keeps its newest.' })
  // Again, with what was counted before.
  await pruneLog(database, revisionId, 'deploy', { lines: 5, bytes: 1_000_000 })
  expect(told(await rows())).toBe(9)
  await pruneLog(database, revisionId, 'deploy', { lines: 5, bytes: 20 })
  expect(texts(await rows())).toEqual(['7 dropped', 'line 8', 'line 9'])
  expect(texts(await rows('build'))).toEqual(['built'])
  await writer.close()
})
