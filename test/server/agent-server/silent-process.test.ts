/** 35, 1.4 and 1.5: a process that answers nothing does not hold its deployment's other runs for ever. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Executor } from '../../../src/contract/agent-server/executor.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { minutes } from '../../helpers/patience.ts'
import { type Harness, startHarness } from './harness.ts'

eachMayTake(2)

const silenceMs = 3_000
let h: Harness
/** By the server's clock, which stands still but for what a test adds. */
let nowMs = Date.now()
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      troubled: './troubled.ts:graph',
      forger: './forger.ts:graph',
    },
    now: () => new Date(nowMs),
    stopGraceMs: 300,
    limits: { silenceMs },
  })
})
afterAll(() => h?.close())

/** As it is after so many seconds more. */
async function executor(laterSeconds = 2): Promise<Executor> {
  nowMs += laterSeconds * 1_000
  return (await h.call<Executor>('GET', '/executor')).body
}
const nothing =
  /^The process of the agent did not answer for 3\d s and did nothing, so it was ended/
const restarts = async () => (await executor()).samples.at(-1)?.restarts ?? 0
const told = (words: RegExp) => h.logs.filter(({ message }) => words.test(message)).length

it('one that is busy without a pause is ended, and what else it worked on goes on in another one', async () => {
  const other = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: 'other' } },
  })
  await h.gates.arrived('other')
  const before = await restarts()
  const spinning = await h.run(await h.thread(), {
    assistant_id: 'troubled',
    input: { gate: 'spins', trouble: 'spin' },
  })
  await h.gates.arrived('spins')
  h.gates.open('spins')
  // A machine that is busy itself may leave it little of its time: then it is waited for ten times as long.
  await expect.poll(restarts, { timeout: minutes(1) }).toBeGreaterThan(before)
  expect(
    told(/^The process of the agent did not answer for \d+ s and (was busy|did nothing)/),
  ).toBe(1)
  h.gates.open('other')
  expect(await h.ended(other)).toMatchObject({ status: 'success' })
  await h.call('POST', `/threads/${spinning.thread_id}/runs/${spinning.run_id}/cancel`)
  expect(await h.ended(spinning)).toMatchObject({ status: 'interrupted' })
})

it('one whose line waits for the rest of a message that nobody writes is ended soon, and others go on', async () => {
  const other = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: 'beside' } },
  })
  await h.gates.arrived('beside')
  const before = await restarts()
  const forger = await h.run(await h.thread(), {
    assistant_id: 'forger',
    input: { act: 'announce' },
  })
  await expect.poll(restarts).toBeGreaterThan(before)
  expect(told(/^What the process of the agent tells was taken for parts of a message/)).toBe(1)
  h.gates.open('beside')
  // Each of the two may have been it, so that they are tried again one after the other.
  await h.call('POST', `/threads/${forger.thread_id}/runs/${forger.run_id}/cancel`)
  expect(await h.ended(forger)).toMatchObject({ status: 'interrupted' })
  expect(await h.ended(other)).toMatchObject({ status: 'success' })
})

it('one that does nothing is waited for ten times as long, and is well as soon as it answers', async () => {
  const run = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: 'held' } },
  })
  await h.gates.arrived('held')
  const pid = h.gates.lastProcess() ?? Number.NaN
  const before = await restarts()
  process.kill(pid, 'SIGSTOP')
  expect((await executor()).state).toBe('not_answering')
  expect((await executor(20)).state).toBe('not_answering')
  process.kill(pid, 'SIGCONT')
  // No other sample is made for that.
  await expect.poll(() => h.server.host.seenProcess(h.deploymentId).state).toBe('up')
  expect(await restarts()).toBe(before)

  const toldBefore = told(nothing)
  process.kill(pid, 'SIGSTOP')
  await executor()
  await executor(31)
  await expect.poll(restarts).toBe(before + 1)
  expect(told(nothing)).toBe(toldBefore + 1)
  h.gates.open('held')
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
})

it.each([
  ['where that is switched off', { silenceMs: 0 }, {}],
  [
    'in a folder that is worked in',
    { silenceMs },
    { working_folder: { paths: ['steps.ts'], stamp: '' } },
  ],
])('is never ended %s', async (_where, limits, revision) => {
  let laterMs = 0
  const own = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    now: () => new Date(nowMs + laterMs),
    stopGraceMs: 300,
    limits,
    revision,
  })
  try {
    const run = await own.run(await own.thread(), {
      assistant_id: 'steps',
      input: { gates: { second: 'held' } },
    })
    await own.gates.arrived('held')
    const pid = own.gates.lastProcess() ?? Number.NaN
    const sampled = async (seconds: number) => {
      laterMs += seconds * 1_000
      return (await own.call<Executor>('GET', '/executor')).body
    }
    process.kill(pid, 'SIGSTOP')
    await sampled(2)
    for (const seconds of [2, 600, 2]) {
      expect((await sampled(seconds)).state).toBe('not_answering')
    }
    process.kill(pid, 'SIGCONT')
    own.gates.open('held')
    expect(await own.ended(run)).toMatchObject({ status: 'success' })
    expect((await sampled(2)).samples.at(-1)?.restarts ?? 0).toBe(0)
  } finally {
    await own.close()
  }
})
