import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimRun } from '../../../src/server/agent-server/run-store/run-life-cycle.ts'
import { findStartable } from '../../../src/server/agent-server/runs/run-claims.ts'
import type { Database, Queryable } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

/** A run that waits is taken by one process, and no process waits for another to take one. */
const deployment = randomUUID()
const at = new Date('2026-11-20T13:00:00Z')
let database: Database
beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())

/** A run that waits, on a thread of its own or behind what that has. */
async function keep(thread?: string): Promise<string> {
  const id = randomUUID()
  if (!thread) {
    await database.query(
      'insert into threads (thread_id, deployment_id, created_at, updated_at) values ($1, $2, $3, $3)',
      [id, deployment, at],
    )
  }
  await database.query(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, multitask_strategy,
       created_at, updated_at)
     values ($1, $4, $2, $1, 'agent', 'pending', '{}', 'enqueue', $3, $3)`,
    [id, deployment, at, thread ?? id],
  )
  return id
}

const next = async (tx: Queryable) => {
  const graphs = [{ deployment_id: deployment, graph_id: 'agent' }]
  const claim = { graphs, patience: null, withSuspect: [], isShared: true, now: at }
  return (await findStartable(tx, { ...claim, process: randomUUID() }))?.run_id
}

it('while one process takes a run the others take the next ones, at once', async () => {
  const [first, second] = [await keep(), await keep()]
  await database.transaction(async (one) => {
    expect(await next(one)).toBe(first)
    await database.transaction(async (another) => {
      // Whoever waited for the first would fail, not stand.
      await another.query("set local lock_timeout = '1s'")
      expect(await next(another)).toBe(second)
    })
  })
  expect(await database.transaction(next)).toBe(first)
})

it('34.1: what was found is not taken where another run of its thread has begun meanwhile', async () => {
  const first = await keep()
  const second = await keep(first)
  const undone = new Error('undone')
  const taking = database.transaction(async (tx) => {
    const claim = { process: randomUUID(), isShared: true, now: at, revision_id: randomUUID() }
    expect(await claimRun(tx, first, claim)).toMatchObject({ run_id: first, status: 'running' })
    expect(await claimRun(tx, second, claim)).toBeUndefined()
    throw undone
  })
  await expect(taking).rejects.toBe(undone)
})
