import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Cron } from '../../../src/contract/agent-server/crons.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Harness, startHarness } from './harness.ts'

const graphs = {
  steps: './steps.ts:graph',
  progress: './patterns.ts:progress',
  choosy: './patterns.ts:choosy',
}
/** A Monday. */
const start = new Date('2026-10-19T08:00:30Z')
let clock = start
const now = () => clock
const at = (text: string) => {
  clock = new Date(text)
}

let database: Database
let h: Harness
beforeAll(async () => {
  database = await emptyDatabase()
  // It looks at the clock often, since no timer follows a clock that is set.
  h = await startHarness({ graphs, database, now, limits: { pollMs: 20 } })
})
afterAll(() => h?.close())
beforeEach(async () => {
  for (const { cron_id } of await search({ limit: 1000 })) await remove(cron_id)
  clock = start
})

async function create(body: object, thread?: string): Promise<Cron> {
  const path = thread ? `/threads/${thread}/runs/crons` : '/runs/crons'
  const answer = await h.call<Cron>('POST', path, { assistant_id: 'steps', input: {}, ...body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const patch = (id: string, body: object) => h.call<Cron>('PATCH', `/runs/crons/${id}`, body)
const remove = (id: string) => h.call('DELETE', `/runs/crons/${id}`)
const search = async (body: object = {}) =>
  (await h.call<Cron[]>('POST', '/runs/crons/search', body)).body
const one = async (id: string) => (await search({ limit: 1000 })).find((c) => c.cron_id === id)
/** The runs that were made for a cron, the oldest first, as the database has them. */
const runsOf = (id: string) =>
  database.query<{ run_id: string; thread_id: string; status: string }>(
    `select run_id, thread_id, status from runs where metadata->>'cron_id' = $1 order by position`,
    [id],
  )
/** Waits until the tick that is due next is that one. */
const isDueNext = (id: string, next: string | null) =>
  expect.poll(async () => (await one(id))?.next_run_date).toBe(next)

it('a tick makes a run with what the cron asks for, on a thread that goes with it', async () => {
  const cron = await create({
    schedule: '5 8 * * *',
    metadata: { team: 'reports' },
    context: { tone: 'dry' },
    interrupt_after: ['first'],
  })
  expect(cron).toMatchObject({
    schedule: '5 8 * * *',
    timezone: null,
    enabled: true,
    on_run_completed: 'delete',
    thread_id: null,
    next_run_date: '2026-10-19T08:05:00.000Z',
    metadata: { team: 'reports' },
    payload: { assistant_id: cron.assistant_id, context: { tone: 'dry' } },
    last_run_id: null,
  })
  const by = (id: string) => h.call('GET', `/runs/crons/${id}`)
  const unchanged = await patch(cron.cron_id, {})
  // Not the headers: the next one may be of the next second.
  expect(await by(cron.cron_id)).toMatchObject({ status: 200, body: unchanged.body })
  expect((await by(randomUUID())).status).toBe(404)
  at('2026-10-19T08:04:59Z')
  await create({ schedule: '0 0 1 1 *' })
  expect(await runsOf(cron.cron_id)).toEqual([])
  at('2026-10-19T08:05:00Z')
  await isDueNext(cron.cron_id, '2026-10-20T08:05:00.000Z')
  const ticked = await one(cron.cron_id)
  expect(ticked).toMatchObject({ last_run_date: '2026-10-19T08:05:00.000Z', last_error: null })
  await expect.poll(() => runsOf(cron.cron_id)).toEqual([])
  expect(await h.call('GET', `/threads/${ticked?.last_thread_id}`)).toMatchObject({ status: 404 })
})

it('33: an input that the graph would refuse at every tick is refused at once', async () => {
  const body = { assistant_id: 'steps', schedule: '5 8 * * *', input: 'a text' }
  const refused = { status: 422, body: { detail: [{ loc: ['body', 'input'] }] } }
  expect(await h.call('POST', '/runs/crons', body)).toMatchObject(refused)
  const { cron_id } = await create({ schedule: '5 8 * * *', input: { n: 1 } })
  expect(await patch(cron_id, { input: 'a text' })).toMatchObject(refused)
  expect(await patch(cron_id, { input: { n: 2 } })).toMatchObject({ status: 200 })
  expect(await one(cron_id)).toMatchObject({ payload: { input: { n: 2 } } })
})

it('keep leaves each tick its thread, which names the cron', async () => {
  const { cron_id } = await create({ schedule: '@hourly', on_run_completed: 'keep' })
  at('2026-10-19T09:00:00Z')
  await isDueNext(cron_id, '2026-10-19T10:00:00.000Z')
  // A tick is passed over while the run of the one before waits.
  await h.ended((await runsOf(cron_id))[0] as Run)
  at('2026-10-19T10:00:00Z')
  await isDueNext(cron_id, '2026-10-19T11:00:00.000Z')
  const runs = await runsOf(cron_id)
  expect(new Set(runs.map(({ thread_id }) => thread_id)).size).toBe(2)
  const found = await h.call('POST', '/threads/search', { metadata: { cron_id } })
  expect(found.body).toHaveLength(2)
  const last = runs[1] as Run
  await h.ended(last)
  expect((await h.getRun(last)).body).toMatchObject({ status: 'success', metadata: { cron_id } })
})

it('ticks that were missed are caught up by one run', async () => {
  const { cron_id } = await create({ schedule: '*/5 * * * *', on_run_completed: 'keep' })
  at('2026-10-19T11:02:00Z')
  await isDueNext(cron_id, '2026-10-19T11:05:00.000Z')
  expect(await runsOf(cron_id)).toHaveLength(1)
})

it('the runs of a thread stand in line there; no tick adds to one that waits', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const input = { gates: { first: gate } }
  const { cron_id, on_run_completed } = await create({ schedule: '* * * * *', input }, thread)
  expect(on_run_completed).toBe('keep')
  at('2026-10-19T08:01:00Z')
  await h.gates.arrived(gate)
  at('2026-10-19T08:02:00Z')
  await isDueNext(cron_id, '2026-10-19T08:03:00.000Z')
  at('2026-10-19T08:03:00Z')
  await isDueNext(cron_id, '2026-10-19T08:04:00.000Z')
  const statuses = (await runsOf(cron_id)).map(({ status }) => status)
  expect(statuses).toEqual(['running', 'pending'])
  const [, second] = await runsOf(cron_id)
  expect(await one(cron_id)).toMatchObject({
    last_error: expect.stringContaining('has not started yet'),
    last_run_id: second?.run_id,
    last_thread_id: thread,
  })
  await remove(cron_id)
  h.gates.open(gate)
  expect((await h.ended(second as Run)).status).toBe('success')
})

it('33: a context that the graph would refuse at every tick is refused at once', async () => {
  const choosy = { assistant_id: 'choosy', input: { topic: 'sails' }, schedule: '0 9 * * *' }
  const refused = { status: 422, body: { detail: [{ loc: ['body', 'context', 'tone'] }] } }
  expect(await h.call('POST', '/runs/crons', { ...choosy, context: { tone: 7 } })).toMatchObject(
    refused,
  )
  const { cron_id } = await create({ ...choosy, context: { tone: 'brief' } })
  expect(await patch(cron_id, { context: { tone: 7 } })).toMatchObject(refused)
  // What stays of the schedule counts with what is changed.
  expect(await patch(cron_id, { input: { topic: 'masts' } })).toMatchObject({ status: 200 })
})

it('the strategy decides what a tick does on a thread that works; a refused one says why', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const working = await h.run(thread, { assistant_id: 'steps', input: { gates: { first: gate } } })
  await h.gates.arrived(gate)
  const rejecting = await create({ schedule: '1 8 * * *', multitask_strategy: 'reject' }, thread)
  const interrupting = await create(
    { schedule: '2 8 * * *', multitask_strategy: 'interrupt' },
    thread,
  )
  at('2026-10-19T08:01:00Z')
  await isDueNext(rejecting.cron_id, '2026-10-20T08:01:00.000Z')
  expect(await one(rejecting.cron_id)).toMatchObject({
    last_run_date: '2026-10-19T08:01:00.000Z',
    last_run_id: null,
    last_error: expect.stringContaining('busy'),
  })
  at('2026-10-19T08:02:00Z')
  await isDueNext(interrupting.cron_id, '2026-10-20T08:02:00.000Z')
  h.gates.open(gate)
  const [run] = await runsOf(interrupting.cron_id)
  expect((await h.ended(run as Run)).status).toBe('success')
  expect((await h.getRun(working)).body).toMatchObject({
    status: 'interrupted',
    replaced_by: run?.run_id,
  })
})

it('a schedule is one of its time zone, over the changes of the clocks too', async () => {
  at('2026-10-24T12:00:00Z')
  const berlin = { timezone: 'Europe/Berlin', on_run_completed: 'keep' }
  const nightly = await create({ ...berlin, schedule: '30 2 * * *' })
  const often = await create({ ...berlin, schedule: '*/30 * * * *' })
  expect(nightly.next_run_date).toBe('2026-10-25T00:30:00.000Z')
  for (const moment of ['00:30', '01:00', '01:30']) {
    at(`2026-10-25T${moment}:00Z`)
    const next = new Date(clock.getTime() + 30 * 60_000).toISOString()
    await isDueNext(often.cron_id, next)
    // Half past two comes twice that night, and is meant once; every half hour is every half hour.
    await isDueNext(nightly.cron_id, '2026-10-26T01:30:00.000Z')
  }
  expect(await runsOf(nightly.cron_id)).toHaveLength(1)
  // In spring there is no half past two.
  const spring = await patch(nightly.cron_id, { schedule: '30 2 29 3 *' })
  expect(spring.body.next_run_date).toBe('2027-03-29T00:30:00.000Z')
  at('2026-03-28T12:00:00Z')
  const gap = await create({ ...berlin, schedule: '30 2 * * *' })
  expect(gap.next_run_date).toBe('2026-03-29T01:30:00.000Z')
})

it('no tick is after the end; the cron is over then, and goes on when the end is taken away', async () => {
  const { cron_id } = await create({ schedule: '0 9 * * *', end_time: '2026-10-20T00:00:00Z' })
  at('2026-10-19T09:00:00Z')
  await isDueNext(cron_id, null)
  expect(await one(cron_id)).toMatchObject({ enabled: true })
  const longer = await patch(cron_id, { end_time: null })
  expect(longer.body).toMatchObject({ end_time: null, next_run_date: '2026-10-20T09:00:00.000Z' })
})

it('a paused one makes no run; it can be started by hand, and goes on with the next tick', async () => {
  const made = await create({ schedule: '* * * * *', enabled: false, on_run_completed: 'keep' })
  const { cron_id } = made
  expect(made).toMatchObject({ enabled: false, next_run_date: null })
  at('2026-10-19T08:10:00Z')
  const started = await h.call<Run>('POST', `/runs/crons/${cron_id}/start`)
  expect(started).toMatchObject({ status: 200, body: { metadata: { cron_id } } })
  expect((await h.ended(started.body)).status).toBe('success')
  expect(await one(cron_id)).toMatchObject({
    next_run_date: null,
    last_run_id: started.body.run_id,
    last_thread_id: started.body.thread_id,
  })
  expect(await runsOf(cron_id)).toHaveLength(1)
  const resumed = await patch(cron_id, { enabled: true })
  expect(resumed.body).toMatchObject({ enabled: true, next_run_date: '2026-10-19T08:11:00.000Z' })
})

it('34.1: where a client was on its thread is no part of a schedule', async () => {
  const thread = await h.thread()
  const place = { thread_id: thread, checkpoint_id: randomUUID(), checkpoint_ns: '', __pregel: 1 }
  const config = { configurable: { ...place, tone: 'dry' } }
  const own = { payload: { config: { configurable: { tone: 'dry' } } } }
  const made = await create({ schedule: '0 9 * * *', config }, thread)
  expect(made).toMatchObject(own)
  expect(made.payload).not.toHaveProperty('config.configurable.checkpoint_id')
  const patched = await patch(made.cron_id, { config })
  expect(patched.body).toMatchObject(own)
  expect(patched.body.payload).not.toHaveProperty('config.configurable.checkpoint_id')
  // Nor does the thread of its own go with its runs.
  expect(await patch(made.cron_id, { on_run_completed: 'delete' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'on_run_completed'] }] },
  })
})

