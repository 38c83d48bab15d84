import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { RunRow } from '../../../src/server/agent-server/run-row.ts'
import { eventsIn } from '../../../src/server/agent-server/streams/log/event-lines.ts'
import { RunLogs } from '../../../src/server/agent-server/streams/log/run-logs.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type Harness, startHarness } from './harness.ts'
import type { SseStream } from './sse.ts'
import { storedEvents } from './stored-events.ts'

/** The events of a run are stored by the attempt that has it, and by nobody else; and before what they tell of. */
let h: Harness
const graphs = { steps: './steps.ts:graph', progress: './patterns.ts:progress' }
beforeAll(async () => {
  h = await startHarness({ graphs, stopGraceMs: 60_000, database: watched(await emptyDatabase()) })
})
afterAll(() => h?.close())

const updates = ['first', 'second', 'third']

/** What is told of each statement before it is asked, and of those that store events when they are through. */
let onEvents = async (_run: unknown, _data: readonly string[]) => {}
let onLeft = (_values: readonly unknown[]) => {}
let beforeTransaction = async () => {}
function watched(database: Database): Database {
  return {
    ...database,
    close: () => database.close(),
    query: async (sql, values = []) => {
      if (/insert into checkpoint(s|_writes)\b/.test(sql)) onLeft(values)
      const rows = database.query(sql, values) as never
      if (!/insert into run_events/.test(sql)) return rows
      await rows
      await onEvents(
        values[0],
        eventsIn(String(values[4])).map(({ data }) => data),
      )
      return rows
    },
    transaction: async (work) => {
      await beforeTransaction()
      return database.transaction(work)
    },
  }
}

/** A run that waits in its second step, the event of the first one sent. */
async function held(isResumable: boolean) {
  const gate = randomUUID()
  const body = { assistant_id: 'steps', input: { gates: { second: gate } }, stream_mode: 'updates' }
  const run = await h.run(await h.thread(), { ...body, stream_resumable: isResumable })
  await h.gates.arrived(gate)
  return { run, gate }
}

/** The names of the stored events, and the steps that they tell of. */
async function stored({ run_id }: Run): Promise<string[]> {
  const rows = await storedEvents(h.database, run_id)
  return rows.map(({ event, data }) =>
    event === 'updates' ? (Object.keys(JSON.parse(data) as object)[0] ?? '') : event,
  )
}

/** The rest of a stream that is broken off. */
async function brokenOff(stream: SseStream): Promise<string[]> {
  const seen: string[] = []
  const read = async () => {
    for (let event = await stream.next(); event; event = await stream.next()) seen.push(event.event)
  }
  await expect(read()).rejects.toThrow('terminated')
  return seen
}

it.each(['claimed_by = gen_random_uuid()', 'attempt = attempt + 1'])(
  'what an attempt sends after its run was taken over (%s) is neither stored nor shown',
  async (takeOver) => {
    const { run, gate } = await held(true)
    await expect.poll(() => stored(run)).toEqual(['metadata', 'first'])
    const stream = await h.stream('GET', `/threads/${run.thread_id}/runs/${run.run_id}/stream`)
    await h.database.query(`update runs set ${takeOver} where run_id = $1`, [run.run_id])
    h.gates.open(gate)
    expect(await brokenOff(stream)).toEqual(['metadata', 'updates'])
    expect(await stored(run)).toEqual(['metadata', 'first'])
  },
)

it('§6 an attempt that goes on here with a run that was lost unnoticed counts on from what is stored', async () => {
  const [second, third] = [randomUUID(), randomUUID()]
  const run = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second, third } },
    stream_mode: 'updates',
    stream_resumable: true,
    // What is refused is an event first, and no checkpoint.
    durability: 'exit',
  })
  await h.gates.arrived(second)
  await expect.poll(() => stored(run)).toEqual(['metadata', 'first'])
  const path = `/threads/${run.thread_id}/runs/${run.run_id}/stream`
  const former = await h.stream('GET', path)
  const { id: number } = await former.until('updates')
  const taken = 'update runs set claimed_by = gen_random_uuid() where run_id = $1'
  await h.database.query(taken, [run.run_id])
  h.gates.open(second)
  await h.gates.arrived(third)
  // As another process does that hands back what it has taken; any other run has this one look for work.
  const back = "update runs set status = 'pending', claimed_by = null where run_id = $1"
  await h.database.query(back, [run.run_id])
  await h.run(await h.thread(), { assistant_id: 'steps', input: { gates: {} } })
  await h.gates.visited(third, 2)
  h.gates.open(third)
  expect((await h.ended(run)).status).toBe('success')
  const steps = ['metadata', 'first', 'metadata', ...updates]
  expect(await stored(run)).toEqual(steps)
  const rows = await storedEvents(h.database, run.run_id)
  expect(rows.map(({ id }) => id)).toEqual(steps.map((_, index) => index))
  // Who had joined joins again, and goes on there.
  expect(await brokenOff(former)).toEqual([])
  const later = await h.stream('GET', path, undefined, { 'last-event-id': String(number) })
  expect((await later.rest()).map(({ id }) => id)).toEqual(['2', '3', '4', '5'])
})

