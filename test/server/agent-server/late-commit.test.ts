import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { startHarness } from './harness.ts'

/** A PostgreSQL server shows what was committed before it tells so whoever has committed it. */
it('§6 a run whose end is known to others first is not taken for lost: its readers come to its end', async () => {
  const database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
  const late = lateCommits(database)
  const graphs = { steps: './steps.ts:graph' }
  const h = await startHarness({ graphs, database: late.database, limits: { pollMs: 20 } })
  const gate = randomUUID()
  const run = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { third: gate } },
    stream_mode: 'updates',
  })
  await h.gates.arrived(gate)
  const at = `/threads/${run.thread_id}/runs/${run.run_id}`
  const stream = await h.stream('GET', `${at}/stream`)
  await stream.next()
  const output = h.call('GET', `${at}/join`)
  late.holdEndOf(run.run_id)
  h.gates.open(gate)
  await late.looked()
  late.letGo()
  expect((await stream.rest()).map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect((await output).body).toMatchObject({ log: ['first', 'second', 'third'] })
  expect((await h.getRun(run)).body).toMatchObject({ status: 'success' })
  expect(h.errors).toEqual([])
  await h.close()
  await database.close()
})

/** The answer to the commit that ends a run is held back until the runs of this process were looked at once. */
function lateCommits(database: Database) {
  let runId: string | null = null
  let letGo: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isHeld = false
  let onLooked: () => void = () => {}
  const looked = new Promise<void>((resolve) => {
    onLooked = resolve
  })
  const isEndOf = (sql: string, params: readonly unknown[] = []) =>
    sql.includes('ended_at =') && params[0] === runId && params[1] === 'success'
  const wrapped: Database = {
    ...database,
    async query(sql, params) {
      const rows = await database.query(sql, params)
      // What was found is acted upon before anything else comes in.
      if (isHeld && sql.includes('c(run_id, attempt, claimed_by)')) setImmediate(onLooked)
      return rows as never
    },
    async transaction(work) {
      // Others of this process see the end as well, and would wait in its place.
      let isEnd = false
      const result = await database.transaction((tx) =>
        work({
          query(sql, params) {
            isEnd ||= isEndOf(sql, params)
            return tx.query(sql, params)
          },
        }),
      )
      if (isEnd) {
        isHeld = true
        await released
      }
      return result
    },
  }
  return {
    database: wrapped,
    holdEndOf: (id: string) => {
      runId = id
    },
    looked: () => looked,
    letGo: () => letGo(),
  }
}
