import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from './harness.ts'

/** The events of a run are stored by the attempt that has it, and by nobody else. */
let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' }, stopGraceMs: 60_000 })
})
afterAll(() => h.close())

const updates = ['first', 'second', 'third']

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
  const rows = await h.database.query<{ event: string; data: string }>(
    'select event, data from run_events where run_id = $1 order by id',
    [run_id],
  )
  return rows.map(({ event, data }) =>
    event === 'updates' ? (Object.keys(JSON.parse(data) as object)[0] ?? '') : event,
  )
}

it.each(['claimed_by = gen_random_uuid()', 'attempt = attempt + 1'])(
  'what an attempt sends after its run was taken over (%s) is neither stored nor shown',
  async (takeOver) => {
    const { run, gate } = await held(true)
    await expect.poll(() => stored(run)).toEqual(['metadata', 'first'])
    const stream = await h.stream('GET', `/threads/${run.thread_id}/runs/${run.run_id}/stream`)
    await h.database.query(`update runs set ${takeOver} where run_id = $1`, [run.run_id])
    h.gates.open(gate)
    const seen: string[] = []
    const read = async () => {
      for (let event = await stream.next(); event; event = await stream.next()) {
        seen.push(event.event)
      }
    }
    await expect(read()).rejects.toThrow('terminated')
    expect(seen).toEqual(['metadata', 'updates'])
    expect(await stored(run)).toEqual(['metadata', 'first'])
  },
)

it('a run that ends just when somebody elsewhere begins to follow it stores all its events', async () => {
  const { run, gate } = await held(false)
  // As a follower does; this process has not heard of it when the run ends.
  await h.database.query('update runs set is_logged = true where run_id = $1', [run.run_id])
  h.gates.open(gate)
  await h.ended(run)
  expect(await stored(run)).toEqual(['metadata', ...updates])
})
