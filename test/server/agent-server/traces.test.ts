/** Runs, steps, tools and calls of models arrive at a collector as one trace, and a collector that is away harms nothing. */
import { afterEach, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { exportTraces } from '../../../src/server/agent-server/traces/export-traces.ts'
import { type Harness, startHarness } from './harness.ts'
import { openReceiver, type ReceivedSpan } from './otlp-receiver.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const said = 'a secret of the person'
const body = { assistant_id: 'spending', input: { messages: [{ role: 'user', content: said }] } }
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

async function started(endpoint: string, hasContents = false, warnings: string[] = []) {
  const traces = exportTraces({
    endpoint,
    headers: { 'x-key': 'k1' },
    serviceName: 'quarterdeck',
    hasContents,
    warn: (sentence) => warnings.push(sentence),
  })
  const graphs = { spending: './spending.ts:graph', troubled: './troubled.ts:graph' }
  const h = await startHarness({ graphs, traces })
  let isClosed = false
  const close = async () => {
    if (!isClosed) await h.close()
    isClosed = true
  }
  closing.push(close)
  h.gates.open('own')
  return { h, close }
}

async function received() {
  const receiver = await openReceiver()
  closing.push(receiver.close)
  return receiver
}

async function ran(h: Harness, request: object = body, headers = {}): Promise<Run> {
  const thread = await h.thread()
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, request, headers)
  await stream.rest()
  return (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body[0] as Run
}

const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)

it('one trace, which goes on with that of the request; tokens with the model’s call; no contents', async () => {
  const receiver = await received()
  const { h, close } = await started(`${receiver.url}/`)
  const run = await ran(h, body, { traceparent: `00-${trace}-${parent}-01` })
  expect([run.status, run.trace_id]).toEqual(['success', trace])
  const failed = await ran(h, { assistant_id: 'troubled', input: { trouble: 'throw' } })
  await close()
  const { spans } = receiver
  expect(receiver.headers[0]).toMatchObject({ 'x-key': 'k1' })
  const [agent] = named(spans, 'invoke_agent spending')
  expect(agent).toMatchObject({
    traceId: trace,
    parentSpanId: parent,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': run.thread_id,
      'quarterdeck.run.id': run.run_id,
    },
  })
  const ofRun = spans.filter((span) => span.traceId === trace)
  const steps = ofRun.filter((span) => span.name.startsWith('step '))
  const outer = steps.filter((span) => span.parentSpanId === agent?.spanId)
  expect(outer.map(({ name }) => name).sort()).toEqual([
    'step aside',
    'step ask',
    'step inner',
    'step own',
    'step update',
  ])
  // The subgraph's step is within its own.
  const [inner] = named(outer, 'step inner')
  const within = named(steps, 'step ask').find((span) => span.parentSpanId === inner?.spanId)
  expect(within).toBeDefined()
  const calls = named(ofRun, 'chat acme-large')
  const parents = [named(outer, 'step ask')[0], within, named(outer, 'step aside')[0]]
  expect(calls.map((span) => span.parentSpanId).sort()).toEqual(
    parents.map((span) => span?.spanId).sort(),
  )
  expect(calls[0]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'acme',
    'gen_ai.request.model': 'acme-large',
    'gen_ai.response.model': 'acme-large-2',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
  })
  expect(named(ofRun, 'execute_tool look_up')).toMatchObject([
    {
      parentSpanId: named(outer, 'step aside')[0]?.spanId,
      attributes: { 'gen_ai.tool.name': 'look_up', 'gen_ai.tool.call.id': 'call-1' },
    },
  ])
  expect(new Set(ofRun.map(({ spanId }) => spanId)).size).toBe(ofRun.length)
  const text = receiver.bodies.join()
  for (const content of [said, 'found', 'own content']) expect(text).not.toContain(`"${content}"`)
  expect(text).not.toContain(said)

  // A run without a traceparent begins a trace of its own, and tells with what it failed.
  expect(failed.trace_id).toMatch(/^[0-9a-f]{32}$/)
  const [broken] = named(spans, 'invoke_agent troubled')
  expect(broken).toMatchObject({ traceId: failed.trace_id, status: { code: 2 } })
  expect(broken?.parentSpanId ?? '').toBe('')
  expect(broken?.attributes['error.type']).toMatch(/Error/)
})

it('with contents where they are asked for', async () => {
  const receiver = await received()
  const { h, close } = await started(receiver.url, true)
  await ran(h)
  await close()
  const [call] = named(receiver.spans, 'chat acme-large')
  expect(call?.attributes['gen_ai.input.messages']).toContain(said)
  expect(call?.attributes['gen_ai.output.messages']).toContain('Hello')
  const [tool] = named(receiver.spans, 'execute_tool look_up')
  expect(tool?.attributes['gen_ai.tool.call.result']).toContain('found')
})

it.each([
  ['is away', true, /^The last traces could not be sent to http:.*\/v1\/traces in time/],
  ['refuses', false, /^Traces could not be sent to http:.*\/v1\/traces, and are lost/],
])('a collector that %s keeps no run up, and is told of', async (_what, isAway, words) => {
  const silent = await openReceiver(400)
  if (isAway) await silent.close()
  else closing.push(silent.close)
  const warnings: string[] = []
  const { h, close } = await started(silent.url, false, warnings)
  const runs = [await ran(h), await ran(h)]
  expect(runs.map(({ status }) => status)).toEqual(['success', 'success'])
  await close()
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(words)
  expect(h.errors).toEqual([])
})
