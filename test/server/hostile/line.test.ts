/**
 * Code of an agent that writes messages of its own, on the line of its executor and on the channels of its process,
 * reaches no run but its own, and never the server.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../agent-server/harness.ts'

const graphs = { steps: './steps.ts:graph', forger: './forger.ts:graph' }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs, stopGraceMs: 60_000 })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

/** A run of another thread that waits in the midst of a step, in the same process. */
async function bystander() {
  const gate = randomUUID()
  const body = {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    stream_mode: ['updates', 'custom'],
    stream_resumable: true,
    durability: 'sync',
  }
  const run = await h.run(await h.thread(), body)
  await h.gates.arrived(gate)
  const at = `/threads/${run.thread_id}/runs/${run.run_id}/stream?last_event_id=-1`
  return { run, gate, stream: await h.stream('GET', at) }
}

const forged = async (act: string, target: object) =>
  h.run(await h.thread(), { assistant_id: 'forger', input: { act, ...target } })

it('what it forges is refused, told once of each kind, and changes nothing', async () => {
  const { run, gate, stream } = await bystander()
  const { run_id, thread_id } = run
  const before = await h.state(thread_id)
  const forger = await h.ended(await forged('forge', { run_id, thread_id }))
  expect(forger).toMatchObject({ status: 'success' })
  expect((await h.state(forger.thread_id)).values).toMatchObject({ heard: 0 })
  expect((await h.getRun(run)).body.status).toBe('running')
  expect(await h.state(thread_id)).toEqual(before)
  h.gates.open(gate)
  expect((await h.ended(run)).status).toBe('success')
  const { values } = await h.state(thread_id)
  expect(values).toMatchObject({ log: ['first', 'second', 'third'] })
  const told = await stream.rest()
  expect(JSON.stringify(told)).not.toContain('forged')
  expect(told.filter(({ event }) => event === 'updates')).toHaveLength(3)
  const { body: history } = await h.call('GET', `/threads/${thread_id}/history`)
  expect(JSON.stringify(history)).not.toMatch(/forged|ffffffff/)
  const refused = h.logs.flatMap(
    ({ message }) => /^A message “(.*)” .* was refused/.exec(message)?.[1] ?? [],
  )
  const kinds = [
    'answer',
    'app-head',
    'ended',
    'events',
    'failure',
    'hold',
    'part',
    'span',
    'store',
  ]
  expect(refused.sort()).toEqual([...kinds, 'usage'])
})

it('a line that it prints with the mark of another run is not that run’s', async () => {
  const lines = h.logs.filter(({ message }) => message.includes('forged line'))
  expect(lines).toEqual([expect.objectContaining({ runId: undefined })])
})

it('what is no frame ends its process with a reason; others go on where they were', async () => {
  const { run, gate } = await bystander()
  const forger = await forged('garble', {})
  const reason = () => h.logs.filter(({ message }) => message.includes('descriptor 3'))
  await expect.poll(reason).not.toEqual([])
  expect(reason()[0]).toMatchObject({ level: 'ERROR', message: expect.stringContaining('frame') })
  // Each of the two may have been it, so that they are tried again one after the other.
  h.gates.open(gate)
  expect(await h.ended(forger)).toMatchObject({ status: 'error', end_reason: 'lost' })
  expect((await h.ended(run)).status).toBe('success')
  const { values } = await h.state(run.thread_id)
  expect(values).toMatchObject({ log: ['first', 'second', 'third'] })
})
