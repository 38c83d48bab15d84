import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunOrigin } from '../../../src/server/agent-server/runs/run-origin.ts'
import { DatabaseAwayError } from '../../../src/server/db/database-errors.ts'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { openTracing, type TracingBench } from '../tracing/bench.ts'
import { type Harness, startHarness } from './harness.ts'
import { dataOf } from './sse.ts'

/** A real agent server and a real tracing service on one database. */
let bench: TracingBench
let h: Harness
beforeAll(async () => {
  bench = await openTracing(findRunOrigin)
  bench.at(new Date().toISOString())
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', troubled: './troubled.ts:graph' },
    database: bench.database,
    issueFeedbackUrls: async (asked) => {
      if (timesAway === 0) return bench.issue(asked)
      timesAway -= 1
      throw new DatabaseAwayError('The database is away.')
    },
  })
})
afterAll(() => h?.close())

/** How often the database is away when addresses are asked for. */
let timesAway = 0

type Urls = Record<string, string>
interface Output {
  __feedback__: Urls
}
const feedback_keys = ['liked', 'user score']

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await h.database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const rows = tables.map(({ name }) =>
    h.database.query<{ row: string }>(`select t::text as row from "${name}" t`),
  )
  return (await Promise.all(rows))
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

it('§2.6 a reader who comes while the database is away waits for the addresses to vote at', async () => {
  const thread = await h.thread()
  const run = await h.run(thread, {
    assistant_id: 'steps',
    input: {},
    feedback_keys,
    stream_resumable: true,
  })
  await h.ended(run)
  const at = `/threads/${thread}/runs/${run.run_id}`
  timesAway = 2
  const replay = await h.stream('GET', `${at}/stream`, undefined, { 'last-event-id': '-1' })
  const [first, second] = [await replay.next(), await replay.next()]
  expect([first?.event, second?.event]).toEqual(['metadata', 'feedback'])
  expect(Object.keys(dataOf<Urls>(second))).toEqual(feedback_keys)
  replay.drop()
  timesAway = 1
  const { body } = await h.call<Output>('GET', `${at}/join`)
  expect(body.__feedback__).toEqual(dataOf<Urls>(second))
})

it('§2.6, §5.4 no table holds a feedback URL, whatever became of the run; every reader gets the same ones', async () => {
  const issued: string[] = []
  const create = async (body: object) => {
    const thread = await h.thread()
    const request = { feedback_keys, stream_resumable: true, ...body }
    const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, request)
    const { run_id } = dataOf<{ run_id: string }>(await stream.until('metadata'))
    const urls = dataOf<Urls>(await stream.until('feedback'))
    expect(Object.keys(urls)).toEqual(feedback_keys)
    issued.push(...Object.values(urls))
    return { thread, at: `/threads/${thread}/runs/${run_id}`, stream, urls }
  }
  const gate = randomUUID()
  const succeeded = await create({ assistant_id: 'steps', input: {} })
  const failed = await create({ assistant_id: 'troubled', input: { trouble: 'throw' } })
  const stopped = await create({ assistant_id: 'steps', input: { gates: { second: gate } } })
  await h.gates.arrived(gate)
  expect(await everything()).not.toContain('/feedback/tokens/')
  expect((await h.call('POST', `${stopped.at}/cancel?wait=true`)).status).toBe(204)

  for (const { thread, at, stream, urls } of [succeeded, failed, stopped]) {
    await stream.rest()
    const joined = (await h.call<Output>('GET', `${at}/join`)).body
    expect(joined.__feedback__).toEqual(urls)
    const replay = await h.stream('GET', `${at}/stream`, undefined, { 'last-event-id': '-1' })
    expect(dataOf(await replay.until('feedback'))).toEqual(urls)
    await replay.rest()
    const feed = await h.stream('GET', `/threads/${thread}/stream`, undefined, {
      'last-event-id': '-1',
    })
    expect(dataOf(await feed.until('feedback'))).toEqual(urls)
    feed.drop()
    expect((await bench.submit(urls.liked ?? '', { score: 1 })).status).toBe(200)
  }
  const kept = await everything()
  expect(kept).toContain('user score')
  expect(kept).not.toContain('/feedback/tokens/')
  for (const url of issued) expect(kept).not.toContain(url.split('/').at(-1))
  expect(h.errors).toEqual([])
})

it('§2.6 what older versions stored of URLs goes, and nothing else', async () => {
  const thread = await h.thread()
  const run = await h.run(thread, { assistant_id: 'steps', input: {}, feedback_keys: ['liked'] })
  await h.ended(run)
  const old = { __feedback__: { liked: 'http://t/api/v1/feedback/tokens/x', 'a "}': 'http://t/y' } }
  const outputs: [string, string][] = [
    [{ log: ['"__feedback__":{}'] }, {}, old],
    [{}, {}, old],
    [{ log: [] }, { __interrupt__: [{ value: '}' }] }, old],
    [{ __error__: { error: 'E', message: 'm' } }, {}, old],
  ].map(([values, extra, feedback]) => [
    JSON.stringify({ ...values, ...extra, ...feedback }),
    JSON.stringify({ ...values, ...extra }),
  ])
  const migration = (await readMigrations()).find(({ name }) => name === '011-run-feedback.sql')
  const asBefore = new Error('back')
  const done = h.database.transaction(async (tx) => {
    for (const [before, after] of outputs) {
      await tx.query('alter table runs add column feedback jsonb')
      // As it was then: what is temporary goes before what is not.
      await tx.query(
        'create temporary table run_events (run_id uuid, id int, event text, data text) on commit drop',
      )
      await tx.query('update runs set output = $2 where run_id = $1', [run.run_id, before])
      await tx.query(
        `insert into run_events (run_id, id, event, data) values ($1, 1, 'feedback', $2)`,
        [run.run_id, JSON.stringify(old.__feedback__)],
      )
      await tx.query(migration?.sql ?? '')
      const rows = await tx.query(
        `select r.output, e.data from runs r join run_events e on e.run_id = r.run_id
         where r.run_id = $1`,
        [run.run_id],
      )
      expect(rows).toEqual([{ output: after, data: '["liked"]' }])
      await tx.query('drop table pg_temp.run_events')
    }
    throw asBefore
  })
  await expect(done).rejects.toBe(asBefore)
})
