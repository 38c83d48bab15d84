import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, Queryable } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import {
  beginPost,
  claimPosts,
  endPost,
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
