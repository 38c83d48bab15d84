import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Cron } from '../../../src/contract/agent-server/crons.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { findRunOrigin } from '../../../src/server/agent-server/runs/run-origin.ts'
import { sweepKeptAddresses } from '../../../src/server/agent-server/threads/kept-addresses.ts'
import { sweepTemporaryThreads } from '../../../src/server/agent-server/threads/temporary-threads.ts'
import { sweepExpiredThreads } from '../../../src/server/agent-server/threads/thread-ttl.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { dataOf } from '../agent-server/sse.ts'
import { openTracing, type TracingBench } from './bench.ts'

/** A real agent server and a real tracing service on one database. */
let bench: TracingBench
let agent: Harness
beforeAll(async () => {
  bench = await openTracing(findRunOrigin)
  agent = await startHarness({
    graphs: { chat: './chat.ts:graph' },
    database: bench.database,
    issueFeedbackUrls: bench.issue,
  })
})
afterAll(() => agent?.close())
beforeEach(() => bench.at(new Date().toISOString()))

const laterMs = (ms: number) => new Date(Date.now() + ms)
const hourMs = 3_600_000
const request = {
  assistant_id: 'chat',
  input: { messages: [{ role: 'user', content: 'Are you there?' }] },
  feedback_keys: ['liked'],
}

/** Resolves when the run is gone with the thread that was made for it. */
const isGone = ({ thread_id }: Pick<Run, 'thread_id'>) =>
  expect.poll(() => agent.call('GET', `/threads/${thread_id}`)).toMatchObject({ status: 404 })

/** The addresses of a run, as whoever has the key lists them. */
async function addressesOf(runId: string): Promise<string[]> {
  const tokens = await bench.send(`/api/v1/feedback/tokens?run_id=${runId}`)
  return ((await tokens.json()) as { url: string }[]).map(({ url }) => url)
}

/** Each way to start a run without a thread; answers the run and the address that it gave. */
const ways: Record<string, () => Promise<{ run: Pick<Run, 'run_id' | 'thread_id'>; url: string }>> =
  {
    async 'POST /runs/stream'() {
      const stream = await agent.stream('POST', '/runs/stream', request)
      const run = dataOf<Run>(await stream.until('metadata'))
      const { liked = '' } = dataOf<Record<string, string>>(await stream.until('feedback'))
      await stream.rest()
      return { run, url: liked }
    },
    async 'POST /runs/wait'() {
      const answer = await agent.call<{ __feedback__: Record<string, string> }>(
        'POST',
        '/runs/wait',
        request,
      )
      const [, thread_id = '', run_id = ''] =
        /^\/threads\/([^/]+)\/runs\/([^/]+)/.exec(answer.headers.get('content-location') ?? '') ??
        []
      return { run: { run_id, thread_id }, url: answer.body.__feedback__.liked ?? '' }
    },
    async 'POST /runs/batch'() {
      const { body } = await agent.call<Run[]>('POST', '/runs/batch', [request])
      const [run = { run_id: '', thread_id: '' }] = body
      await isGone(run)
      return { run, url: (await addressesOf(run.run_id))[0] ?? '' }
    },
    async 'a schedule'() {
      const body = { ...request, schedule: '0 5 1 1 *', on_run_completed: 'delete' }
      const cron = (await agent.call<Cron>('POST', '/runs/crons', body)).body
      const run = (await agent.call<Run>('POST', `/runs/crons/${cron.cron_id}/start`)).body
      await isGone(run)
      return { run, url: (await addressesOf(run.run_id))[0] ?? '' }
    },
  }

it.each(Object.entries(ways))(
  '§2.6, §4.3 S13: a run without a thread can be voted on when it has ended: %s',
  async (_way, start) => {
    const { run, url } = await start()
    await isGone(run)
    expect((await bench.submit(url, { score: 1, comment: 'Quick' })).status).toBe(200)
    expect(await bench.votes(`run=${run.run_id}`)).toMatchObject([
      {
        key: 'liked',
        score: 1,
        comment: 'Quick',
        deployment_id: agent.deploymentId,
        revision_id: agent.revisionId,
        thread_id: null,
        question: 'Are you there?',
        answer: 'Hello',
      },
    ])
    expect(await bench.votes(`session=${agent.deploymentId}&run=${run.run_id}`)).toHaveLength(1)
    // A later vote takes its place, as anywhere.
    expect((await bench.open(`${url}?score=-1`)).status).toBe(200)
    expect(await bench.votes(`run=${run.run_id}`)).toMatchObject([{ score: -1 }])
  },
)

