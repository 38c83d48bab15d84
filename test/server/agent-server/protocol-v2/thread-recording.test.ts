import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProtocolResponse } from '../../../../src/contract/agent-server/protocol-v2/commands.ts'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from '../harness.ts'
import { dataOf, ends, isEnd, openRecording } from './recording-reader.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      approve: './approve.ts:graph',
      talk: './modes.ts:talk',
      questions: './modes.ts:questions',
      broken: './troubled.ts:graph',
    },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const hello = { messages: [{ type: 'human', content: 'hi', id: 'm-1' }] }
const root = ({ params }: { params: { namespace: string[] } }) => params.namespace.length === 0

async function command(thread: string, method: string, params: object) {
  const { status, body } = await h.call<ProtocolResponse>('POST', `/threads/${thread}/commands`, {
    id: 7,
    method,
    params,
  })
  expect(status).toBe(200)
  return body
}

async function start(thread: string, params: object): Promise<string> {
  const answer = await command(thread, 'run.start', params)
  expect(answer).toMatchObject({ type: 'success', id: 7, meta: { thread_id: thread } })
  return answer.type === 'success' ? String(answer.result.run_id) : ''
}

it('tells a run in the order of the protocol, on a stream that is open before the thread is there', async () => {
  const thread = randomUUID()
  const recording = await openRecording(h, thread)
  const run_id = await start(thread, { assistant_id: 'talk', input: hello })
  const events = await recording.runs(1)
  const names = events.map(({ method, params }) => {
    const at = params.namespace.map((part) => part.split(':')[0]).join('/')
    return [at, method, params.data.event].filter(Boolean).join(' ')
  })
  expect(names).toEqual(
    [
      'lifecycle running',
      'checkpoints',
      'values',
      'tasks',
      'writer lifecycle started',
      'writer checkpoints',
      'writer values',
      'writer tasks',
      'writer custom',
      'writer messages message-start',
      'writer messages content-block-start',
      ...Array(5).fill('writer messages content-block-delta'),
      'writer messages content-block-finish',
      'writer messages message-finish',
      'writer updates',
      'writer tasks',
      'writer checkpoints',
      'writer values',
      'updates',
      'tasks',
      'writer lifecycle completed',
      'checkpoints',
      'values',
      'tasks',
      ...Array(2).fill([
        'messages message-start',
        'messages content-block-start',
        'messages content-block-delta',
        'messages content-block-finish',
        'messages message-finish',
      ]),
      'updates',
      'tasks',
      'checkpoints',
      'values',
      'lifecycle completed',
    ].flat(),
  )
  expect(new Set(events.map((event) => event.run_id))).toEqual(new Set([run_id]))
  const seqs = events.map(({ seq }) => seq)
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length)
  expect(events.at(0)?.event_id).toBe(`synth:${run_id}:lc||running`)
  expect(events.at(-1)?.event_id).toBe(`synth:${run_id}:lc||completed`)
  const values = dataOf(events.filter(root), 'values') as { messages: { id: string }[] }[]
  const state = await h.state(thread)
  expect(values.at(-1)).toEqual(state.values)
  expect(values[0]?.messages.map(({ id }) => id)).toEqual(['m-1'])
  const checkpoints = events.filter(root).filter(({ method }) => method === 'checkpoints')
  expect(checkpoints.at(-1)?.params).toMatchObject({
    data: {
      id: state.checkpoint?.checkpoint_id,
      parent_id: state.parent_checkpoint?.checkpoint_id,
      step: 2,
      source: 'loop',
    },
  })
  // What a page compares with the time of the state that it has read.
  const last = events.findLast(({ method }) => method === 'values')?.params.timestamp ?? 0
  expect(last).toBeGreaterThanOrEqual(Date.parse(state.created_at ?? ''))
  // The messages of the state have the ids that they were told under.
  const told = dataOf(events, 'messages').flatMap(({ id }) => id ?? [])
  expect(
    values
      .at(-1)
      ?.messages.slice(1, 4)
      .map(({ id }) => id),
  ).toEqual(told)
  recording.stream.drop()
})

