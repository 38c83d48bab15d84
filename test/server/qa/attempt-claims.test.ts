import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { renewLease } from '../../../src/server/cluster/server-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import {
  cancelWaiting,
  claimNext,
  countCells,
  endAttempt,
  findAttempt,
  findRecording,
  insertAttempts,
  listCells,
  listCellsWithChecks,
  listOfCase,
  listWhole,
  repeatFailed,
} from '../../../src/server/qa/attempts/attempt-store.ts'
import { replaceLost } from '../../../src/server/qa/attempts/lost-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'

/** An attempt belongs to one process. */
const [own, other, session] = [randomUUID(), randomUUID(), randomUUID()]
/** A process that has nothing in hand. */
const nobody = { serverId: randomUUID(), atWork: [] }
const at = new Date('2026-11-20T13:00:00Z')
const end = {
  status: 'passed' as const,
  failed_checks: 0,
  ms: 5,
  first_token_ms: 1,
  tokens: 3,
  error: null,
  thread_id: null,
  run_ids: [],
  transcript: [],
  state: null,
  results: [],
  usage: null,
  recording: null,
  fingerprint: null,
}
let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
  await keepSession(session, 'one')
})
async function keepSession(id: string, ...keys: string[]) {
  await database.query(
    `insert into qa_sessions (session_id, name, suite_id, suite_name, suite_version, case_indexes, targets, repeats,
       passes_needed, status, is_blind, reviewers, seed, caps, has_side_effects, created_at)
     values ($1, 's', $1, 's', 1, '[0]', '[]', 1, 1, 'running', false, '[]', 1, '{}', false, $2)`,
    [id, at],
  )
  const cells = keys.map((case_key, case_index) => ({ case_index, case_key, target: 0, repeat: 1 }))
  await database.transaction((tx) => insertAttempts(tx, id, cells))
}
const keysOf = (attempts: readonly { case_key: string }[]) => attempts.map((one) => one.case_key)
const statuses = async () =>
  (await database.query<{ status: string }>('select status from qa_attempts')).map(
    ({ status }) => status,
  )

it('an attempt is taken once, and what came of it is kept by who has it, once', async () => {
  const next = (serverId: string) =>
    database.transaction((tx) => claimNext(tx, session, { count: 5, serverId, at }))
  const [attempt] = await next(own)
  expect(attempt).toMatchObject({ case_key: 'one' })
  expect(await next(other)).toEqual([])
  const id = attempt?.attempt_id ?? ''
  expect(await endAttempt(database, id, other, end, at)).toBe(false)
  expect(await statuses()).toEqual(['running'])
  expect(await endAttempt(database, id, own, end, at)).toBe(true)
  expect(await endAttempt(database, id, own, { ...end, status: 'failed' }, at)).toBe(false)
  expect(await statuses()).toEqual(['passed'])
})

it('33.3.8: an attempt with which one server after the other ends is given up, until somebody runs it again', async () => {
  await database.query(
    `insert into qa_attempts (attempt_id, session_id, case_index, case_key, target, repeat)
     values (gen_random_uuid(), $1, 1, 'killer', 0, 1)`,
    [session],
  )
  const killed = async () => {
    let times = 0
    for (; times < 20; times += 1) {
      const serverId = randomUUID()
      const taken = await database.transaction((tx) =>
        claimNext(tx, session, { count: 5, serverId, at }),
      )
      if (taken.length === 0) break
      await database.transaction((tx) => replaceLost(tx, at, nobody))
    }
    return times
  }
  expect(await killed()).toBe(5)
  const current = await database.query(
    `select status, error from qa_attempts where case_key = 'killer' and is_current`,
  )
  expect(current).toEqual([
    {
      status: 'error',
      error:
        'The server ended, or lost its database, 5 times in a row while this was tried: it is not tried again by itself.',
    },
  ])
  expect(await database.transaction((tx) => repeatFailed(tx, session))).toBe(1)
  expect(await killed()).toBe(5)
})

it('attempts are taken in the order of the session, as many as are asked for', async () => {
  const ordered = randomUUID()
  await keepSession(ordered, 'first', 'second', 'third')
  const next = async (count: number) =>
    keysOf(await database.transaction((tx) => claimNext(tx, ordered, { count, serverId: own, at })))
  expect(await next(1)).toEqual(['first'])
  expect((await next(5)).toSorted()).toEqual(['second', 'third'])
})

it.each(['cancelled', 'closed'])(
  'what a server that is gone had in hand of a session that is %s is not tried again',
  async (status) => {
    const over = randomUUID()
    await keepSession(over, 'a')
    await database.transaction((tx) => claimNext(tx, over, { count: 1, serverId: own, at }))
    await database.query('update qa_sessions set status = $2 where session_id = $1', [over, status])
    await database.transaction((tx) => replaceLost(tx, at, nobody))
    const attempts = await database.query(
      'select status, is_current from qa_attempts where session_id = $1',
      [over],
    )
    expect(attempts).toEqual([{ status: 'cancelled', is_current: true }])
  },
)

