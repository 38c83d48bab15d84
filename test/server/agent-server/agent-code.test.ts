/** What agent code that was written for the platform finds here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { logging: './logging.ts:graph' } })
})
afterAll(async () => {
  expect(h.errors).toEqual([])
  await h.close()
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
