/** The vendor's client in Python, unchanged, at our tracing service: votes, and runs that are read. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTracing } from '../../conformance/tracing-server.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { apiKey } from '../agent-server/serve-fixtures.ts'
import { toldBy } from './python-client.ts'

const graphs = { chat: './chat.ts:graph', troubled: './troubled.ts:graph' }
let h: Harness
let tracing: Awaited<ReturnType<typeof startTracing>>
beforeAll(async () => {
  h = await startHarness({ graphs })
  tracing = await startTracing(h)
})
afterAll(async () => {
  tracing?.close()
  await h?.close()
  expect(tracing?.reported).toEqual([])
})

async function chatted(h: Harness) {
  const input = { messages: [{ role: 'user', content: 'hi' }] }
  return h.ended(await h.run(await h.thread(), { assistant_id: 'chat', input }))
}

it.each([
  ['the root of its address', ''],
  ['/api/v1', '/api/v1'],
])('votes are made, read, changed, listed and deleted at %s', async (_name, suffix) => {
  const { run_id } = await chatted(h)
  const apiUrl = `${tracing.root}${suffix}`
  const told = await toldBy('feedback.py', apiUrl, apiKey, run_id, h.deploymentId)
  expect(told.info).toMatchObject({ batch_ingest_config: { use_multipart_endpoint: false } })
  expect([told.by_url, told.by_id, told.by_text]).toMatchObject([
    [{ score: 1, comment: 'by its address' }],
    [{ score: 0, comment: 'by its id' }],
    [{ score: 0.5, comment: null }],
  ])
  expect(told.urls).toHaveLength(3)
  expect(told.listed_urls).toEqual(expect.arrayContaining(told.urls as string[]))
  expect(told.first_url).toEqual([(told.urls as string[])[0]])
  expect(told.read).toMatchObject({
    run_id,
    trace_id: run_id,
    session_id: h.deploymentId,
    key: 'quality',
    score: 0.5,
    comment: 'so so',
    feedback_source: { type: 'api' },
  })
  expect(told.updated).toMatchObject([{ score: 1, comment: null }])
  expect(told.deleted).toEqual([])
  expect(told.many).toEqual(Array.from({ length: 103 }, (_, index) => 102 - index))
  expect(told.few).toEqual([102, 101])
  expect(told.by_models).toEqual([])
  expect(told.refused).toMatchObject([
    expect.stringContaining('There is no such vote'),
    expect.stringContaining('There is no such feedback address'),
    expect.stringContaining('The run is of the project'),
  ])
})

it('runs are read, and listed by what the client asks for', async () => {
  const own = await startHarness({ graphs })
  const beside = await startTracing(own)
  try {
    const { run_id, thread_id } = await chatted(own)
    const input = { trouble: 'throw' }
    const run = await own.run(await own.thread(), { assistant_id: 'troubled', input })
    const failed = (await own.ended(run)).run_id
    for (const address of [beside.root, `${beside.root}/api/v1`]) {
      const told = await toldBy('runs.py', address, apiKey, run_id, own.deploymentId)
      const inputs = { messages: [{ role: 'user', content: 'hi' }] }
      const outputs = { messages: [{ content: 'hi' }, { content: 'Hello' }] }
      const step = { name: 'respond', run_type: 'chain', parent_run_id: run_id }
      const answer = { messages: [{ content: 'Hello' }] }
      expect(told).toMatchObject({
        read: { name: 'chat', status: 'success', session_id: own.deploymentId, inputs, outputs },
        children: [{ ...step, inputs: { messages: [{ content: 'hi' }] }, outputs: answer }],
        selected: { id: run_id, inputs: nothing, outputs, status: null },
      })
      expect(told.retrieved).toMatchObject({
        id: run_id,
        name: 'chat',
        run_type: 'CHAIN',
        status: 'SUCCESS',
        thread_id,
        is_root: true,
        inputs,
        outputs,
      })
      expect(Object.keys(told.retrieved as object)).toHaveLength(8)
      const both = [failed, run_id]
      expect(told.listed).toEqual({
        all: both,
        ids: [run_id],
        trace: [run_id],
        elsewhere: [],
        failed: [failed],
        well: [run_id],
        chains: both,
        roots: both,
        since: both,
        later: [],
        first: [failed],
        oldest: [run_id],
      })
      expect(told.queried).toEqual({
        all: both,
        ids: [run_id],
        failed: [failed],
        well: [run_id],
        later: [],
        before: [],
        pages: both,
      })
      const saying = (words: string) => expect.stringContaining(words)
      expect(told.refused).toEqual({
        filter: saying('Filter expressions are not read here'),
        tree: saying('tree_filter'),
        example: saying('reference_example'),
        'query filter': saying('Filter expressions are not read here'),
        project: saying('There is no such run'),
        models: saying('are listed of one trace'),
        steps: saying('are listed of one trace'),
        run: saying('There is no such run'),
        select: saying('selects'),
      })
    }
    expect(beside.reported).toEqual([])
  } finally {
    beside.close()
    await own.close()
  }
})