it('a run that ends just when somebody elsewhere begins to follow it stores all its events', async () => {
  const { run, gate } = await held(false)
  // As a follower does; this process has not heard of it when the run ends.
  await h.database.query('update runs set is_logged = true where run_id = $1', [run.run_id])
  h.gates.open(gate)
  await h.ended(run)
  expect(await stored(run)).toEqual(['metadata', ...updates])
})

it('a run that is followed from elsewhere just when it is claimed here stores all its events', async () => {
  const { run, gate } = await held(false)
  const [row] = await h.database.query<RunRow>('select * from runs where run_id = $1', [run.run_id])
  if (!row) throw new Error('The run is gone.')
  const logs = new RunLogs(h.database, h.cluster)
  const log = await logs.takeUp({ ...row, first_event: 0 })
  await log.append([{ event: 'metadata', data: '{}' }])
  // As a listener does who came before the claim, and asks when it is made.
  await logs.pull(run.run_id)
  await logs.store(run.run_id)
  await log.append([{ event: 'updates', data: '{"first": {}}' }])
  expect(await stored(run)).toEqual(['metadata', 'first'])
  h.gates.open(gate)
  await h.ended(run)
})

it('§6 nothing of a step is kept before all that it has told', async () => {
  const told = new Map<unknown, string[]>()
  const left: Record<string, number> = {}
  onEvents = async (run, data) => {
    // A database that is slow for events alone: what does not wait for them is first.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    told.set(run, [...(told.get(run) ?? []), ...data])
  }
  onLeft = (values) => {
    const count = (told.get(values[0]) ?? []).filter((text) => /percent|worked/.test(text)).length
    if ([values[6]].flat().includes('trail')) left['result of the step'] = count
    else if (/"step": ?1\b/.test(String(values[10]))) left['the step'] = count
  }
  const body = { assistant_id: 'progress', input: {}, stream_resumable: true }
  const run = await h.run(await h.thread(), { ...body, stream_mode: ['custom', 'updates'] })
  await h.ended(run)
  onEvents = async () => {}
  onLeft = () => {}
  // Both words on the way, and the update.
  expect(left['the step']).toBe(3)
  expect(left['result of the step']).toBeGreaterThanOrEqual(2)
  expect(await stored(run)).toEqual(['metadata', 'custom', 'custom', 'work'])
})

it('§6 what a step tells while the server stops is kept with it', async () => {
  const [second, third] = [randomUUID(), randomUUID()]
  const input = { gates: { second, third } }
  const body = { assistant_id: 'steps', input, stream_mode: 'updates', stream_resumable: true }
  const run = await h.run(await h.thread(), body)
  await h.gates.arrived(second)
  let goOn = () => {}
  const handingBack = new Promise<void>((resolve) => {
    beforeTransaction = () => {
      resolve()
      return new Promise((open) => {
        goOn = open
      })
    }
  })
  const stopping = h.server.stop()
  await handingBack
  h.gates.open(second)
  await h.gates.arrived(third)
  beforeTransaction = async () => {}
  goOn()
  await stopping
  const rows = await h.database.query<{ status: string; steps: number }>(
    `select status, (select count(*)::int from checkpoints c where c.run_id = r.run_id) as steps
     from runs r where run_id = $1`,
    [run.run_id],
  )
  // The input, the first and the second step.
  expect(rows).toEqual([{ status: 'pending', steps: 4 }])
  expect(await stored(run)).toEqual(['metadata', 'first', 'second'])
})