it('tells the same again to whoever comes later, and only what is asked for', async () => {
  const thread = randomUUID()
  const recording = await openRecording(h, thread)
  await start(thread, { assistant_id: 'talk', input: hello })
  const first = await recording.runs(1)
  await start(thread, { assistant_id: 'steps', input: {} })
  const live = [...first, ...(await recording.runs(1))]
  recording.stream.drop()
  const again = await openRecording(h, thread)
  expect(await again.runs(2)).toEqual(live)
  again.stream.drop()
  const read = async (body: object) => {
    const part = await openRecording(h, thread, body)
    const events = await part.runs(body && 'since' in body ? 1 : 2)
    part.stream.drop()
    return events
  }
  const channels = ['lifecycle', 'values', 'custom:drafting']
  const wanted = live.filter(({ method }) => method === 'lifecycle' || method === 'values')
  expect(await read({ channels, something_new: 1 })).toEqual(wanted)
  expect(await read({ channels, namespaces: [[]], depth: 0 })).toEqual(wanted.filter(root))
  expect(await read({ channels, since: first.at(-1)?.seq })).toEqual(
    wanted.filter(({ seq }) => seq > (first.at(-1)?.seq ?? 0)),
  )
})

it('runs of both protocols are seen in both', async () => {
  const thread = await h.thread()
  const recording = await openRecording(h, thread)
  // The stream is read before the run is asked for.
  await start(thread, { assistant_id: 'talk', input: hello })
  await recording.runs(1)
  const run = await h.run(thread, { assistant_id: 'talk', input: hello, stream_mode: 'updates' })
  const events = await recording.runs(1)
  expect(ends(events)).toEqual(['running', 'completed'])
  expect(new Set(events.map(({ method }) => method))).toEqual(
    new Set(['lifecycle', 'checkpoints', 'values', 'tasks', 'messages', 'updates', 'custom']),
  )
  recording.stream.drop()
  // Whoever asked for one mode gets that one.
  const joined = await h.stream('GET', `/threads/${thread}/runs/${run.run_id}/stream`)
  const names = (await joined.rest()).map(({ event }) => event)
  expect(names).toEqual(['metadata', 'updates', 'updates'])
  const [, started] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  const other = await h.stream('GET', `/threads/${thread}/runs/${started?.run_id}/stream`)
  const kinds = new Set((await other.rest()).map(({ event }) => event.split('|')[0]))
  expect(kinds).toEqual(new Set(['metadata', 'values', 'tasks', 'messages', 'updates', 'custom']))
})

it('a run that nobody read by this protocol is told by what it told, and by its state', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'talk', input: hello, stream_mode: 'updates' }
  await h.ended(await h.run(thread, body))
  const recording = await openRecording(h, thread)
  const events = await recording.runs(1)
  recording.stream.drop()
  expect(events.map(({ method }) => method)).toEqual([
    'lifecycle',
    'updates',
    'updates',
    'values',
    'lifecycle',
  ])
  expect(dataOf(events, 'values')).toEqual([(await h.state(thread)).values])
})

it('a second run takes nothing from the first: enqueue, interrupt and rollback', async () => {
  for (const [multitask_strategy, expected] of [
    ['enqueue', ['running', 'completed', 'running', 'completed']],
    ['interrupt', ['running', 'interrupted', 'running', 'completed']],
    ['rollback', ['running', 'interrupted', 'running', 'completed']],
  ] as const) {
    const thread = randomUUID()
    const gate = randomUUID()
    const recording = await openRecording(h, thread)
    const first = await start(thread, {
      assistant_id: 'steps',
      input: { log: ['one'], gates: { second: gate } },
    })
    await h.gates.arrived(gate)
    const second = await start(thread, {
      assistant_id: 'steps',
      input: { log: ['two'], gates: {} },
      multitask_strategy,
    })
    h.gates.open(gate)
    const events = await recording.runs(2)
    recording.stream.drop()
    expect(ends(events)).toEqual(expected)
    expect(events.filter(isEnd).map(({ run_id }) => run_id)).toEqual([first, second])
    const { log } = dataOf(events, 'values').at(-1) as { log: string[] }
    expect(log).toEqual(((await h.state(thread)).values as { log: string[] }).log)
    expect(log.includes('one')).toBe(multitask_strategy !== 'rollback')
    const again = await openRecording(h, thread)
    const kept = multitask_strategy === 'rollback' ? [second] : [first, second]
    const replayed = await again.runs(kept.length)
    again.stream.drop()
    expect([...new Set(replayed.map(({ run_id }) => run_id))]).toEqual(kept)
    // The number of a run that was rolled back is not given again.
    expect(replayed.at(-1)?.seq).toBe(events.at(-1)?.seq)
  }
  const thread = randomUUID()
  const gate = randomUUID()
  await start(thread, { assistant_id: 'steps', input: { gates: { first: gate } } })
  await h.gates.arrived(gate)
  const params = { assistant_id: 'steps', input: {}, multitaskStrategy: 'reject' }
  expect(await command(thread, 'run.start', params)).toMatchObject({ type: 'error', id: 7 })
  h.gates.open(gate)
})