it('a change keeps what it does not name', async () => {
  const { cron_id } = await create({
    schedule: '0 9 * * *',
    timezone: 'Europe/Berlin',
    metadata: { a: 1 },
    config: { tags: ['x'] },
  })
  const { body } = await patch(cron_id, { metadata: { b: 2 }, input: { log: ['changed'] } })
  expect(body).toMatchObject({
    schedule: '0 9 * * *',
    timezone: 'Europe/Berlin',
    metadata: { a: 1, b: 2 },
    payload: { input: { log: ['changed'] }, config: { tags: ['x'] } },
  })
})

it('a change of anything but its time leaves a tick that is due, and one that is over', async () => {
  const thread = await h.thread()
  const due = await create({ schedule: '0 9 * * *', on_run_completed: 'keep' })
  const over = await create({ schedule: '0 9 * * *', end_time: '2026-10-19T09:30:00Z' }, thread)
  at('2026-10-19T09:00:00Z')
  const changed = await patch(due.cron_id, { metadata: { b: 2 } })
  expect(changed.status).toBe(200)
  await expect.poll(() => runsOf(due.cron_id)).toHaveLength(1)
  await isDueNext(over.cron_id, null)
  const renamed = await patch(over.cron_id, { metadata: { b: 2 }, end_time: over.end_time })
  expect(renamed).toMatchObject({ status: 200, body: { metadata: { b: 2 }, next_run_date: null } })
})

