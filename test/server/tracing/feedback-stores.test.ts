import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import {
  countFeedback,
  findFeedback,
  listFeedbackRows,
  lockVote,
  recordFeedback,
  removeFeedback,
} from '../../../src/server/tracing/feedback-store.ts'
import { insertTokens, listTokens, type TokenRow } from '../../../src/server/tracing/token-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const begin = new Date('2026-11-20T13:00:00Z')
const run_id = randomUUID()
const connection = randomUUID()
let database: Database
beforeEach(async () => {
  database = await emptyDatabase()
  await database.query(
    `insert into connections (id, name, kind, base_url, tracing_url, created_at, updated_at)
     values ($1, 'Elsewhere', 'agent_server', 'https://e.test', 'https://t.test', now(), now())`,
    [connection],
  )
})

/** An address of a run that is not here. */
async function token(more: Partial<TokenRow> = {}): Promise<TokenRow> {
  const id = randomUUID()
  const row: TokenRow = {
    id,
    token_hash: id,
    run_id,
    deployment_id: null,
    connection_id: null,
    feedback_key: 'score',
    feedback_config: null,
    expires_at: begin,
    ...more,
  }
  await insertTokens(database, [row])
  return row
}
const about = (question: string) => ({ thread_id: 'a thread', question, answer: null })
async function vote(row: TokenRow, score = 1): Promise<string> {
  const at = new Date(begin.getTime() + score * 1_000)
  const id = randomUUID()
  const source = { type: 'api', metadata: {} }
  await recordFeedback(database, row, { score }, { id, at, revision_id: null, source })
  return id
}
const questionOf = async (id: string) => (await findFeedback(database, id, null))?.question

it('34: of a run that is not here a vote tells what its own address knows, or else what another one does', async () => {
  const [first, second] = [
    await token({ about: about('First?') }),
    await token({ about: about('Second?') }),
  ]
  expect(await questionOf(await vote(first))).toBe('First?')
  expect(await questionOf(await vote(second))).toBe('Second?')
  await database.query('delete from feedback_tokens where id = $1', [second.id])
  expect(await questionOf(await vote(await token()))).toBe('First?')
})

it('34: what one address leaves is its vote, and the newest of what it was before', async () => {
  const [row, other] = [await token(), await token()]
  await vote(other)
  const ids: string[] = []
  for (let score = 0; score < 103; score += 1) ids.push(await vote(row, score))
  const here = await Promise.all(ids.map((id) => findFeedback(database, id, null)))
  expect(here.map((one) => one?.score)).toEqual([
    ...Array(3).fill(undefined),
    ...Array.from({ length: 100 }, (_, at) => at + 3),
  ])
  expect(here.filter((one) => one?.superseded_at === null).map((one) => one?.score)).toEqual([102])
  const times = await database.query<{ count: number }>(
    'select count(distinct superseded_at)::integer as count from feedback where token_id = $1',
    [row.id],
  )
  expect(times).toEqual([{ count: 99 }])
  const listed = await listFeedbackRows(
    database,
    { run: [run_id], connection: null },
    { history: 'all', limit: 2, offset: 1 },
  )
  expect(listed.map(({ score }) => score)).toEqual([101, 100])
  const count = (history: 'current' | 'all') =>
    countFeedback(database, { run: [run_id], connection: null }, history)
  expect([await count('current'), await count('all')]).toEqual([2, 101])
})

it('34: a vote of another connection is neither found, held nor deleted', async () => {
  const here = await vote(await token())
  const there = await vote(await token({ connection_id: connection }))
  for (const [id, of] of [
    [here, connection],
    [there, null],
  ] as const) {
    expect(await findFeedback(database, id, of)).toBeUndefined()
    expect(await lockVote(database, id, of)).toBeUndefined()
    expect(await removeFeedback(database, id, of)).toBe(false)
  }
  expect(await lockVote(database, there, connection)).toMatchObject({ connection_id: connection })
  expect(await removeFeedback(database, here, null)).toBe(true)
  expect(await findFeedback(database, here, null)).toBeUndefined()
  expect(await findFeedback(database, there, connection)).toBeDefined()
})

it('34: a vote that was made with the key has no address to be listed', async () => {
  const [row] = [await token(), await token({ is_direct: true })]
  const listed = await listTokens(database, { runId: run_id, connection: null }, null)
  expect(listed.map(({ id }) => id)).toEqual([row.id])
})