it('§3 a rollback tells what the thread is again; a waiting run that is cancelled has an end', async () => {
  const thread = randomUUID()
  const gate = randomUUID()
  const recording = await openRecording(h, thread)
  await start(thread, { assistant_id: 'steps', input: {} })
  await recording.runs(1)
  const before = (await h.state(thread)).values
  const input = { gates: { second: gate } }
  const working = await start(thread, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  const waiting = await start(thread, { assistant_id: 'steps', input })
  const cancel = (run: string, action: string) =>
    h.call('POST', `/threads/${thread}/runs/${run}/cancel?wait=1&action=${action}`)
  await cancel(waiting, 'interrupt')
  await cancel(working, 'rollback')
  const events = await recording.runs(2)
  recording.stream.drop()
  expect(ends(events)).toEqual(['running', 'interrupted', 'running', 'interrupted'])
  expect(events.filter(isEnd).map(({ run_id }) => run_id)).toEqual([working, waiting])
  expect(dataOf(events, 'values').at(-1)).toEqual(before)
  expect((await h.state(thread)).values).toEqual(before)
})

it('questions are asked, answered by their ids, and refused when they are none', async () => {
  const thread = randomUUID()
  const recording = await openRecording(h, thread)
  await start(thread, { assistant_id: 'questions', input: {} })
  const asked = await recording.runs(1)
  expect(ends(asked)).toEqual(['running', 'interrupted'])
  expect((await h.getThread(thread)).status).toBe('interrupted')
  const ids = dataOf(asked, 'input.requested').map(({ interrupt_id }) => String(interrupt_id))
  expect(ids).toHaveLength(2)
  const [left = '', right = ''] = ids
  const answer = (interrupt_id: string) => ({ namespace: [], interrupt_id, response: 'yes' })
  expect(await command(thread, 'input.respond', answer('f'.repeat(32)))).toMatchObject({
    type: 'error',
    error: 'no_such_interrupt',
  })
  expect(await command(thread, 'input.respond', { responses: [] })).toMatchObject({
    error: 'invalid_argument',
  })
  const accepted = await command(thread, 'input.respond', answer(left))
  expect(accepted).toMatchObject({ type: 'success', result: expect.any(Object) })
  const half = await recording.runs(1)
  expect(dataOf(half, 'input.answered')).toEqual([{ interrupt_ids: [left] }])
  expect(ends(half)).toEqual(['running', 'interrupted'])
  // A question that is left is told again, by the run that stops at it.
  expect(dataOf(half, 'input.requested').map(({ interrupt_id }) => interrupt_id)).toContain(right)
  const applied = (accepted as { meta: { applied_through_seq: number } }).meta.applied_through_seq
  expect(applied).toBeGreaterThanOrEqual(asked.at(-1)?.seq ?? 0)
  expect(applied).toBeLessThan(half[0]?.seq ?? 0)
  await command(thread, 'input.respond', answer(right))
  expect(ends(await recording.runs(1))).toEqual(['running', 'completed'])
  recording.stream.drop()
  expect(await command(thread, 'input.respond', answer(right))).toMatchObject({
    error: 'no_such_interrupt',
  })
})

it('while a question is open the input of a run is its answer; a fork asks anew', async () => {
  const thread = randomUUID()
  const recording = await openRecording(h, thread)
  await start(thread, { assistant_id: 'approve', input: {} })
  const asked = await recording.runs(1)
  await start(thread, { assistant_id: 'approve', input: 'first answer' })
  const again = await recording.runs(1)
  expect(dataOf(again, 'input.requested')).toMatchObject([{ payload: { question: 'Really?' } }])
  const checkpoint = dataOf(asked.filter(root), 'checkpoints').at(-1)?.parent_id
  const config = { configurable: { thread_id: thread, checkpoint_id: checkpoint } }
  await start(thread, { assistant_id: 'approve', input: null, config })
  const forked = await recording.runs(1)
  expect(dataOf(forked, 'input.requested')).toMatchObject([{ payload: { question: 'Approve?' } }])
  recording.stream.drop()
  const unknown = { configurable: { checkpoint_id: randomUUID() } }
  const params = { assistant_id: 'approve', input: null, config: unknown }
  expect(await command(thread, 'run.start', params)).toMatchObject({ error: 'no_such_checkpoint' })
})

it('a thread that is deleted and made again under its id is told from its beginning', async () => {
  const thread = randomUUID()
  const recording = await openRecording(h, thread)
  await start(thread, { assistant_id: 'steps', input: {} })
  await start(thread, { assistant_id: 'steps', input: {} })
  const before = await recording.runs(2)
  expect((await h.call('DELETE', `/threads/${thread}`)).status).toBe(204)
  const run_id = await start(thread, { assistant_id: 'steps', input: {} })
  const after = await recording.runs(1)
  recording.stream.drop()
  expect(new Set(after.map((event) => event.run_id))).toEqual(new Set([run_id]))
  const known = new Set(before.map(({ event_id }) => event_id))
  expect(after.filter(({ event_id }) => known.has(event_id))).toEqual([])
})

it('nothing more is told or kept of a run whose thread nobody reads by this protocol', async () => {
  const thread = await h.thread()
  const body = { assistant_id: 'talk', input: hello, stream_mode: 'updates' }
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, body)
  const events = await stream.rest()
  expect(events.map(({ id, event }) => [id, event])).toEqual([
    ['0', 'metadata'],
    ['1', 'updates'],
    ['2', 'updates'],
  ])
  const kept = await h.database.query(
    'select 1 from run_events e join runs r on r.run_id = e.run_id where r.thread_id = $1',
    [thread],
  )
  expect(kept).toEqual([])
})