it('one that is started by hand leaves its schedule as it is', async () => {
  const { cron_id } = await create({ schedule: '0 9 * * *', on_run_completed: 'keep' })
  await h.call('POST', `/runs/crons/${cron_id}/start`)
  expect((await one(cron_id))?.next_run_date).toBe('2026-10-19T09:00:00.000Z')
  expect(await runsOf(cron_id)).toHaveLength(1)
})

it('one whose graph is not there says so at its tick, and the others tick on', async () => {
  const lost = await create({ schedule: '0 9 * * *', assistant_id: 'progress' })
  const kept = await create({ schedule: '0 9 * * *', on_run_completed: 'keep' })
  const gone = await database.query<{ row: object }>(
    'delete from assistants where assistant_id = $1 returning to_jsonb(assistants) as row',
    [lost.assistant_id],
  )
  at('2026-10-19T09:00:00Z')
  await isDueNext(lost.cron_id, '2026-10-20T09:00:00.000Z')
  expect((await one(lost.cron_id))?.last_error).toContain('no assistant')
  await isDueNext(kept.cron_id, '2026-10-20T09:00:00.000Z')
  expect(await runsOf(kept.cron_id)).toHaveLength(1)
  await database.query(
    'insert into assistants select * from jsonb_populate_record(null::assistants, $1)',
    [JSON.stringify(gone[0]?.row)],
  )
})

