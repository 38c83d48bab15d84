import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { DatabaseAwayError } from '../../../src/server/db/database-errors.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

let h: Harness
/** The next transaction is committed, and the answer of that is lost. */
let losesAnswer = false
beforeAll(async () => {
  const stored = await emptyDatabase()
  const database: Database = {
    ...stored,
    async transaction(work) {
      const isLost = losesAnswer
      losesAnswer = false
      const result = await stored.transaction(work)
      if (isLost) throw new DatabaseAwayError('Connection terminated')
      return result
    },
  }
  h = await startHarness({ graphs: { steps: 'steps.ts:graph' }, database })
})
afterAll(() => h?.close())

let thread: string
beforeEach(async () => {
  thread = await h.thread()
})

const body = { assistant_id: 'steps', input: { log: ['begin'] } }
const send = (path: string, key: string, sent: object = body) =>
  fetch(h.url + path, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'idempotency-key': key },
    body: JSON.stringify(sent),
  })
const runs = async () => (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body

it('a request whose answer was lost with the database can be sent again: one run, once', async () => {
  const path = `/threads/${thread}/runs`
  losesAnswer = true
  const lost = await send(path, 'lost')
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '2'])
  const again = (await (await send(path, 'lost')).json()) as Run
  expect((await runs()).map(({ run_id }) => run_id)).toEqual([again.run_id])
  expect((await h.ended(again)).status).toBe('success')
  expect(await (await send(path, 'lost')).json()).toMatchObject({
    run_id: again.run_id,
    status: 'success',
  })
})

it('requests that meet make one run, and all answer it', async () => {
  const path = `/threads/${thread}/runs`
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(path, 'meeting')))
  const ids = await Promise.all(answers.map(async (one) => ((await one.json()) as Run).run_id))
  expect(new Set(ids).size).toBe(1)
  expect(await runs()).toHaveLength(1)
})

it('a stream and a wait that are asked for again join their run', async () => {
  const resumable = { ...body, stream_mode: 'updates', stream_resumable: true }
  const first = await (await send(`/threads/${thread}/runs/stream`, 'streamed', resumable)).text()
  expect(await (await send(`/threads/${thread}/runs/stream`, 'streamed', resumable)).text()).toBe(
    first,
  )
  const wait = () => send(`/threads/${thread}/runs/wait`, 'waited')
  const values = await (await wait()).json()
  expect(values).toMatchObject({ log: expect.arrayContaining(['begin', 'third']) })
  expect(await (await wait()).json()).toEqual(values)
  expect(await runs()).toHaveLength(2)
})

it('a run without a thread is made once, and no second thread stays', async () => {
  const kept = { ...body, on_completion: 'keep' }
  const made = (await (await send('/runs', 'stateless', kept)).json()) as Run
  await h.ended(made)
  const before = (await h.call('POST', '/threads/count', {})).body
  expect(await (await send('/runs', 'stateless', kept)).json()).toMatchObject({
    run_id: made.run_id,
    thread_id: made.thread_id,
  })
  expect((await h.call('POST', '/threads/count', {})).body).toEqual(before)
})

it('35, 4.4: a thread is made once, also when the answer of its making was lost or two requests meet', async () => {
  losesAnswer = true
  const sent = { metadata: { shelf: 'one' } }
  expect((await send('/threads', 'thread', sent)).status).toBe(503)
  const answers = await Promise.all([1, 2, 3].map(() => send('/threads', 'thread', sent)))
  const made = (await Promise.all(answers.map((one) => one.json()))) as Thread[]
  const [{ thread_id } = { thread_id: '' }] = made
  expect(made).toMatchObject(made.map(() => ({ thread_id, metadata: { shelf: 'one' } })))
  const onShelf = await h.call('POST', '/threads/count', { metadata: { shelf: 'one' } })
  expect(onShelf.body).toBe(1)
  expect((await send('/threads', 'thread', { metadata: {} })).status).toBe(422)
  expect((await send(`/threads/${thread_id}/runs`, 'thread')).status).toBe(422)
  await h.call('DELETE', `/threads/${thread_id}`)
  const gone = await send('/threads', 'thread', sent)
  expect([gone.status, await gone.json()]).toEqual([
    409,
    { detail: 'The thread that this request has made is not there any more.' },
  ])
})

it('a thread whose id is taken is refused each time, and one with states to begin with takes no key', async () => {
  for (const _time of [1, 2]) {
    const response = await send('/threads', 'taken', { thread_id: thread })
    expect([response.status, await response.json()]).toEqual([
      409,
      { detail: `The thread id ${thread} is taken.` },
    ])
  }
  const kept = { thread_id: thread, if_exists: 'do_nothing' }
  expect(await (await send('/threads', 'kept', kept)).json()).toMatchObject({ thread_id: thread })
  const states = {
    metadata: { graph_id: 'steps' },
    supersteps: [{ updates: [{ values: { log: ['begin'] }, as_node: 'first' }] }],
  }
  const refused = await send('/threads', 'states', states)
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: [{ loc: ['header', 'Idempotency-Key'], msg: expect.stringContaining('thread_id') }] },
  ])
})

it('a key is for one request: others, deleted runs and keys that are none are told', async () => {
  const path = `/threads/${thread}/runs`
  const made = (await (await send(path, 'mine')).json()) as Run
  await h.ended(made)
  const fault = { detail: [{ loc: ['header', 'Idempotency-Key'], msg: expect.any(String) }] }
  const other = await send(path, 'mine', { ...body, input: { log: ['else'] } })
  expect([other.status, await other.json()]).toMatchObject([422, fault])
  const elsewhere = await send(`/threads/${await h.thread()}/runs`, 'mine')
  expect(elsewhere.status).toBe(422)
  const empty = await send(path, 'a b')
  expect([empty.status, await empty.json()]).toMatchObject([422, fault])
  await h.call('DELETE', `${path}/${made.run_id}`)
  const gone = await send(path, 'mine')
  expect([gone.status, await gone.json()]).toEqual([
    409,
    { detail: 'The run that this request has made is not there any more.' },
  ])
  expect(await runs()).toEqual([])
})
