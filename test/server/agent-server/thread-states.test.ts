import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadStorage } from '../../../src/contract/agent-server/thread-storage.ts'
import type { Checkpoint, Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      approve: './approve.ts:graph',
      deep: './patterns.ts:deep',
      dynamic: './patterns.ts:dynamic',
      commands: './patterns.ts:commands',
    },
  })
})
afterAll(() => h?.close())

async function ran(assistant_id = 'steps', input: object = {}, more: object = {}) {
  const thread = await h.thread()
  const run = await h.ended(await h.run(thread, { assistant_id, input, ...more }))
  expect(run.error).toBeNull()
  return { thread, run }
}

async function history(thread: string, body: object = {}): Promise<ThreadState[]> {
  const answer = await h.call<ThreadState[]>('POST', `/threads/${thread}/history`, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

async function update(thread: string, body: object): Promise<Checkpoint> {
  const path = `/threads/${thread}/state`
  const answer = await h.call<{ checkpoint: Checkpoint }>('POST', path, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.checkpoint
}

const idOf = (state: ThreadState | undefined) => state?.checkpoint?.checkpoint_id ?? ''
const log = (state: ThreadState) => (state.values as { log: string[] }).log

it('the state at a checkpoint is told by id, and by a checkpoint in the body', async () => {
  const { thread } = await ran()
  const all = await history(thread)
  const second = all[1]
  const byId = await h.call('GET', `/threads/${thread}/state/${idOf(second)}`)
  expect(byId).toMatchObject({ status: 200, body: { values: { log: ['first', 'second'] } } })
  const checkpoint = second?.checkpoint
  const found = await h.call('POST', `/threads/${thread}/state/checkpoint`, { checkpoint })
  expect(found.body).toEqual(byId.body)
  const nowhere = `/threads/${thread}/state/${randomUUID()}`
  expect(await h.call('GET', nowhere)).toMatchObject({ status: 404 })
  const other = { checkpoint: { ...checkpoint, thread_id: randomUUID() } }
  expect(await h.call('POST', `/threads/${thread}/state/checkpoint`, other)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'checkpoint', 'thread_id'] }] },
  })
})

