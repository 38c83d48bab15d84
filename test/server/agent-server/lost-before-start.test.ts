import { expect, it } from 'vitest'
import { gate } from '../control-plane/recording-host.ts'
import { startHarness } from './harness.ts'
import { storedEvents } from './stored-events.ts'

it('§4.2 the log of a run whose process is gone before it has begun is whole all the same', async () => {
  const [firstAsked, secondAsked, mayGoOn] = [gate(), gate(), gate()]
  let asked = 0
  const h = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    language: 'javascript',
    async issueFeedbackUrls({ run_id, keys }) {
      asked += 1
      if (asked === 1) {
        firstAsked.open()
        await mayGoOn.passed
      } else secondAsked.open()
      return Object.fromEntries(keys.map((key) => [key, `http://tracing/${run_id}/${key}`]))
    },
  })
  const before = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { first: 'process' } },
  })
  await h.gates.arrived('process')
  h.gates.open('process')
  await h.ended(before)

  const run = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: 'held' } },
    feedback_keys: ['liked'],
    stream_resumable: true,
  })
  await firstAsked.passed
  process.kill(h.gates.lastProcess() ?? Number.NaN, 'SIGKILL')
  // The next attempt is at the same place, and the first one only now goes on.
  await secondAsked.passed
  await h.gates.arrived('held')
  mayGoOn.open()
  const held = await h.stream('GET', `/threads/${run.thread_id}/runs/${run.run_id}/stream`)
  h.gates.open('held')
  await h.ended(run)
  await held.rest()
  const stored = await storedEvents(h.database, run.run_id)
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, index) => index))
  expect(stored.filter(({ event }) => event === 'metadata')).toHaveLength(1)
  await h.close()
})
