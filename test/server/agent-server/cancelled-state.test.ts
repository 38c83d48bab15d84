import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
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

it('35.5: a step that was done before its run was stopped counts, also where no checkpoint has it', async () => {
  const thread = await h.thread()
  const input = { gates: { third: 'third' } }
  const run = await h.run(thread, { assistant_id: 'steps', input, durability: 'sync' })
  await h.gates.arrived('third')
  await h.call('POST', `/threads/${thread}/runs/${run.run_id}/cancel?wait=true`)
  // As it is left where the process ends between what the step left and the checkpoint after it.
  await h.database.query(
    `delete from checkpoints where checkpoint_id =
       (select max(checkpoint_id) from checkpoints where thread_id = $1)`,
    [thread],
  )
  const history = await h.call<ThreadState[]>('GET', `/threads/${thread}/history`)
  expect(history.body[0]?.values).toMatchObject({ log: ['first'] })
  expect(await h.state(thread)).toMatchObject({ values: { log: ['first', 'second'] } })
  h.gates.open('third')
  await h.ended(await h.run(thread, { assistant_id: 'steps' }))
  expect(await h.state(thread)).toMatchObject({ values: { log: ['first', 'second', 'third'] } })
})
