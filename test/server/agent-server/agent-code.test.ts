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

it('the platform’s logger is there when a graph is loaded, and writes into the log of its run at its level', async () => {
  const run = await h.run(await h.thread(), { assistant_id: 'logging', input: {} })
  expect((await h.ended(run)).status).toBe('success')
  const of = (level: string) =>
    h.logs.flatMap((line) =>
      line.runId === run.run_id && line.level === level ? [line.message] : [],
    )
  await expect.poll(() => of('ERROR').join('\n')).toMatch(/^Error: No room\n.*logging\.ts/s)
  await expect.poll(() => of('WARNING')).toEqual(['Nearly full { percent: 93 }'])
  await expect.poll(() => of('INFO')).toEqual(['It is done { count: 2 }'])
  expect(h.logs.map(({ message }) => message)).not.toContain('for nobody')
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
