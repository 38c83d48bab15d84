import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  const graphs = { plain: './side-by-side.ts:plain', around: './side-by-side.ts:around' }
  h = await startHarness({ graphs })
})
afterAll(() => h?.close())

interface Update {
  [step: string]: { log: string[] }
}

it.each([
  ['plain', ['first', 'quick', 'slow', 'last']],
  // In JavaScript the library does all of a step again that was cut off within another one.
  ['around', null],
])(
  '35.5: what one of two steps has left is told once, although the other was cut off: %s',
  async (assistant_id, steps) => {
    const thread = await h.thread()
    const run = await h.run(thread, {
      assistant_id,
      input: { gate: assistant_id },
      stream_mode: ['updates'],
      stream_subgraphs: true,
      stream_resumable: true,
      durability: 'sync',
    })
    await h.gates.arrived(assistant_id)
    await expect.poll(() => leftBehind(thread)).toContain('quick')
    process.kill(h.gates.lastProcess() ?? 0, 'SIGKILL')
    await h.gates.visited(assistant_id, 2)
    h.gates.open(assistant_id)
    expect((await h.ended(run)).status).toBe('success')
    const at = `/threads/${thread}/runs/${run.run_id}/stream`
    const events = await (await h.stream('GET', at, undefined, { 'last-event-id': '-1' })).rest()
    expect(events.filter(({ event }) => event === 'metadata')).toHaveLength(2)
    const told = events
      .filter(({ event }) => event.startsWith('updates') && (steps || event.includes('inner')))
      .flatMap(({ data }) => Object.values(data as Update).flatMap(({ log }) => log))
    expect(new Set(told).size).toBe(told.length)
    const { values } = (await h.state(thread)) as unknown as { values: { log: string[] } }
    expect(told).toEqual(expect.arrayContaining(values.log))
    if (steps) expect(told.map((line) => line.split(' ')[0])).toEqual(steps)
  },
)

/** What steps have left that others of the same moment have not, as text: in Python it is no JSON. */
async function leftBehind(thread: string): Promise<string> {
  const rows = await h.database.query<{ left: string }>(
    `select encode(blob, 'escape') as left from checkpoint_writes where thread_id = $1`,
    [thread],
  )
  return rows.map(({ left }) => left).join()
}