it('they are searched, sorted, counted and selected as published', async () => {
  const thread = await h.thread()
  const a = await create({ schedule: '0 9 * * *', metadata: { team: 'a' } })
  const b = await create({ schedule: '0 7 * * *', assistant_id: 'progress', enabled: false })
  const c = await create({ schedule: '0 8 * * *' }, thread)
  const ids = async (body: object) => (await search(body)).map(({ cron_id }) => cron_id)
  expect(new Set(await ids({}))).toEqual(new Set([a, b, c].map(({ cron_id }) => cron_id)))
  expect(await ids({ assistant_id: 'progress' })).toEqual([b.cron_id])
  expect(await ids({ assistant_id: b.assistant_id })).toEqual([b.cron_id])
  expect(await ids({ assistant_id: 'nobody' })).toEqual([])
  expect(await ids({ thread_id: thread })).toEqual([c.cron_id])
  expect(await ids({ enabled: false })).toEqual([b.cron_id])
  expect(await ids({ metadata: { team: 'a' } })).toEqual([a.cron_id])
  const sorted = { sort_by: 'next_run_date', sort_order: 'asc' }
  expect(await ids(sorted)).toEqual([a.cron_id, c.cron_id, b.cron_id])
  expect(await ids({ ...sorted, limit: 1, offset: 1 })).toEqual([c.cron_id])
  expect(await search({ metadata: { team: 'a' }, select: ['schedule', 'now'] })).toEqual([
    { schedule: '0 9 * * *', now: start.toISOString() },
  ])
  expect(await ids({ assistant_id: '' })).toEqual([])
  const count = await h.call('POST', '/runs/crons/count', { assistant_id: 'steps' })
  expect(count.body).toBe(2)
  const page = await h.call('POST', '/runs/crons/search', { limit: 2 })
  expect(page.headers.get('x-pagination-total')).toBe('3')
  expect(page.headers.get('x-pagination-next')).toBe('2')
})