it('35: what a living server has claimed and is not at is lost; what it is at is not, nor what another has', async () => {
  const left = randomUUID()
  await keepSession(left, 'left', 'at work', 'of another')
  const living = [randomUUID(), randomUUID()] as const
  for (const serverId of living) {
    await renewLease(database, serverId, { startedMsAgo: 0, lengthMs: 60_000, facts: {} })
  }
  const claim = (serverId: string, count: number) =>
    database.transaction((tx) => claimNext(tx, left, { count, serverId, at }))
  const taken = await claim(living[0], 2)
  await claim(living[1], 1)
  const atWork = taken.flatMap(({ case_key, attempt_id }) =>
    case_key === 'at work' ? [attempt_id] : [],
  )
  await database.transaction((tx) => replaceLost(tx, at, { serverId: living[0], atWork }))
  const current = async () =>
    (await listCells(database, left)).map(({ case_key, status }) => [case_key, status])
  expect(await current()).toEqual([
    ['left', 'waiting'],
    ['at work', 'running'],
    ['of another', 'running'],
  ])
  await database.query(`update qa_sessions set status = 'cancelled' where session_id = $1`, [left])
  await database.transaction((tx) => replaceLost(tx, at, { serverId: living[0], atWork: [] }))
  expect(await current()).toEqual([
    ['left', 'waiting'],
    ['at work', 'cancelled'],
    ['of another', 'running'],
  ])
})

it('what did not pass is tried again, once for each cell; what passed, waits or is at work is not', async () => {
  const again = randomUUID()
  const statuses = ['failed', 'error', 'cancelled', 'passed', 'waiting', 'running']
  await keepSession(again, ...statuses)
  const end = (where: string) =>
    database.query(
      `update qa_attempts set status = case_key, tokens = 10
       where session_id = $1 and is_current and ${where}`,
      [again],
    )
  const repeat = () => database.transaction((tx) => repeatFailed(tx, again))
  await end('true')
  expect(await repeat()).toBe(3)
  const waiting = await database.query<{ case_key: string }>(
    `select case_key from qa_attempts where session_id = $1 and is_current and status = 'waiting'
     order by position`,
    [again],
  )
  expect(keysOf(waiting)).toEqual(['waiting', 'failed', 'error', 'cancelled'])
  // What was spent stays spent, by which the session is capped.
  const counted = { waiting: 4, running: 1, tokens: 60 }
  expect(await countCells(database, again)).toEqual(counted)
  await end("case_key = 'failed'")
  expect(await repeat()).toBe(1)
})

it('34: of a case that was tried again the newest attempt is told', async () => {
  const again = randomUUID()
  await keepSession(again, 'a')
  await database.query("update qa_attempts set status = 'failed' where session_id = $1", [again])
  await database.transaction((tx) => repeatFailed(tx, again))
  for (const list of [listCells, listCellsWithChecks, listWhole]) {
    const attempts = await list(database, again)
    expect(attempts.map(({ status }) => status)).toEqual(['waiting'])
  }
  const ofCase = await listOfCase(database, again, 0)
  expect(ofCase.map(({ status }) => status)).toEqual(['waiting'])
})

it('34: with a session what waits is cancelled; what is at work or has ended stays as it is', async () => {
  const cancelled = randomUUID()
  await keepSession(cancelled, 'waiting', 'running', 'passed', 'failed')
  await database.query('update qa_attempts set status = case_key where session_id = $1', [
    cancelled,
  ])
  await database.transaction((tx) => cancelWaiting(tx, cancelled, at))
  const attempts = await listWhole(database, cancelled)
  expect(attempts.map(({ status }) => status)).toEqual(['cancelled', 'running', 'passed', 'failed'])
  expect(attempts[0]?.ended_at).toBe(at.toISOString())
})

it('34: attempts are lost for their own cell alone: its case, its target and its repeat', async () => {
  const many = randomUUID()
  await keepSession(many)
  const cells = [0, 1].flatMap((case_index) =>
    [0, 1].flatMap((target) =>
      [1, 2].map((repeat) => ({ case_index, case_key: String(case_index), target, repeat })),
    ),
  )
  await database.transaction((tx) => insertAttempts(tx, many, cells))
  const current = () => listCells(database, many)
  // Eight cells, each lost four times: none of them five times in a row.
  for (let times = 0; times < 4; times += 1) {
    const serverId = randomUUID()
    await database.transaction((tx) => claimNext(tx, many, { count: 8, serverId, at }))
    await database.transaction((tx) => replaceLost(tx, at, nobody))
  }
  expect((await current()).map(({ status }) => status)).toEqual(Array(8).fill('waiting'))
})

it('34: an attempt and its recording are found by their own id, in their own session', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  for (const id of [one, two]) await keepSession(id, 'a', 'b')
  const [first, second] = await listCells(database, one)
  if (!first || !second) throw new Error('The session has no attempts.')
  await database.query(
    `update qa_attempts set tape = to_jsonb(array[case_key]) where session_id = $1`,
    [one],
  )
  for (const { attempt_id, case_key } of [first, second]) {
    expect((await findAttempt(database, one, attempt_id))?.case_key).toBe(case_key)
    expect(await findRecording(database, one, attempt_id)).toEqual([case_key])
    expect(await findAttempt(database, two, attempt_id)).toBeNull()
    expect(await findRecording(database, two, attempt_id)).toBeNull()
  }
  expect((await listOfCase(database, one, 1)).map(({ case_key }) => case_key)).toEqual(['b'])
})