it('S13: such an address expires like any other; a vote stays, and what nobody voted on is forgotten', async () => {
  const [voted, other] = await Promise.all([
    ways['POST /runs/wait']?.(),
    ways['POST /runs/wait']?.(),
  ])
  if (!voted || !other) throw new Error('There is no such way.')
  await Promise.all([isGone(voted.run), isGone(other.run)])
  expect((await bench.submit(voted.url, { score: 1 })).status).toBe(200)
  const about = async (runId: string) =>
    (
      await bench.database.query<{ about: unknown }>(
        'select about from feedback_tokens where run_id = $1',
        [runId],
      )
    ).map((row) => row.about)

  await sweepKeptAddresses(bench.database, laterMs(2 * hourMs))
  expect(await about(other.run.run_id)).toEqual([{ question: 'Are you there?', answer: 'Hello' }])
  bench.at(laterMs(4 * hourMs).toISOString())
  await sweepKeptAddresses(bench.database, laterMs(4 * hourMs))
  expect(await about(other.run.run_id)).toEqual([null])
  for (const { url } of [voted, other]) {
    expect((await bench.submit(url, { score: 0 })).status).toBe(410)
  }
  await sweepKeptAddresses(bench.database, laterMs(40 * 24 * hourMs))
  expect((await bench.submit(other.url, { score: 0 })).status).toBe(404)
  expect(await bench.votes(`run=${voted.run.run_id}`)).toMatchObject([
    { score: 1, question: 'Are you there?', answer: 'Hello' },
  ])
})

it('a thread that is left over by a process that ended goes later, its addresses as well as they', async () => {
  const { body: run } = await agent.call<Run>('POST', '/runs', {
    ...request,
    on_completion: 'keep',
  })
  await agent.ended(run)
  await bench.database.query('update threads set is_temporary = true where thread_id = $1', [
    run.thread_id,
  ])
  await sweepTemporaryThreads(bench.database, new Date())
  expect((await agent.getRun(run)).status).toBe(200)
  await sweepTemporaryThreads(bench.database, laterMs(hourMs))
  expect((await agent.getRun(run)).status).toBe(404)
  const [url = ''] = await addressesOf(run.run_id)
  expect((await bench.submit(url, { score: 1 })).status).toBe(200)
})

it('S13: a thread that expires takes its addresses and votes along', async () => {
  const { body: thread } = await agent.call<{ thread_id: string }>('POST', '/threads', {
    ttl: { ttl: 1 },
  })
  const at = `/threads/${thread.thread_id}/runs`
  const { body: run } = await agent.call<Run>('POST', at, request)
  await agent.ended(run)
  const [url = ''] = await addressesOf(run.run_id)
  expect((await bench.submit(url, { score: 1 })).status).toBe(200)
  expect(await bench.votes(`run=${run.run_id}`)).toHaveLength(1)
  await sweepExpiredThreads(bench.database, laterMs(hourMs))
  expect((await bench.submit(url, { score: 1 })).status).toBe(404)
  expect(await bench.votes(`run=${run.run_id}`)).toEqual([])
})

it('programs vote with the key on such a run, and find it with its deployment', async () => {
  const { run } = (await ways['POST /runs/wait']?.()) ?? {}
  if (!run) throw new Error('There is no such way.')
  await isGone(run)
  const vote = { run_id: run.run_id, key: 'helpful', score: 1 }
  expect((await bench.send('/api/v1/feedback', vote)).status).toBeLessThan(300)
  const made = await bench.token({ run_id: run.run_id, feedback_key: 'tone' })
  expect((await bench.submit(made.url, { score: 1 })).status).toBe(200)
  expect(await bench.votes(`session=${agent.deploymentId}&run=${run.run_id}`)).toMatchObject([
    { key: 'tone', question: 'Are you there?', revision_id: agent.revisionId },
    { key: 'helpful', question: 'Are you there?', revision_id: agent.revisionId },
  ])
})

it('S13: what is deleted takes the addresses along: a thread of somebody’s, and the deployment', async () => {
  const { body: thread } = await agent.call<Run>('POST', '/runs', {
    ...request,
    on_completion: 'keep',
  })
  await agent.ended(thread)
  const [url = ''] = await addressesOf(thread.run_id)
  expect((await bench.submit(url, { score: 1 })).status).toBe(200)
  await agent.call('DELETE', `/threads/${thread.thread_id}`)
  expect((await bench.submit(url, { score: 1 })).status).toBe(404)

  const gone = await ways['POST /runs/wait']?.()
  if (!gone) throw new Error('There is no such way.')
  await isGone(gone.run)
  expect((await bench.submit(gone.url, { score: 1 })).status).toBe(200)
  await agent.server.host.remove(agent.deploymentId)
  expect(await bench.votes(`run=${gone.run.run_id}`)).toEqual([])
  expect((await bench.submit(gone.url, { score: 1 })).status).toBe(404)
})