it('what could never run is refused at its field', async () => {
  const thread = await h.thread()
  const refused = async (body: object, path = '/runs/crons') => {
    const whole = { assistant_id: 'steps', schedule: '0 9 * * *', ...body }
    const answer = await h.call<{ detail: { loc: string[]; msg: string }[] }>('POST', path, whole)
    return [answer.status, answer.body.detail[0]?.loc.at(-1), answer.body.detail[0]?.msg]
  }
  const five = expect.stringContaining('minute, hour, day, month and weekday')
  for (const schedule of [
    'hello',
    '',
    '* * * *',
    '* * * * * *',
    '61 * * * *',
    '*/0 * * * *',
    '0 0 30 2 *',
    'H * * * *',
    '@reboot',
  ]) {
    const message = schedule ? five : expect.any(String)
    expect(await refused({ schedule }), schedule).toEqual([422, 'schedule', message])
  }
  expect((await refused({ timezone: 'Mars/Olympus' })).slice(0, 2)).toEqual([422, 'timezone'])
  const past = await refused({ end_time: '2026-10-19T08:30:00Z' })
  expect(past).toEqual([422, 'end_time', 'The schedule has no tick before this.'])
  expect((await refused({ webhook: 'nowhere' })).slice(0, 2)).toEqual([422, 'webhook'])
  expect((await refused({ after_seconds: 5 })).slice(0, 2)).toEqual([422, 'after_seconds'])
  const own = { on_run_completed: 'delete' }
  expect((await refused(own, `/threads/${thread}/runs/crons`)).slice(0, 2)).toEqual([
    422,
    'on_run_completed',
  ])
  const body = { assistant_id: 'nobody', schedule: '0 9 * * *' }
  expect(await h.call('POST', '/runs/crons', body)).toMatchObject({ status: 404 })
  const known = { ...body, assistant_id: 'steps' }
  const path = `/threads/${randomUUID()}/runs/crons`
  expect(await h.call('POST', path, known)).toMatchObject({ status: 404 })
  expect(await patch(randomUUID(), {})).toMatchObject({ status: 404 })
  expect(await remove(randomUUID())).toMatchObject({ status: 404 })
  expect(await h.call('POST', `/runs/crons/${randomUUID()}/start`)).toMatchObject({ status: 404 })
  expect(await search()).toEqual([])
})

it('a cron of another deployment is not found, changed, started or deleted', async () => {
  const { cron_id } = await create({ schedule: '0 9 * * *' })
  const move = (deployment: string) =>
    database.query('update crons set deployment_id = $1 where cron_id = $2', [deployment, cron_id])
  await move(randomUUID())
  expect(await search()).toEqual([])
  expect(await patch(cron_id, { enabled: false })).toMatchObject({ status: 404 })
  expect(await h.call('POST', `/runs/crons/${cron_id}/start`)).toMatchObject({ status: 404 })
  expect(await remove(cron_id)).toMatchObject({ status: 404 })
  await move(h.deploymentId)
  expect(await one(cron_id)).toMatchObject({ enabled: true, last_run_id: null })
})

it('a cron goes with its thread and with its assistant', async () => {
  const thread = await h.thread()
  const ofThread = await create({ schedule: '0 9 * * *' }, thread)
  await h.call('DELETE', `/threads/${thread}`)
  expect(await one(ofThread.cron_id)).toBeUndefined()
  const assistant = await h.call<{ assistant_id: string }>('POST', '/assistants', {
    graph_id: 'steps',
  })
  const { assistant_id } = assistant.body
  const ofAssistant = await create({ schedule: '0 9 * * *', assistant_id })
  await h.call('DELETE', `/assistants/${assistant_id}`)
  expect(await one(ofAssistant.cron_id)).toBeUndefined()
})

it('two processes make each tick once', async () => {
  const databaseUrl = await createPostgresDatabase()
  const databases = [await openPostgres(databaseUrl), await openPostgres(databaseUrl)]
  const [first, second] = databases as [Database, Database]
  await migrate(first)
  const deploymentId = randomUUID()
  const options = { graphs, deploymentId, now, limits: { pollMs: 20 } }
  const one = await startHarness({ ...options, database: first })
  const two = await startHarness({ ...options, database: second })
  try {
    const ids: string[] = []
    const body = { assistant_id: 'steps', schedule: '*/2 * * * *', on_run_completed: 'keep' }
    for (let made = 0; made < 5; made += 1) {
      ids.push((await one.call<Cron>('POST', '/runs/crons', body)).body.cron_id)
    }
    for (const minute of ['02', '04', '06', '08']) {
      const rows = await first.query<{ run_id: string; thread_id: string }>('select * from runs')
      // A tick is passed over while the run before waits, which is not what is looked at here.
      for (const run of rows) await one.ended(run as Run)
      at(`2026-10-19T08:${minute}:00Z`)
      const ticked = () =>
        first.query(`select 1 from crons where next_run_at = $1::timestamptz + interval '2 min'`, [
          clock,
        ])
      await expect.poll(ticked).toHaveLength(5)
    }
    for (const id of ids) {
      const rows = await first.query(`select 1 from runs where metadata->>'cron_id' = $1`, [id])
      expect(rows).toHaveLength(4)
    }
    expect([...one.errors, ...two.errors]).toEqual([])
  } finally {
    await one.close()
    await two.close()
    for (const open of databases) await open.close()
  }
})