it('a run that fails says why, and its steps end with it', async () => {
  const thread = randomUUID()
  const recording = await openRecording(h, thread)
  await start(thread, { assistant_id: 'broken', input: { trouble: 'throw' } })
  const end = (await recording.runs(1)).at(-1)
  recording.stream.drop()
  expect(end?.params.data).toMatchObject({ event: 'failed', graph_name: 'broken' })
  expect(JSON.parse(String(end?.params.data.error))).toMatchObject({
    error: expect.any(String),
    message: expect.any(String),
  })
})

it('bad input gets the published error, and the server goes on', async () => {
  const thread = randomUUID()
  const at = `/threads/${thread}/commands`
  for (const body of [
    [],
    { method: 'run.start' },
    { id: -1, method: 'x' },
    { id: 1, method: 'x', params: [] },
  ]) {
    expect((await h.call('POST', at, body)).status).toBe(422)
  }
  expect(await command(thread, 'no.such', {})).toMatchObject({
    type: 'error',
    id: 7,
    error: 'unknown_command',
  })
  for (const method of ['toString', '__proto__', 'constructor']) {
    expect(await command(thread, method, {})).toMatchObject({ error: 'unknown_command' })
  }
  expect(await command(thread, 'subscription.subscribe', { channels: [] })).toMatchObject({
    error: 'not_supported',
  })
  expect(await command(thread, 'agent.getTree', {})).toMatchObject({ error: 'no_such_run' })
  expect(await command(thread, 'input.respond', { interrupt_id: 'x' })).toMatchObject({
    error: 'no_such_run',
  })
  expect(await command(thread, 'run.start', { assistant_id: 3 })).toMatchObject({
    error: 'invalid_argument',
    message: expect.stringContaining('params.assistant_id'),
  })
  const params = { assistant_id: 'steps', input: {}, multitask_strategy: 'later' }
  expect(await command(thread, 'run.start', params)).toMatchObject({ error: 'invalid_argument' })
  const events = `/threads/${thread}/stream/events`
  for (const body of [
    {},
    { channels: 'values' },
    { channels: [], depth: -1 },
    { channels: [], since: 'x' },
  ]) {
    expect((await h.call('POST', events, body)).status).toBe(422)
  }
  expect((await h.call('POST', '/threads/abc/commands', { id: 1, method: 'x' })).status).toBe(422)
  await start(thread, { assistant_id: 'steps', input: {} })
  const recording = await openRecording(h, thread, {
    channels: ['lifecycle'],
    since: Number.MAX_SAFE_INTEGER,
  })
  recording.stream.drop()
})

it('an idle stream is held open, with a sign of life', async () => {
  const beating = await startHarness({ graphs: { steps: './steps.ts:graph' }, heartbeatMs: 20 })
  const thread = randomUUID()
  const recording = await openRecording(beating, thread)
  // No run has such a number.
  const late = await openRecording(beating, thread, {
    channels: ['lifecycle'],
    since: Number.MAX_VALUE,
  })
  const event = recording.next()
  const none = late.next().catch(() => 'nothing')
  await expect.poll(() => recording.stream.comments.length).toBeGreaterThan(2)
  await beating.call('POST', `/threads/${thread}/commands`, {
    id: 1,
    method: 'run.start',
    params: { assistant_id: 'steps', input: {} },
  })
  expect((await event).params.data.event).toBe('running')
  await expect.poll(() => late.stream.comments.length).toBeGreaterThan(2)
  recording.stream.drop()
  late.stream.drop()
  expect(await none).toBe('nothing')
  expect(beating.errors).toEqual([])
  await beating.close()
})
