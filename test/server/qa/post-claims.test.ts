import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, Queryable } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import {
  beginPost,
  claimPosts,
  endPost,
  failPost,
  findPlace,
  readUnposted,
  wantPosts,
} from '../../../src/server/qa/posts/post-store.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

/** A verdict is posted by one process at a time, until what stands there is what its reviewer says. */
const [session, run_id] = [randomUUID(), randomUUID()]
let database: Database
beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
  await database.query(
    `insert into qa_sessions (session_id, name, suite_id, suite_name, suite_version, case_indexes, targets, repeats,
       passes_needed, status, is_blind, reviewers, seed, caps, has_side_effects, created_at)
     values ($1, 's', $1, 's', 1, '[0]', '[]', 1, 1, 'running', false, '[]', 1, '{}', false, $2)`,
    [session, at(0)],
  )
})
afterAll(() => database?.close())
beforeEach(() => database.query('delete from qa_posts'))

/** A moment, in seconds from the first. */
function at(seconds: number): Date {
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1_000)
}

/** What a reviewer says of the first case from now on; null where it is taken back. */
const says = (reviewer: string, score: number | null) =>
  database.transaction((tx) => {
    const place = { case_index: 0, reviewer }
    const wanted = { ...place, target: 0, run_id, feedback_key: 'correct', wanted: { score } }
    return wantPosts(tx, session, [place], score === null ? [] : [wanted], at(0))
  })
/** What a process takes at a moment, for a minute. */
const taken = (seconds: number, count = 5, db: Queryable = database) =>
  claimPosts(db, { count, at: at(seconds), untilMs: 60_000 })
const told = (posts: Awaited<ReturnType<typeof taken>>) =>
  posts.map(({ reviewer, wanted }) => [reviewer, wanted?.score ?? null]).toSorted()

async function post(seconds: number): Promise<void> {
  for (const { post_id, wanted } of await taken(seconds)) {
    await beginPost(database, post_id, 'hash')
    await endPost(database, post_id, wanted)
  }
}

it('what one process takes is left by the others, at once, until its time is over', async () => {
  await says('ana', 1)
  await says('ben', 1)
  await database.transaction(async (one) => {
    const [first] = await taken(0, 1, one)
    await database.transaction(async (another) => {
      // Whoever waited for the first would fail, not stand.
      await another.query("set local lock_timeout = '1s'")
      const [second, ...others] = await taken(0, 5, another)
      expect([first?.reviewer, second?.reviewer].toSorted()).toEqual(['ana', 'ben'])
      expect(others).toEqual([])
    })
  })
  expect(await taken(59)).toEqual([])
  expect(await taken(61)).toHaveLength(2)
})

it('what a reviewer takes back is taken back, and nothing of what others said', async () => {
  await says('ana', 1)
  await says('ben', 0)
  await post(0)
  expect(await taken(1)).toEqual([])
  await says('ana', null)
  expect(told(await taken(2))).toEqual([['ana', null]])
})

it('what is said anew while it is taken back is posted all the same', async () => {
  await says('ana', 1)
  await post(0)
  await says('ana', null)
  const [back] = await taken(1)
  await beginPost(database, back?.post_id ?? '', 'hash')
  await says('ana', 0)
  await endPost(database, back?.post_id ?? '', null)
  expect(told(await taken(2))).toEqual([['ana', 0]])
})

it('34: tries that failed are counted, until it is posted or something else is said', async () => {
  await says('ana', 1)
  expect(await taken(-1)).toEqual([])
  const fail = async (seconds: number) => {
    const [post] = await taken(seconds)
    const again = { problem: 'It is away.', nextTryAt: at(seconds + 1) }
    await failPost(database, post?.post_id ?? '', again)
    return post?.tries
  }
  expect([await fail(0), await fail(1), await fail(2)]).toEqual([0, 1, 2])
  await says('ana', 0)
  expect(await fail(3)).toBe(0)
})

