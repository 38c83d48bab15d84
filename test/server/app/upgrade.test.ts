import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  listEvents,
  nextEventId,
} from '../../../src/server/agent-server/streams/log/run-event-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { migrate, readMigrations } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { storedEvents } from '../agent-server/stored-events.ts'

let stack: Stack | undefined
let database: Database | undefined
afterEach(async () => {
  await stack?.close()
  await database?.close()
})

const [deployment, revision, thread, run] = ['2', '3', '5', '6'].map((digit) => {
  const rest = [4, 4, 4, 12].map((length, at) =>
    at === 1 ? `4${digit.repeat(3)}` : at === 2 ? `8${digit.repeat(3)}` : digit.repeat(length),
  )
  return [digit.repeat(8), ...rest].join('-')
})

/** Both engines: what one of them takes, the other may refuse. */
const engines: Record<string, () => Promise<Database>> = {
  'an embedded database': () => openEmbeddedDatabase({ dataDir: null }),
  'a PostgreSQL server': async () => openPostgres(await createPostgresDatabase(), {}),
}

it.each(Object.keys(engines))(
  '%s of the first release is brought up to date and everything in it is still there',
  async (engine) => {
    const fixture = await readFile(
      path.join(import.meta.dirname, '../../fixtures/release-1.sql'),
      'utf8',
    )
    const opened = (await engines[engine]?.()) as Database
    database = opened
    await opened.query(fixture)
    // One by one, as they were stored then.
    const told = Array.from({ length: 600 }, (_, at) => ({
      id: at < 300 ? at + 2 : at + 10_000_000,
      event: at % 2 === 0 ? 'values' : 'updates|a\tnode\nof "two" lines:𝄞',
      data: at % 3 === 0 ? '{"text":"\\n\\t𝄞"}' : '{ "at":\t1 }',
    }))
    for (const { id, event, data } of told) {
      const values = [run, id, event, data]
      await opened.query(
        'insert into run_events (run_id, id, event, data) values ($1, $2, $3, $4)',
        values,
      )
    }
    await migrate(opened)
    const stored = (await storedEvents(opened, String(run))).slice(1)
    expect(stored).toEqual(
      told.map((one) => ({ ...one, data: one.data.replace('\t', ' '), at: null })),
    )
    expect(await nextEventId(opened, String(run))).toBe(10_000_600)
    const numbers = async (after: number, limit: number) =>
      (await listEvents(opened, String(run), after, limit)).map(({ id }) => id)
    expect(await numbers(250, 3)).toEqual([251, 252, 253])
    expect(await numbers(300, 3)).toEqual([301, 10_000_300, 10_000_301])
    expect(await numbers(10_000_599, 3)).toEqual([])
    expect(await numbers(5, 400)).toHaveLength(400)
    const applied = await opened.query<{ name: string }>(
      'select name from migrations order by name',
    )
    expect(applied.map(({ name }) => name)).toEqual(
      (await readMigrations()).map(({ name }) => name),
    )
    await migrate(opened)

    stack = await startStack({ openDatabase: async () => ({ ...opened, close: async () => {} }) })
    const agent = '/agents/kept'
    const get = (address: string) => (stack as Stack).json('GET', address)
    expect(await get(`/api-host/v2/deployments/${deployment}`)).toMatchObject({
      name: 'kept',
      latest_revision_id: revision,
    })
    const ofRevision = `/api-host/v2/deployments/${deployment}/revisions/${revision}`
    expect(await get(ofRevision)).toMatchObject({ status: 'BUILD_FAILED' })
    expect(JSON.stringify(await get(`${ofRevision}/logs?type=build`))).toContain('No such branch.')
    expect(await get('/api-host/v2/auth/providers/github')).toMatchObject({ name: 'GitHub' })
    expect(await get(`${agent}/threads/${thread}`)).toMatchObject({ metadata: { title: 'Kept' } })
    expect(await get(`${agent}/threads/${thread}/runs/${run}`)).toMatchObject({ status: 'success' })
    expect(await get(`/api/v1/feedback?run=${run}`)).toMatchObject([
      { key: 'user_score', score: 1 },
    ])
  },
  120_000,
)
