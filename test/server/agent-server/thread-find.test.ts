import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type {
  ThreadFindRequest,
  ThreadFindResponse,
} from '../../../src/contract/search/thread-search.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { chat: './conversation.ts:graph', gate: './steps.ts:graph' } })
})
afterAll(() => h?.close())

const find = async (body: ThreadFindRequest, status = 200) => {
  const answer = await h.call<ThreadFindResponse>('POST', '/threads/find', body)
  expect(answer).toMatchObject({ status })
  return answer.body
}
const found = async (body: ThreadFindRequest) =>
  (await find(body)).threads.map(({ thread_id }) => thread_id)

async function talk(metadata: object, ...said: string[]): Promise<string> {
  const { body } = await h.call<Thread>('POST', '/threads', { metadata })
  for (const content of said) {
    const input = { messages: [{ role: 'user', content }] }
    await h.ended(await h.run(body.thread_id, { assistant_id: 'chat', input }))
  }
  return body.thread_id
}

it('finds threads by what was said in any of their runs, their title, metadata and ids', async () => {
  const refund = await talk({ channel: 'web', tier: 3 }, 'Hello', 'Where is my refund?')
  const other = await talk({ channel: 'mail', title: 'Talk about 100% cotton' }, 'Hello again')
  expect((await find({ text: 'refu' })).threads).toMatchObject([
    {
      thread_id: refund,
      deployment_id: h.deploymentId,
      status: 'idle',
      summary: { first_message: 'Hello' },
    },
  ])
  expect((await find({ text: 'refu' })).threads[0]).not.toHaveProperty('values')
  // Words of different runs are not of one.
  expect(await found({ text: 'refund again' })).toEqual([])
  expect(await found({ text: '0% cot' })).toEqual([other])
  expect(await found({ text: '_% cot' })).toEqual([])
  expect(await found({ text: other.slice(0, 18) })).toContain(other)
  expect(await found({ metadata: { tier: '3' } })).toEqual([refund])
  expect(await found({ metadata: { channel: 'mail', graph_id: 'chat' } })).toEqual([other])
  expect(await found({})).toEqual([other, refund])
  expect(await found({ sort_order: 'asc', updated_after: '2020-01-01' })).toEqual([refund, other])
  expect(await found({ updated_before: '2020-01-01' })).toEqual([])
})

it('tells those that wait for a person from those that work, as the console does', async () => {
  const asking = await talk({}, 'may I go?')
  const answered = await talk({}, 'may I stay?')
  const run = await h.run(answered, { assistant_id: 'chat', command: { resume: 'yes' } })
  await h.ended(run)
  const busy = await h.thread()
  const working = await h.run(busy, {
    assistant_id: 'chat',
    input: { messages: [{ role: 'user', content: 'gate:busy now' }] },
    stream_mode: ['messages-tuple'],
  })
  await expect.poll(() => found({ status: ['busy'] })).toEqual([busy])
  expect(await found({ status: ['needs_you'] })).toEqual([asking])
  expect(await found({ status: ['interrupted'] })).toEqual([asking])
  expect((await found({ status: ['needs_you', 'busy'] })).sort()).toEqual([asking, busy].sort())
  expect(await found({ status: ['idle'] })).toContain(answered)
  // Whoever asks again is busy, and no longer waits.
  await h.call('POST', `/threads/${busy}/runs/${working.run_id}/cancel?wait=true&action=rollback`)
  expect(await found({ status: ['busy'] })).toEqual([])
  const later = await h.run(asking, { assistant_id: 'chat', after_seconds: 3_600 })
  expect(await found({ status: ['needs_you'] })).toEqual([])
  expect(await found({ status: ['busy'] })).toEqual([asking])
  await h.call('POST', `/threads/${asking}/runs/${later.run_id}/cancel?wait=true&action=rollback`)
  expect(await found({ status: ['needs_you'] })).toEqual([asking])
  // A message that waits until the question is answered makes nobody busy.
  await h.run(asking, { assistant_id: 'chat', metadata: { waits_for_answers: true } })
  expect(await found({ status: ['needs_you'] })).toEqual([asking])
  expect(await found({ status: ['busy'] })).toEqual([])
  expect((await h.getThread(asking)).status).toBe('interrupted')
})

it('leaves out those that are made for one run, and those of a session until it is named', async () => {
  const before = await found({ limit: 100 })
  const input = { messages: [{ role: 'user', content: 'gate:alone now' }] }
  const stream_mode = ['messages-tuple']
  const single = await h.call<Run>('POST', '/runs', { assistant_id: 'chat', input, stream_mode })
  const qa_session = '00000000-0000-4000-8000-000000000002'
  const tried = await talk({ qa_session }, 'Hello')
  expect(await found({ limit: 100 })).toEqual(before)
  expect(await found({ metadata: { qa_session } })).toEqual([tried])
  const { thread_id, run_id } = single.body
  await h.call('POST', `/threads/${thread_id}/runs/${run_id}/cancel?wait=true`)
})

it('finds those of its own deployment alone, unless all are asked', async () => {
  const moved = await talk({}, 'Said elsewhere')
  const elsewhere = '00000000-0000-4000-8000-000000000001'
  for (const table of ['threads', 'runs']) {
    const sql = `update ${table} set deployment_id = $1 where thread_id = $2`
    await h.database.query(sql, [elsewhere, moved])
  }
  expect(await found({ text: 'elsewhere' })).toEqual([])
  expect(await found({ deployment_id: [elsewhere] })).not.toContain(moved)
  const all = await h.server.host.findThreads({ deployment_id: [elsewhere] })
  expect(all.threads).toMatchObject([{ thread_id: moved, deployment_id: elsewhere }])
  await h.database.query('delete from threads where thread_id = $1', [moved])
})

it('gives every thread once, page by page, and no page for a cursor of something else', async () => {
  const all = await found({ limit: 100 })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: ThreadFindResponse = await find({ limit: 2, cursor })
    expect(page).toMatchObject({ total: all.length, is_total_capped: false })
    seen.push(...page.threads.map(({ thread_id }) => thread_id))
    cursor = page.next_cursor ?? null
  } while (cursor)
  expect(seen).toEqual(all)
  expect(await find({ limit: all.length })).toMatchObject({ next_cursor: null })
  // Who needs no more than “more than two” has no more counted, and gets the same threads.
  const few = await find({ limit: 100, count_to: 2 })
  expect(few).toMatchObject({ total: 2, is_total_capped: true, next_cursor: null })
  expect(few.threads.map(({ thread_id }) => thread_id)).toEqual(all)
  expect(await find({ count_to: all.length })).toMatchObject({ is_total_capped: false })
  const { next_cursor } = await find({ limit: 1 })
  await find({ cursor: next_cursor, sort_by: 'created_at' }, 422)
  await find({ cursor: 'x' }, 422)
})
