import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Assistant } from '../../../src/contract/agent-server/assistants.ts'
import type { Cron } from '../../../src/contract/agent-server/crons.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

/** Keys of `configurable` that the server says itself (S4): clients in a graph hand on what that was called with. */
let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())

const handedOn = {
  __pregel_resuming: true,
  __pregel_task_id: randomUUID(),
  run_id: randomUUID(),
  thread_id: randomUUID(),
  assistant_id: randomUUID(),
  graph_id: 'another',
  checkpoint_ns: '',
  checkpoint_map: {},
}
const configurable = { ...handedOn, tone: 'dry' }
const request = { assistant_id: 'steps', input: {}, config: { configurable } }
const done = { log: ['first', 'second', 'third'] }

/** What of `configurable` a run was given by its caller. */
async function givenTo(run: Run): Promise<unknown> {
  const { body } = await h.getRun(run)
  const { config } = body.kwargs as { config: { configurable: unknown } }
  return config.configurable
}

it('S4: are dropped, and what is the caller’s own is kept', async () => {
  const run = await h.run(await h.thread(), request)
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  expect(await givenTo(run)).toEqual({ tone: 'dry' })
  expect((await h.state(run.thread_id)).values).toEqual(done)
})

it('S4: a checkpoint that is named there is where the run begins, as if it stood beside the config', async () => {
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id: 'steps', input: {} }))
  const { body: history } = await h.call<ThreadState[]>('GET', `/threads/${thread}/history`)
  const second = history.find(({ next }) => next[0] === 'second')
  const checkpoint_id = second?.checkpoint?.checkpoint_id
  for (const more of [
    { checkpoint_id },
    { config: { configurable: { ...handedOn, thread_id: thread, checkpoint_id } } },
  ]) {
    const run = await h.run(thread, { assistant_id: 'steps', input: null, ...more })
    expect(await h.ended(run)).toMatchObject({ status: 'success' })
    expect((await h.state(thread)).values).toEqual(done)
  }
  // The first time and both forks went on from there.
  const { body: all } = await h.call<ThreadState[]>('GET', `/threads/${thread}/history?limit=100`)
  const children = all.filter(
    ({ parent_checkpoint }) => parent_checkpoint?.checkpoint_id === checkpoint_id,
  )
  expect(children.length).toBe(3)
})

it('33.4: S4: a checkpoint of the thread that the caller runs on is none of the thread that it asks to run', async () => {
  const config = { configurable: { ...handedOn, checkpoint_id: randomUUID() } }
  const run = await h.run(await h.thread(), { ...request, config })
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  expect((await h.state(run.thread_id)).values).toEqual(done)
})

it('S4: one of a graph within is no checkpoint of the thread, and one that is not there is refused by its place', async () => {
  const thread = await h.thread()
  const inner = { checkpoint_id: randomUUID(), checkpoint_ns: 'node:1' }
  const run = await h.run(thread, {
    ...request,
    config: { configurable: { ...inner, tone: 'dry' } },
  })
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  expect(await givenTo(run)).toEqual({ tone: 'dry' })
  const refused = await h.call('POST', `/threads/${thread}/runs`, {
    ...request,
    config: { configurable: { checkpoint_id: randomUUID() } },
  })
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'config', 'configurable', 'checkpoint_id'] }] },
  })
})

it('S4: are dropped of runs without a thread, of schedules and of assistants as well', async () => {
  const config = { configurable: { ...configurable, checkpoint_id: randomUUID() } }
  const waited = await h.call('POST', '/runs/wait', { ...request, config })
  expect(waited).toMatchObject({ status: 200, body: done })

  const asked = { ...request, config, schedule: '0 5 1 1 *', on_run_completed: 'keep' }
  const cron = await h.call<Cron>('POST', '/runs/crons', asked)
  const started = await h.call<Run>('POST', `/runs/crons/${cron.body.cron_id}/start`)
  expect(await h.ended(started.body)).toMatchObject({ status: 'success' })
  expect(await givenTo(started.body)).toEqual({ tone: 'dry' })

  const made = await h.call<Assistant>('POST', '/assistants', { graph_id: 'steps', config })
  expect(made.body.config).toEqual({ configurable: { tone: 'dry' } })
  const path = `/assistants/${made.body.assistant_id}`
  const patched = await h.call<Assistant>('PATCH', path, {
    config: { configurable: { ...handedOn, tone: 'kind' } },
  })
  expect(patched.body.config).toEqual({ configurable: { tone: 'kind' } })
})
