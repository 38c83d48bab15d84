/** What agent code that was written for the platform finds here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { logging: './logging.ts:graph' } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

it('the platform’s logger is there when a graph is loaded, and writes into the log of its run', async () => {
  const run = await h.run(await h.thread(), { assistant_id: 'logging', input: {} })
  expect((await h.ended(run)).status).toBe('success')
  const told = h.logs.filter(({ runId }) => runId === run.run_id)
  const of = (level: string) => told.flatMap((line) => (line.level === level ? [line.message] : []))
  expect(of('INFO')).toEqual(['It is done { count: 2 }'])
  expect(of('WARNING').slice(0, 2)).toEqual(['Nearly full { percent: 93 }', 'Error: No room'])
  expect(told.map(({ message }) => message)).not.toContain('for nobody')
})

it('what a run’s metadata says is found in its checkpoints, and never in place of their own', async () => {
  const thread = await h.thread()
  const ran = (metadata: object, config: object = {}) =>
    h.call('POST', `/threads/${thread}/runs/wait`, {
      assistant_id: 'logging',
      input: {},
      metadata,
      config: { metadata: config },
    })
  await ran({ by: 'one', step: 99, run_id: 'forged' })
  await ran({ by: 'two' }, { from: 'config' })
  const found = async (metadata: object) => {
    const { body } = await h.call<ThreadState[]>('POST', `/threads/${thread}/history`, { metadata })
    return body.map((state) => state.metadata?.step)
  }
  expect(await found({ by: 'one' })).toEqual([1, 0, -1])
  expect(await found({ by: 'two', from: 'config' })).toEqual([4, 3, 2])
  expect(await found({ step: 99 })).toEqual([])
  expect(await found({ run_id: 'forged' })).toEqual([])
})
