import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProtocolResponse } from '../../../../src/contract/agent-server/protocol-v2/commands.ts'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'
import { openSocket } from './socket-client.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: { steps: './steps.ts:graph', approve: './approve.ts:graph' },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

let thread: string
let key: string
beforeEach(() => {
  thread = randomUUID()
  key = randomUUID()
})

async function send(method: string, params: object, { id = 1, as = key } = {}) {
  const response = await fetch(`${h.url}/threads/${thread}/commands`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'idempotency-key': as },
    body: JSON.stringify({ id, method, params }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as ProtocolResponse & { result: { run_id: string } }
}
const runs = async () => (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
const ended = (run_id: string) => h.call('GET', `/threads/${thread}/runs/${run_id}/join`)
const begun = { assistant_id: 'steps', input: { log: ['begin'] } }

it('a run is started once, however often its command comes, also at the same time', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => send('run.start', begun)))
  const { run_id } = answers[0]?.result ?? { run_id: '' }
  await ended(run_id)
  answers.push(await send('run.start', begun))
  expect(answers.map(({ result }) => result)).toEqual(Array(4).fill({ run_id }))
  expect(await runs()).toHaveLength(1)
  // The next command of the same client, and one of another.
  await send('run.start', begun, { id: 2 })
  await send('run.start', begun, { as: randomUUID() })
  expect(await runs()).toHaveLength(3)
})

it('an answer is given once, and never to the next question', async () => {
  const { result } = await send('run.start', { assistant_id: 'approve', input: {} })
  await ended(result.run_id)
  const { interrupts } = await h.getThread(thread)
  const [question] = Object.values(interrupts ?? {}).flat()
  const answer = { interrupt_id: question?.id ?? '', response: true }
  const both = await Promise.all([1, 2].map(() => send('input.respond', answer, { id: 2 })))
  for (const run of await runs()) await ended(run.run_id)
  both.push(await send('input.respond', answer, { id: 2 }))
  expect(both).toMatchObject(Array(3).fill({ type: 'success', id: 2, result: expect.any(Object) }))
  expect(await runs()).toHaveLength(2)
  const next = Object.values((await h.getThread(thread)).interrupts ?? {}).flat()
  expect(next).toMatchObject([{ value: { question: 'Really?' } }])
  expect(await send('input.respond', answer, { id: 3 })).toMatchObject({
    error: 'no_such_interrupt',
  })
  await send('input.respond', { ...answer, interrupt_id: next[0]?.id ?? '' }, { id: 5 })
  const last = (await runs())[0]?.run_id ?? ''
  await ended(last)
  expect((await h.state(thread)).values).toMatchObject({ answers: [true, true] })
  // Nothing is asked any more, and the first answer is still known to have been given.
  expect(await send('input.respond', answer, { id: 2 })).toMatchObject({ type: 'success' })
  expect(await send('input.respond', answer, { id: 4 })).toMatchObject({
    error: 'no_such_interrupt',
  })
})

it('a fork is made once', async () => {
  const { result } = await send('run.start', begun)
  await ended(result.run_id)
  const checkpoint_id = (await h.state(thread)).checkpoint?.checkpoint_id
  const one = await send('state.fork', { checkpoint_id }, { id: 2 })
  await ended(one.result.run_id)
  expect((await send('state.fork', { checkpoint_id }, { id: 2 })).result).toEqual(one.result)
  expect(await runs()).toHaveLength(2)
})

it('another command with the same key and id is refused, and so is one whose run is gone', async () => {
  const { result } = await send('run.start', begun)
  await ended(result.run_id)
  expect(await send('run.start', { ...begun, input: { log: ['else'] } })).toMatchObject({
    error: 'invalid_argument',
    message: expect.stringContaining('Another request has had this key'),
  })
  await h.call('DELETE', `/threads/${thread}/runs/${result.run_id}`)
  expect(await send('run.start', begun)).toMatchObject({
    error: 'invalid_argument',
    message: expect.stringContaining('not there any more'),
  })
  expect(await runs()).toEqual([])
  // Nor is a thread made again that was deleted meanwhile.
  await h.call('DELETE', `/threads/${thread}`)
  expect(await send('run.start', begun)).toMatchObject({ error: 'invalid_argument' })
  expect((await h.call('GET', `/threads/${thread}`)).status).toBe(404)
})

it('a socket that is opened again with its key does no command twice', async () => {
  const started = []
  for (const _time of [1, 2]) {
    const headers = { 'x-api-key': apiKey, 'idempotency-key': key }
    const { socket, send, answer } = await openSocket(h.url, thread, headers)
    send({ id: 4, method: 'run.start', params: begun })
    started.push(await answer())
    socket.terminate()
  }
  expect(started[1]).toMatchObject({ type: 'success', id: 4 })
  const [one, again] = started.map((answer) => (answer.type === 'success' ? answer.result : null))
  expect(again).toEqual(one)
  expect(await runs()).toHaveLength(1)
})
