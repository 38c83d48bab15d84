import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Marks } from '../../../src/contract/qa/reviews.ts'
import type { SessionStatus } from '../../../src/contract/qa/sessions.ts'
import type { Database } from '../../../src/server/db/database.ts'
import {
  insertVerdict,
  listNewest,
  listOwn,
  listStanding,
} from '../../../src/server/qa/reviews/verdict-store.ts'
import {
  addLook,
  findSession,
  insertSession,
  listDecided,
  listOpenBlind,
  listSessionRows,
  moveSession,
  setDecision,
} from '../../../src/server/qa/session-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { sampleVerdict } from './sample-session.ts'

let database: Database
const suite_id = randomUUID()
beforeEach(async () => {
  database = await emptyDatabase()
  await database.query(
    `insert into qa_suite_versions (suite_id, version, rubric, cases, created_at)
     values ($1, 1, '[]', '[]', now())`,
    [suite_id],
  )
})

const begin = new Date('2026-11-20T13:00:00Z')
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000)

async function begun(deployment_id = 'a', is_blind = true): Promise<string> {
  const session_id = randomUUID()
  const target = { connection_id: 'local', deployment_id } as never
  await insertSession(database, {
    ...{ session_id, suite_id, suite_name: 's', suite_version: 1, name: 's', case_indexes: [0] },
    ...{ targets: [target], repeats: 1, passes_needed: 1, is_blind, reviewers: ['ann'] },
    ...{ seed: 1, caps: {} as never, has_side_effects: false, created_at: begin, created_by: null },
  })
  return session_id
}

const shownAfter = async (id: string, moves: readonly (readonly [SessionStatus, number])[]) => {
  for (const [status, seconds] of moves) {
    await moveSession(database, id, status, { at: after(seconds) })
  }
  const { ran_ms, ended_at, closed_at } = (await findSession(database, id)) ?? {}
  return { ran_ms, ended_at, closed_at }
}

it('34: what a session ran is added up over its pauses', async () => {
  const moves = [
    ['paused', 10],
    ['running', 100],
    ['done', 105],
  ] as const
  expect(await shownAfter(await begun(), moves)).toEqual({
    ran_ms: 15_000,
    ended_at: after(105),
    closed_at: null,
  })
})

it('34: a session has ended when it was done, also where it is closed later, and is closed since then', async () => {
  const id = await begun()
  await shownAfter(id, [
    ['done', 10],
    ['closed', 60],
  ])
  expect(await shownAfter(id, [])).toMatchObject({ ended_at: after(10), closed_at: after(60) })
})

it('34: a session that goes on has not ended', async () => {
  const id = await begun()
  await shownAfter(id, [['done', 10]])
  expect(await shownAfter(id, [['running', 60]])).toMatchObject({ ended_at: null })
})

it('34: whoever looked early is kept beside those who did before', async () => {
  const id = await begun()
  const looks = ['ann', 'ben'].map((reviewer) => ({ reviewer, at: begin.toISOString() }))
  for (const look of looks) await addLook(database, id, look)
  expect(await findSession(database, id)).toMatchObject({ looks })
})

it('34: decisions are told of their deployment alone, the newest first', async () => {
  const [first, other, last] = [await begun(), await begun('b'), await begun()]
  for (const [index, id] of [last, other, first].entries()) {
    await setDecision(database, id, { at: after(-index).toISOString() } as never)
  }
  const rows = await listDecided(database, 'local', 'a')
  expect(rows.map(({ session_id }) => session_id)).toEqual([last, first])
  expect(await listDecided(database, 'elsewhere', 'a')).toEqual([])
})

it('34: blind sessions are open until they are closed, others never', async () => {
  const [open, closed] = [await begun(), await begun(), await begun('a', false)]
  await shownAfter(open, [['done', 10]])
  await shownAfter(closed, [['closed', 10]])
  const rows = await listOpenBlind(database)
  expect(rows.map(({ session_id }) => session_id)).toEqual([open])
})

it('34: what a reviewer said last of a case counts', async () => {
  const id = await begun()
  for (const [reviewer, note] of [
    ['ann', 'first'],
    ['ann', 'on second thought'],
    ['ben', 'his own'],
  ] as const) {
    await insertVerdict(database, id, sampleVerdict(0, reviewer, { note }))
  }
  const newest = await listNewest(database, [id])
  expect(newest.map(({ note }) => note)).toEqual(['on second thought', 'his own'])
  expect((await listOwn(database, id, 'ann')).map(({ note }) => note)).toEqual([
    'on second thought',
  ])
})

it('34: a session has the rubric of the version that it tries', async () => {
  await database.query(
    `insert into qa_suite_versions (suite_id, version, rubric, cases, created_at)
     values ($1, 2, '[{"key": "newer"}]', '[]', now())`,
    [suite_id],
  )
  expect((await findSession(database, await begun()))?.rubric).toEqual([])
  const rows = await listSessionRows(database, { named: null, limit: 10, offset: 0 })
  expect(rows.map(({ rubric }) => rubric)).toEqual([[]])
})

it('34: a verdict stands until its case is tried again', async () => {
  const [id, attempt] = [await begun(), randomUUID()]
  await database.query(
    `insert into qa_attempts (attempt_id, session_id, case_index, case_key, target, repeat)
     values ($1, $2, 0, 'a', 0, 1)`,
    [attempt, id],
  )
  const said = { marks: [{ correct: 'pass' }] as [Marks], attempt_ids: [attempt] }
  await insertVerdict(database, id, sampleVerdict(0, 'ann', said))
  const marks = async () => [
    (await listStanding(database, [id])).map((row) => row.marks),
    (await listOwn(database, id, 'ann')).map((row) => row.marks),
  ]
  expect(await marks()).toEqual([[said.marks], [said.marks]])
  await database.query('update qa_attempts set is_current = false')
  expect(await marks()).toEqual([[[{}]], [[{}]]])
})

it('34: sessions are told from the newest to the oldest', async () => {
  const ids = [await begun(), await begun(), await begun()]
  for (const [index, id] of ids.entries()) {
    const at = [id, after(index)]
    await database.query('update qa_sessions set created_at = $2 where session_id = $1', at)
  }
  const rows = await listSessionRows(database, { named: null, limit: 10, offset: 0 })
  expect(rows.map(({ session_id }) => session_id)).toEqual(ids.toReversed())
})
