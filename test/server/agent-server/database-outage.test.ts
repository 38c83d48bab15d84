import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { failingDatabase, noOutage } from '../../helpers/failing-database.ts'
import { type Harness, startHarness } from './harness.ts'
import { storedEvents } from './stored-events.ts'

/** A run outlasts a database that is away for a moment, as when it is started again. */
let h: Harness
let outage = noOutage
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    database: failingDatabase(await emptyDatabase(), () => outage),
  })
})
afterAll(() => h?.close())

async function stored({ run_id }: Run): Promise<string[]> {
  const rows = await storedEvents(h.database, run_id)
  return rows.map(({ event, data }) =>
    event === 'updates' ? (Object.keys(JSON.parse(data) as object)[0] ?? '') : event,
  )
}

it.each([
  ['a checkpoint', /insert into checkpoints\b/, 3],
  ['the result of a step', /insert into checkpoint_writes\b/, 2],
  ['what a step tells', /insert into run_events/, 2],
  ['what it begins with', /from checkpoints where thread_id/, 1],
  ['its end', /status = \$2, end_reason/, 2],
])(
  'a database that is away for %s makes no run fail, and loses none of its events',
  async (_what, of, times) => {
    outage = { of, times }
    const thread = await h.thread()
    const body = {
      assistant_id: 'steps',
      input: {},
      stream_mode: 'updates',
      stream_resumable: true,
    }
    const run = await h.ended(await h.run(thread, body))
    expect(outage.times).toBe(0)
    expect(run).toMatchObject({ status: 'success', error: null })
    expect((await h.state(thread)).values).toMatchObject({ log: ['first', 'second', 'third'] })
    const events = await stored(run)
    expect(events.filter((event) => event !== 'metadata')).toEqual(['first', 'second', 'third'])
  },
)

it('what lists show of a thread is read again after an outage', async () => {
  const thread = await h.thread()
  const input = { gates: {} }
  await h.ended(await h.run(thread, { assistant_id: 'steps', input }))
  const { values } = await h.getThread(thread)
  // As the loss of a run's process leaves it.
  const lost = `update threads set is_stale = true, "values" = '{"log": []}' where thread_id = $1`
  await h.database.query(lost, [thread])
  outage = { of: /is_stale and graph_id is not null/, times: 2 }
  const { body: copy } = await h.call<Thread>('POST', `/threads/${thread}/copy`)
  for (const { thread_id } of [{ thread_id: thread }, copy]) {
    await expect.poll(async () => (await h.getThread(thread_id)).values).toEqual(values)
  }
  expect(outage.times).toBe(0)
})
