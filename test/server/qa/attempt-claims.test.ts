import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import {
  claimNext,
  endAttempt,
  repeatFailed,
} from '../../../src/server/qa/attempts/attempt-store.ts'
import { replaceLost } from '../../../src/server/qa/attempts/lost-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'

/** An attempt belongs to one process. */
const [own, other, session] = [randomUUID(), randomUUID(), randomUUID()]
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
  tape: null,
  fingerprint: null,
}
let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
  await database.query(
    `insert into qa_sessions (session_id, name, suite_id, suite_name, suite_version, case_indexes, targets, repeats,
       passes_needed, status, is_blind, reviewers, seed, caps, has_side_effects, created_at)
     values ($1, 's', $1, 's', 1, '[0]', '[]', 1, 1, 'running', false, '[]', 1, '{}', false, $2)`,
    [session, at],
  )
  await database.query(
    `insert into qa_attempts (attempt_id, session_id, case_index, case_key, target, repeat)
     values (gen_random_uuid(), $1, 0, 'one', 0, 1)`,
    [session],
  )
})
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
      await database.transaction((tx) => replaceLost(tx, at))
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
        'The server ended 5 times in a row while this was tried: it is not tried again by itself.',
    },
  ])
  expect(await database.transaction((tx) => repeatFailed(tx, session))).toBe(1)
  expect(await killed()).toBe(5)
})
