import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())

it.each(['exit', 'sync', 'async', 'async of two at a time'])(
  '35.5: after a cancel a thread says of itself what its last checkpoint has, with durability %s',
  async (kind) => {
    const [durability] = kind.split(' ')
    const config = kind === durability ? {} : { max_concurrency: 2 }
    const thread = await h.thread()
    const run = await h.run(thread, {
      assistant_id: 'steps',
      input: { gates: { second: kind } },
      durability,
      config,
    })
    await h.gates.arrived(kind)
    await h.call('POST', `/threads/${thread}/runs/${run.run_id}/cancel?wait=true`)
    const state = await h.state(thread)
    expect(state).toMatchObject({ next: ['second'], values: { log: ['first'] } })
    expect(await h.getThread(thread)).toMatchObject({
      status: 'interrupted',
      values: state.values as object,
    })
  },
)