it('34: what is said of a case leaves what was said of another one, of another run and under another key', async () => {
  const wanted = { case_index: 0, reviewer: 'ana', target: 0, run_id, feedback_key: 'correct' }
  const others = [
    { ...wanted, case_index: 1 },
    { ...wanted, reviewer: 'ben' },
    { ...wanted, target: 1 },
    { ...wanted, run_id: randomUUID() },
    { ...wanted, feedback_key: 'kind' },
  ].map((one) => ({ ...one, wanted: { score: 1 } }))
  const want = (said: typeof others) =>
    database.transaction((tx) => wantPosts(tx, session, [wanted], said, at(0)))
  await want([{ ...wanted, wanted: { score: 1 } }, ...others])
  await post(0)
  await post(0)
  // All of the case that its reviewer says no more is taken back, and nothing else.
  const back = async (seconds: number) =>
    (await taken(seconds, 9)).map(({ wanted, ...one }) => [wanted, one.target, one.feedback_key])
  await want(others.slice(2, 4))
  expect((await back(1)).toSorted()).toEqual([
    [null, 0, 'correct'],
    [null, 0, 'kind'],
  ])
  await want(others.slice(3, 5))
  const standing = async () =>
    (await database.query('select 1 from qa_posts where wanted is not null')).length
  expect(await standing()).toBe(4)
  // Under another key, and by another reviewer, it is something else.
  await want([{ ...wanted, wanted: { score: 1 } }])
  await want(others.slice(4))
  expect(await standing()).toBe(3)
  await want([{ ...wanted, wanted: { score: 1 } }])
  await want(others.slice(1, 2))
  expect(await standing()).toBe(2)
})

it('34: of a session so many verdicts could not be posted, and why the last one could not', async () => {
  for (const reviewer of ['ana', 'ben', 'cy']) await says(reviewer, 1)
  expect(await readUnposted(database, session)).toBeNull()
  for (const { post_id, reviewer } of await taken(0)) {
    const nextTryAt = at(reviewer === 'ben' ? 20 : 10)
    const problem = `No room for ${reviewer}.`
    if (reviewer !== 'cy') await failPost(database, post_id, { problem, nextTryAt })
  }
  expect(await readUnposted(database, session)).toEqual({ verdicts: 2, why: 'No room for ben.' })
})

it('34: a verdict is posted to the run of its own case and target', async () => {
  const target = (name: string) => ({ deployment_id: name }) as never
  await database.query('update qa_sessions set targets = $1', [
    JSON.stringify([target('a'), target('b')]),
  ])
  const [right, wrong] = [randomUUID(), randomUUID()]
  for (const [case_index, at, thread] of [
    [1, 1, wrong],
    [0, 0, wrong],
    [0, 1, right],
  ] as const) {
    await database.query(
      `insert into qa_attempts (attempt_id, session_id, case_index, case_key, target, repeat, thread_id, run_ids)
       values (gen_random_uuid(), $1, $2, 'a', $3, 1, $4, $5)`,
      [session, case_index, at, thread, JSON.stringify([run_id])],
    )
  }
  const place = { session_id: session, case_index: 0, target: 1, run_id } as never
  expect(await findPlace(database, place)).toEqual({ target: target('b'), thread_id: right })
})

it('34: what is taken back while it is posted is taken back after it', async () => {
  await says('ana', 1)
  const [sent] = await taken(0)
  if (!sent) throw new Error('Nothing is posted.')
  await beginPost(database, sent.post_id, 'hash')
  await says('ana', null)
  await endPost(database, sent.post_id, sent.wanted)
  expect(told(await taken(1))).toEqual([['ana', null]])
})

it('34: what is taken back already waits for its next try, whatever is said meanwhile', async () => {
  await says('ana', 1)
  await post(0)
  await says('ana', null)
  const [back] = await taken(1)
  const again = { problem: 'It is away.', nextTryAt: at(100) }
  await failPost(database, back?.post_id ?? '', again)
  await says('ana', null)
  expect([await taken(99), told(await taken(100))]).toEqual([[], [['ana', null]]])
})
