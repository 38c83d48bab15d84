/** The example agents in Python, as somebody would try them. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  event,
  finished,
  openStream,
  startModelServer,
  usage,
} from '../../examples/model-server.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'

const key = 'sk-only-for-the-header'
let h: Harness
let server: Awaited<ReturnType<typeof startModelServer>>
/** What the model's server does next. */
let script: Parameters<typeof startModelServer>[0]
beforeAll(async () => {
  server = await startModelServer((response, request) => script(response, request))
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
  const revision_id = randomUUID()
  await h.server.host.load({
    deployment_id: h.deploymentId,
    revision_id,
    directory: path.resolve(import.meta.dirname, '../../../examples-python'),
    graphs: {
      approval: './approval.py:graph',
      slow: './slow.py:graph',
      faulty: './faulty.py:graph',
      guide: './guide.py:graph',
      model: './model.py:graph',
    },
    env: { MODEL_BASE_URL: server.baseUrl, MODEL_NAME: 'parrot-1', MODEL_API_KEY: key },
    python: process.env.QUARTERDECK_TEST_PYTHON ?? '',
    onLog: (level, message, runId) => h.logs.push({ level, message, runId }),
  })
  await h.server.host.activate(h.deploymentId, revision_id)
})
afterAll(async () => {
  await h?.close()
  await server?.close()
  expect(h?.errors).toEqual([])
})

const said = (content: string) => ({ messages: [{ role: 'user', content }] })

async function ended(thread: string, body: object) {
  const run = await h.ended(await h.run(thread, body as { assistant_id: string }))
  return { run, values: (await h.state(thread)).values as Record<string, unknown[]> }
}

it('slow does as many steps as it is asked for, by words or by fields', async () => {
  const thread = await h.thread()
  const words = await ended(thread, { assistant_id: 'slow', input: said('3 steps of 0 seconds') })
  expect(words.values).toMatchObject({ completed: 3, log: expect.arrayContaining(['finished']) })
  const fields = await ended(thread, { assistant_id: 'slow', input: { steps: 120, seconds: 0 } })
  expect(fields.run.status).toBe('success')
  expect(fields.values).toMatchObject({ completed: 100 })
})

it('faulty keeps what was done before it fails', async () => {
  const thread = await h.thread()
  const failed = await ended(thread, { assistant_id: 'faulty', input: said('pears and apples') })
  expect(failed.run).toMatchObject({
    status: 'error',
    error: expect.stringContaining('planned failure'),
  })
  expect(failed.values).toMatchObject({ log: ['Collected 3 words.'] })
  const well = await ended(thread, { assistant_id: 'faulty', input: said('fail at nowhere') })
  expect(well.run.status).toBe('success')
  expect(well.values.messages?.at(-1)).toMatchObject({ content: 'In order: at, fail, nowhere' })
})

it.each([
  [{ type: 'accept', args: null }, [{ args: { amount: 84, order_id: '4411' } }], 'Approved: '],
  // The ready suite asks for these words, of either language's example.
  [
    [{ type: 'edit', args: { amount: 50 } }],
    [{ args: { amount: 50, order_id: '4411' } }],
    'Approved with your changes: ',
  ],
  [{ type: 'response', args: 'Not before Friday.' }, [], 'Not before Friday.'],
  [{ type: 'ignore', args: null }, [], 'Rejected: '],
])('approval asks and does what it is told: %j', async (answer, ledger, words) => {
  const thread = await h.thread()
  const input = said('Please refund €84 for order 4411')
  await ended(thread, { assistant_id: 'approval', input })
  const [question] = (await h.state(thread)).interrupts ?? []
  expect(question?.value).toMatchObject([{ action_request: { action: 'issue_refund' } }])
  const unclear = await ended(thread, { assistant_id: 'approval', command: { resume: 'hm' } })
  expect(unclear.values.ledger).toEqual([])
  const { values } = await ended(thread, { assistant_id: 'approval', command: { resume: answer } })
  expect(values.ledger).toMatchObject(ledger)
  expect(values.messages?.at(-1)).toMatchObject({ content: expect.stringContaining(words) })
  expect((await h.getThread(thread)).status).toBe('idle')
})

it('guide searches the documentation by its tool, names its sources, and makes nothing up', async () => {
  const thread = await h.thread()
  const found = await ended(thread, { assistant_id: 'guide', input: said('How do I stop a run?') })
  expect(found.values.messages?.map((one) => (one as { type: string }).type)).toEqual([
    'human',
    'ai',
    'tool',
    'ai',
  ])
  const answer = { content: expect.stringMatching(/Sources[\s\S]*Stop a run.*docs\/runs\.md/) }
  expect(found.values.messages?.at(-1)).toMatchObject(answer)
  const nothing = await ended(thread, { assistant_id: 'guide', input: said('xylophone quantum') })
  const words = { content: expect.stringMatching(/^I found nothing about “xylophone quantum”/) }
  expect(nothing.values.messages?.at(-1)).toMatchObject(words)
})

it('model streams what its server says, with the tokens used, and tells the key to nobody else', async () => {
  script = (response) => {
    openStream(response).end(`${event('Hel')}${event('lo.')}${finished}${usage}data: [DONE]\n\n`)
  }
  const thread = await h.thread()
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'model',
    input: said('Say hello'),
    stream_mode: 'messages-tuple',
  })
  const pieces = (await stream.rest())
    .slice(1)
    .map(({ data }) => (data as [{ content: string }])[0])
  expect(pieces.map(({ content }) => content).join('|')).toMatch(/^Hel\|lo\.\|*$/)
  expect((await h.state(thread)).values).toMatchObject({
    messages: [{}, { content: 'Hello.', usage_metadata: { input_tokens: 11, output_tokens: 3 } }],
  })
  expect(server.requests.at(-1)).toMatchObject({
    headers: { authorization: `Bearer ${key}` },
    body: { model: 'parrot-1', messages: [{ role: 'user', content: 'Say hello' }] },
  })
})

it.each([
  [401, `{"error": "no such key ${key}"}`, /refused the key \(401\)\. Correct MODEL_API_KEY/],
  [404, `{"error": "${key} knows no model"}`, /knows no model "parrot-1".*It said: .*\[key\]/],
  [200, event('Hel'), /broke off in the middle of its answer/],
])(
  'model says what to do when its server answers %i, never with the key',
  async (status, text, sentence) => {
    script = (response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' }).end(text)
    }
    const { run } = await ended(await h.thread(), { assistant_id: 'model', input: said('Hello') })
    expect(run).toMatchObject({ status: 'error', error: expect.stringMatching(sentence) })
    expect(JSON.stringify([run, h.logs])).not.toContain(key)
  },
)
