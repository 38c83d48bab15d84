import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

/** What a run began with is done once, also where its process ends and another attempt goes on with it. */
let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())

/** A thread on which all steps were done, and where it was after the first of them. */
async function finished(gates: Record<string, string>) {
  const thread = await h.thread()
  const first = await h.run(thread, { assistant_id: 'steps', input: { gates: {} } })
  await h.ended(first)
  const update = { values: { gates } }
  await h.call('POST', `/threads/${thread}/state`, update)
  const { body } = await h.call<ThreadState[]>('GET', `/threads/${thread}/history`)
  return { thread, before: body[0]?.checkpoint }
}

/** Ends the process while the run waits there, and lets the next attempt go on. */
async function cutOffAt(gate: string, run: Run) {
  await h.gates.arrived(gate)
  process.kill(h.gates.lastProcess() ?? 0, 'SIGKILL')
  await h.gates.visited(gate, 2)
  h.gates.open(gate)
  expect((await h.ended(run)).status).toBe('success')
}

const logOf = async (thread: string) =>
  ((await h.state(thread)) as unknown as { values: { log: string[] } }).values.log

it('§2.4: a run from an earlier checkpoint that is cut off goes on from its own last one', async () => {
  const gate = randomUUID()
  const { thread, before } = await finished({ third: gate })
  const body = { assistant_id: 'steps', checkpoint: before, durability: 'sync' }
  await cutOffAt(gate, await h.run(thread, { ...body, input: { log: ['asked'] } }))
  const all = ['first', 'second', 'third']
  expect(await logOf(thread)).toEqual([...all, 'asked', ...all])
})

it('§2.4: a command of a run that is cut off is not given a second time', async () => {
  const gate = randomUUID()
  const { thread } = await finished({ third: gate })
  const command = { goto: 'second', update: { log: ['aside'] } }
  await cutOffAt(gate, await h.run(thread, { assistant_id: 'steps', command, durability: 'sync' }))
  const log = await logOf(thread)
  expect(log.filter((line) => line === 'aside')).toHaveLength(1)
  expect(log.filter((line) => line === 'second')).toHaveLength(2)
  expect(log.at(-1)).toBe('third')
})
