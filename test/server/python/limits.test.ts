/** What a process of Python code is held to. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'

eachMayTake(2)

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', troubled: './troubled.ts:graph' },
    revision: { limits: { memory_mb: 400, cpus: 1 } },
    stopGraceMs: 300,
  })
})
afterAll(() => h?.close())

it('a process that takes too much memory is ended, and others go on in a new one', async () => {
  const body = { assistant_id: 'troubled', input: { trouble: 'memory' } }
  const run = await h.run(await h.thread(), body)
  expect(await h.ended(run)).toMatchObject({ status: 'error', end_reason: 'lost' })
  expect(h.logs.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('more memory than its limit of 400 MB'),
  )
  const other = await h.run(await h.thread(), { assistant_id: 'steps', input: {} })
  expect((await h.ended(other)).status).toBe('success')
})