it('36.4: of a state and of a history only the parts are told that were selected, one value at a time', async () => {
  const { thread } = await ran()
  const at = `/threads/${thread}/state`
  const told = async (path: string) => (await h.call('GET', path)).body
  const whole = await h.state(thread)
  const { values, next, created_at, checkpoint } = whole
  expect(await told(`${at}?select=next&select=created_at`)).toEqual({ next, created_at })
  expect(await told(`${at}?select=["values"]`)).toEqual({ values })
  expect(await told(`${at}?select=values.log&select=checkpoint`)).toEqual({
    values: { log: log(whole) },
    checkpoint,
  })
  // One that the state does not have is not told; the whole values hold each of them.
  expect(await told(`${at}?select=values.nothing`)).toEqual({ values: {} })
  expect(await told(`${at}?select=values&select=values.nothing`)).toEqual({ values })
  expect(await told(`${at}/${idOf(whole)}?select=next`)).toEqual({ next })
  const found = await h.call('POST', `${at}/checkpoint`, { checkpoint, select: ['next'] })
  expect(found.body).toEqual({ next })
  const steps = await history(thread, { select: ['values.log', 'next'], limit: 2 })
  expect(steps).toEqual(
    (await history(thread, { limit: 2 })).map((state) => ({
      values: { log: log(state) },
      next: state.next,
    })),
  )
  expect(await told(`/threads/${thread}/history?select=next&limit=1`)).toEqual([{ next }])
  // Nothing chosen is everything, as the published client sends it.
  expect(await history(thread, { select: [], limit: 1 })).toEqual([whole])
  expect(await told(`/threads/${await h.thread()}/state?select=values.log`)).toEqual({ values: {} })
  for (const part of ['secrets', 'values.', 'log']) {
    expect(await h.call('GET', `${at}?select=${part}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'select', 0] }] },
    })
  }
})

it('36.4: the storage of a thread is told by value, and grows by what a step changed', async () => {
  const none = await h.thread()
  const storage = (thread: string) => h.call<ThreadStorage>('GET', `/threads/${thread}/storage`)
  expect(await storage(none)).toMatchObject({
    status: 200,
    body: { thread_id: none, total_bytes: 0, checkpoints: { count: 0, bytes: 0 } },
  })
  const { thread } = await ran()
  const { body: first } = await storage(thread)
  const { checkpoints, channel_values, pending_writes } = first
  expect(checkpoints.count).toBe((await history(thread, { limit: 1000 })).length)
  expect(first.total_bytes).toBe(checkpoints.bytes + channel_values.bytes + pending_writes.bytes)
  const byChannel = Object.values(channel_values.by_channel)
  expect(channel_values.bytes).toBe(byChannel.reduce((sum, { bytes }) => sum + bytes, 0))
  expect(channel_values.count).toBe(byChannel.reduce((sum, { versions }) => sum + versions, 0))
  const logBytes = ({ channel_values: { by_channel } }: ThreadStorage) => by_channel.log?.bytes ?? 0
  await update(thread, { values: { log: ['x'.repeat(10_000)] }, as_node: 'first' })
  const { body: grown } = await storage(thread)
  expect(logBytes(grown) - logBytes(first)).toBeGreaterThan(10_000)
  expect(grown.checkpoints.count).toBe(checkpoints.count + 1)
  expect((await storage(randomUUID())).status).toBe(404)
})

it('history is filtered by metadata, and begins before a checkpoint told in any way', async () => {
  const { thread, run } = await ran()
  const again = await h.ended(await h.run(thread, { assistant_id: 'steps', input: {} }))
  expect(await history(thread)).toHaveLength(10)
  const ofRun = await history(thread, { metadata: { run_id: run.run_id }, limit: 1000 })
  expect(ofRun.map(({ metadata }) => metadata?.step)).toEqual([3, 2, 1, 0, -1])
  expect(
    await history(thread, { metadata: { run_id: again.run_id, source: 'input' } }),
  ).toHaveLength(1)
  const [newest, next] = ofRun
  for (const before of [
    idOf(newest),
    { checkpoint_id: idOf(newest) },
    { configurable: { thread_id: thread, checkpoint_id: idOf(newest) } },
  ]) {
    expect(await history(thread, { before, limit: 1 })).toEqual([next])
  }
})

it('an update writes the state as a node would; what follows it is next', async () => {
  const { thread } = await ran()
  const before = await h.state(thread)
  const checkpoint = await update(thread, { values: { log: ['by hand'] }, as_node: 'first' })
  const state = await h.state(thread)
  expect(state).toMatchObject({
    values: { log: ['first', 'second', 'third', 'by hand'] },
    next: ['second'],
    metadata: { source: 'update', graph_id: 'steps' },
    checkpoint: { checkpoint_id: checkpoint.checkpoint_id },
    parent_checkpoint: { checkpoint_id: idOf(before) },
  })
  expect(await h.getThread(thread)).toMatchObject({ status: 'interrupted', values: state.values })
  await h.ended(await h.run(thread, { assistant_id: 'steps' }))
  expect(log(await h.state(thread)).slice(3)).toEqual(['by hand', 'second', 'third'])
  expect(await h.getThread(thread)).toMatchObject({ status: 'idle' })
})

it('an update without a node counts as that of the last one', async () => {
  const { thread } = await ran()
  await update(thread, { values: { log: ['more'] } })
  expect(await h.state(thread)).toMatchObject({
    values: { log: ['first', 'second', 'third', 'more'] },
    next: [],
  })
})

it('an update from an earlier checkpoint is a fork; the other branch stays readable', async () => {
  const { thread } = await ran()
  const [newest, , first] = await history(thread)
  const fork = await update(thread, {
    values: { log: ['fork'] },
    as_node: 'third',
    checkpoint: first?.checkpoint,
  })
  expect(log(await h.state(thread))).toEqual(['first', 'fork'])
  expect(await h.state(thread)).toMatchObject({
    parent_checkpoint: { checkpoint_id: idOf(first) },
    checkpoint: { checkpoint_id: fork.checkpoint_id },
  })
  const path = `/threads/${thread}/state/${idOf(newest)}`
  expect((await h.call('GET', path)).body).toMatchObject({
    values: { log: ['first', 'second', 'third'] },
  })
})

it('a rollback after an update brings the updated state back', async () => {
  const { thread } = await ran()
  await update(thread, { values: { log: ['kept'] }, as_node: 'first' })
  const before = await h.state(thread)
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await h.run(thread, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  const path = `/threads/${thread}/runs/${run.run_id}/cancel?action=rollback&wait=true`
  expect((await h.call('POST', path)).status).toBe(204)
  expect(await h.state(thread)).toEqual(before)
})

it('an update is refused while the thread is busy, and with the graph’s own words', async () => {
  const thread = await h.thread()
  const never = await h.call('POST', `/threads/${thread}/state`, { values: {} })
  expect(never).toMatchObject({ status: 409, body: { detail: expect.stringContaining('graph') } })
  const gate = randomUUID()
  const input = { gates: { first: gate } }
  const run = await h.run(thread, { assistant_id: 'steps', input })
  await h.gates.arrived(gate)
  expect(
    await h.call('POST', `/threads/${thread}/state`, { values: { log: ['x'] } }),
  ).toMatchObject({ status: 409, body: { code: 'thread_busy' } })
  h.gates.open(gate)
  await h.ended(run)
  const refused = async (body: object) => {
    const answer = await h.call<{ detail: { loc: string[] }[] }>(
      'POST',
      `/threads/${thread}/state`,
      body,
    )
    expect(answer.status).toBe(422)
    return answer.body.detail[0]?.loc
  }
  expect(await refused({ values: { log: [] }, as_node: 'nope' })).toEqual(['body', 'as_node'])
  expect(await refused({ values: {}, checkpoint_id: randomUUID() })).toEqual([
    'body',
    'checkpoint_id',
  ])
  expect(await refused({ values: { log: 7 }, as_node: 'first' })).toEqual(['body', 'values'])
  const unknown = await h.call('POST', `/threads/${randomUUID()}/state`, { values: {} })
  expect(unknown.status).toBe(404)
})

it('of updates at the same time none is lost', async () => {
  const { thread } = await ran()
  const names = ['a', 'b', 'c']
  await Promise.all(
    names.map((name) => update(thread, { values: { log: [name] }, as_node: 'third' })),
  )
  expect(
    log(await h.state(thread))
      .slice(3)
      .sort(),
  ).toEqual(names)
})

it('a copy has the state and history of its thread, and goes its own way', async () => {
  const { thread, run } = await ran('approve')
  const metadata = { team: 'a', qa_session: randomUUID(), qa_attempt: randomUUID() }
  await h.call('PATCH', `/threads/${thread}`, { metadata })
  const { body: copy } = await h.call<Thread>('POST', `/threads/${thread}/copy`)
  expect(copy).toMatchObject({
    status: 'interrupted',
    metadata: { graph_id: 'approve', team: 'a' },
  })
  // It is of whoever made it, and no attempt of a session.
  expect(copy.metadata).not.toHaveProperty('qa_session')
  expect(copy.metadata).not.toHaveProperty('qa_attempt')
  expect(copy.thread_id).not.toBe(thread)
  expect((await h.call<Run[]>('GET', `/threads/${copy.thread_id}/runs`)).body).toEqual([])
  const original = await h.state(thread)
  const state = await h.state(copy.thread_id)
  expect(state.values).toEqual(original.values)
  expect(state.interrupts).toEqual(original.interrupts)
  expect(await history(copy.thread_id)).toHaveLength((await history(thread)).length)
  // The copy is answered; the original, and the rollback of its run, know nothing of that.
  const answer = { assistant_id: 'approve', command: { resume: 'yes' } }
  const resumed = await h.run(copy.thread_id, answer)
  await h.ended(resumed)
  expect(await h.state(thread)).toEqual(original)
  const again = await h.run(thread, { assistant_id: 'approve', command: { resume: 'no' } })
  await h.ended(again)
  expect((await h.state(copy.thread_id)).values).toMatchObject({ plan: 'send mail' })
  await h.call('DELETE', `/threads/${thread}`)
  expect((await h.state(copy.thread_id)).interrupts).toHaveLength(1)
  expect(run.thread_id).toBe(thread)
  expect(await h.call('POST', `/threads/${randomUUID()}/copy`)).toMatchObject({ status: 404 })
})

it('a copy of a busy thread has the steps that are complete', async () => {
  const thread = await h.thread()
  const gate = randomUUID()
  const input = { gates: { second: gate } }
  const run = await h.run(thread, { assistant_id: 'steps', input, durability: 'sync' })
  await h.gates.arrived(gate)
  const { body: copy } = await h.call<Thread>('POST', `/threads/${thread}/copy`)
  const complete = { values: { log: ['first'] }, next: ['second'] }
  expect(await h.state(copy.thread_id)).toMatchObject(complete)
  // What lists show of it follows.
  const shown = { status: 'interrupted', values: complete.values }
  await expect.poll(() => h.getThread(copy.thread_id)).toMatchObject(shown)
  // They stay, though they are taken back where they were copied from.
  const cancel = `/threads/${thread}/runs/${run.run_id}/cancel?wait=true&action=rollback`
  expect(await h.call('POST', cancel)).toMatchObject({ status: 204 })
  expect(await h.state(copy.thread_id)).toMatchObject(complete)
})

it('states of subgraphs are told inside, by their checkpoint, and in their own history', async () => {
  const { thread } = await ran('deep', { trail: [] })
  const plain = await h.state(thread)
  const checkpoint = plain.tasks[0]?.checkpoint
  expect(checkpoint).toMatchObject({ checkpoint_ns: expect.stringMatching(/^outer:/) })
  const whole = await h.call<ThreadState>('GET', `/threads/${thread}/state?subgraphs=true`)
  const inner = whole.body.tasks[0]?.state as ThreadState
  expect(inner).toMatchObject({ values: { trail: ['before'] }, next: ['inner'] })
  const found = await h.call('POST', `/threads/${thread}/state/checkpoint`, { checkpoint })
  expect(found.body).toMatchObject({ values: { trail: ['before'] }, next: ['inner'] })
  const states = await history(thread, { checkpoint })
  expect(states.map(({ next }) => next)).toEqual([['inner'], ['before'], ['__start__']])
  const resume = { assistant_id: 'deep', command: { resume: 'yes' } }
  await h.ended(await h.run(thread, resume))
  expect((await h.state(thread)).values).toEqual({
    trail: ['before', 'before', 'asked:yes', 'after'],
  })
})

it('the state of a subgraph can be updated', async () => {
  const { thread } = await ran('deep', { trail: [] })
  const checkpoint = (await h.state(thread)).tasks[0]?.checkpoint
  await update(thread, { values: { trail: ['by hand'] }, as_node: 'before', checkpoint })
  const found = await h.call('POST', `/threads/${thread}/state/checkpoint`, { checkpoint })
  expect(found.body).toMatchObject({ values: { trail: ['before', 'by hand'] } })
})

it('a thread made by a function is read with the config that it ran with', async () => {
  const config = { configurable: { steps: 3 } }
  const { thread } = await ran('dynamic', { trail: [] }, { config, interrupt_before: ['step_3'] })
  expect(await h.state(thread)).toMatchObject({ next: ['step_3'] })
  await update(thread, { values: { trail: ['by hand'] }, as_node: 'step_1' })
  expect(await h.state(thread)).toMatchObject({ next: ['step_2'] })
})

it('a thread can be written rather than run, step by step', async () => {
  const values = { trail: ['left'] }
  const command = { update: { trail: ['chose'] }, goto: 'left' }
  const supersteps = [
    { updates: [{ values, as_node: '__input__' }] },
    { updates: [{ values, as_node: '__start__' }] },
    { updates: [{ command, as_node: 'choose' }] },
  ]
  const metadata = { graph_id: 'commands' }
  const made = await h.call<Thread>('POST', '/threads', { metadata, supersteps })
  expect(made).toMatchObject({ status: 200, body: { status: 'interrupted' } })
  const { thread_id } = made.body
  expect(await h.state(thread_id)).toMatchObject({ next: ['left'] })
  await h.ended(await h.run(thread_id, { assistant_id: 'commands' }))
  expect((await h.state(thread_id)).values).toEqual({
    trail: ['left', 'chose', 'went left'],
  })
  for (const body of [
    { supersteps },
    { metadata, supersteps: [{ updates: [{ values: {}, as_node: 'nowhere' }] }] },
  ]) {
    const thread_id = randomUUID()
    expect(await h.call('POST', '/threads', { ...body, thread_id })).toMatchObject({ status: 422 })
    expect(await h.call('GET', `/threads/${thread_id}`)).toMatchObject({ status: 404 })
  }
})

it('threads are counted by what they are searched by', async () => {
  const metadata = { group: randomUUID() }
  for (let number = 0; number < 3; number += 1) await h.call('POST', '/threads', { metadata })
  const count = async (body: object) => (await h.call('POST', '/threads/count', body)).body
  expect(await count({ metadata })).toBe(3)
  expect(await count({ metadata, status: 'busy' })).toBe(0)
  // A count has no pages: what a search would take for one is passed over.
  expect(await count({ metadata, limit: 1 })).toBe(3)
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
