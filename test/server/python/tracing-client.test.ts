/** The vendor's client in Python, unchanged, at our tracing service: votes, and runs that are read. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTracing } from '../../conformance/tracing-server.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { apiKey } from '../agent-server/serve-fixtures.ts'

let h: Harness
let tracing: Awaited<ReturnType<typeof startTracing>>
beforeAll(async () => {
  h = await startHarness({ graphs: { chat: './chat.ts:graph' } })
  tracing = await startTracing(h)
})
afterAll(async () => {
  tracing?.close()
  await h?.close()
  expect(tracing?.reported).toEqual([])
})

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/python-clients')

/** What a script of the fixtures prints. */
async function toldBy(script: string, ...words: string[]): Promise<Record<string, unknown>> {
  const python = process.env.QUARTERDECK_TEST_PYTHON ?? ''
  const { stdout } = await promisify(execFile)(python, [path.join(fixtures, script), ...words])
  return JSON.parse(stdout) as Record<string, unknown>
}

async function chatted() {
  const input = { messages: [{ role: 'user', content: 'hi' }] }
  return h.ended(await h.run(await h.thread(), { assistant_id: 'chat', input }))
}

it.each([
  ['the root of its address', ''],
  ['/api/v1', '/api/v1'],
])('votes are made, read, changed, listed and deleted at %s', async (_name, suffix) => {
  const { run_id } = await chatted()
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
