import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { dataOf } from '../../server/agent-server/sse.ts'
import { storedEvents } from '../../server/agent-server/stored-events.ts'
import { startWebhookReceiver } from '../../server/agent-server/webhook-receiver.ts'
import {
  type Effects,
  events,
  type FieldTable,
  given,
  held,
  history,
  log,
  onSteps,
  ran,
  some,
  waited,
} from './asking.ts'

/** Of both ways to create a run. */
const runEffects: Effects = {
  async assistant_id(h) {
    expect(await given(h, {})).toMatchObject({ configurable: { graph_id: 'told' } })
  },
  async input(h) {
    const output = await waited(h, await h.thread(), { ...onSteps, input: { log: ['a'] } })
    expect(output).toMatchObject({ log: ['a', ...log] })
  },
  async command(h) {
    const thread = await ran(h)
    const command = { update: { log: ['by hand'] }, goto: 'third' }
    expect(await waited(h, thread, { assistant_id: 'steps', command })).toMatchObject({
      log: [...log, 'by hand', 'third'],
    })
    const asked = await ran(h, { assistant_id: 'deep', input: { trail: [] } })
    const resumed = await waited(h, asked, { assistant_id: 'deep', command: { resume: 'yes' } })
    expect(resumed).toMatchObject({ trail: expect.arrayContaining(['asked:yes', 'after']) })
  },
  async metadata(h) {
    const run = await h.run(await h.thread(), { ...onSteps, metadata: { by: 'hand' } })
    expect(run.metadata).toMatchObject({ by: 'hand' })
    expect(await given(h, { metadata: { by: 'hand' } })).toMatchObject({ metadata: { by: 'hand' } })
  },
  async config(h) {
    const config = { tags: ['tagged'], recursion_limit: 9, configurable: { color: 'red' } }
    expect(await given(h, { config })).toMatchObject({
      tags: expect.arrayContaining(['tagged']),
      recursionLimit: 9,
      configurable: { color: 'red' },
    })
  },
  async context(h) {
    expect(await given(h, { context: { tone: 'calm' } })).toMatchObject({
      context: { tone: 'calm' },
    })
  },
  async webhook(h) {
    const hook = await startWebhookReceiver([])
    const run = await h.run(await h.thread(), { ...onSteps, webhook: hook.url })
    expect((await hook.next()).body).toMatchObject({ run_id: run.run_id, status: 'success' })
    await hook.close()
  },
  async interrupt_before(h) {
    const thread = await ran(h, { ...onSteps, interrupt_before: ['second'] })
    expect(await h.state(thread)).toMatchObject({ next: ['second'] })
  },
  async interrupt_after(h) {
    const thread = await ran(h, { ...onSteps, interrupt_after: ['second'] })
    expect(await h.state(thread)).toMatchObject({ next: ['third'] })
  },
  async stream_mode(h) {
    const names = await events(h, { ...onSteps, stream_mode: ['updates', 'tasks'] })
    expect(new Set(names)).toEqual(new Set(['metadata', 'updates', 'tasks']))
  },
  async stream_subgraphs(h) {
    const body = { assistant_id: 'deep', input: { trail: [] }, stream_mode: 'updates' }
    const names = await events(h, { ...body, stream_subgraphs: true })
    expect(names.some((name) => name.startsWith('updates|outer:'))).toBe(true)
  },
  async stream_resumable(h) {
    const run = await h.run(await h.thread(), { ...onSteps, stream_resumable: true })
    await h.ended(run)
    expect((await storedEvents(h.database, run.run_id)).length).toBeGreaterThan(3)
  },
  async on_disconnect(h) {
    const gate = randomUUID()
    const body = { assistant_id: 'steps', input: { gates: { second: gate } } }
    const path = `/threads/${await h.thread()}/runs/stream`
    const stream = await h.stream('POST', path, { ...body, on_disconnect: 'cancel' })
    const { run_id, thread_id } = dataOf<Run>(await stream.next())
    await h.gates.arrived(gate)
    stream.drop()
    const ended = await h.ended({ run_id, thread_id } as Run)
    expect(ended).toMatchObject({ status: 'interrupted', end_reason: 'disconnected' })
  },
  async feedback_keys(h) {
    const output = await waited(h, await h.thread(), { ...onSteps, feedback_keys: ['liked'] })
    expect(output).toMatchObject({ __feedback__: { liked: expect.stringContaining('liked') } })
  },
  async after_seconds(h) {
    const run = await h.run(await h.thread(), { ...onSteps, after_seconds: 900 })
    const wait = Date.parse(run.scheduled_at ?? '') - Date.parse(run.created_at)
    expect([run.status, wait]).toEqual(['pending', 900_000])
  },
  async checkpoint_during(h) {
    expect(await history(h, await ran(h, { ...onSteps, checkpoint_during: false }))).toHaveLength(1)
    expect(await history(h, await ran(h, { ...onSteps, checkpoint_during: true }))).toHaveLength(5)
  },
  async durability(h) {
    expect(await history(h, await ran(h, { ...onSteps, durability: 'exit' }))).toHaveLength(1)
  },
}

const statefulEffects: Effects = {
  async checkpoint(h) {
    const thread = await ran(h)
    const { checkpoint } = (await history(h, thread))[2] ?? {}
    const forked = await waited(h, thread, { assistant_id: 'steps', checkpoint })
    expect(forked).toMatchObject({ log })
    expect((await history(h, thread)).length).toBeGreaterThan(5)
  },
  async multitask_strategy(h) {
    const { run, gate } = await held(h)
    const path = `/threads/${run.thread_id}/runs`
    const reject = { ...onSteps, multitask_strategy: 'reject' }
    expect((await h.call('POST', path, reject)).status).toBe(409)
    h.gates.open(gate)
  },
  async if_not_exists(h) {
    const path = `/threads/${randomUUID()}/runs/wait`
    expect((await h.call('POST', path, onSteps)).status).toBe(404)
    const create = { ...onSteps, if_not_exists: 'create' }
    expect((await h.call('POST', path, create)).body).toMatchObject({ log })
  },
}

const statelessEffects: Effects = {
  async on_completion(h) {
    const path = '/runs/wait'
    const { headers } = await h.call('POST', path, { ...onSteps, on_completion: 'keep' })
    const [, , thread = ''] = (headers.get('content-location') ?? '').split('/')
    expect(await h.state(thread)).toMatchObject({ values: { log } })
  },
}

/** Requests that make runs. */
export const runRequests: Record<string, FieldTable> = {
  RunCreateStateful: {
    at: `POST /threads/${some}/runs`,
    base: { assistant_id: 'steps' },
    published: `assistant_id checkpoint input command metadata config context webhook
    interrupt_before interrupt_after stream_mode stream_subgraphs stream_resumable on_disconnect
    feedback_keys multitask_strategy if_not_exists after_seconds checkpoint_during durability`,
    effects: { ...runEffects, ...statefulEffects },
    faulty: {
      assistant_id: 5,
      checkpoint: { checkpoint_id: 5 },
      command: { goto: 5 },
      metadata: [],
      config: { recursion_limit: 0 },
      context: 'calm',
      webhook: 'relative',
      interrupt_before: 'second',
      interrupt_after: [2],
      stream_mode: 'nothing',
      stream_subgraphs: 'yes',
      stream_resumable: 1,
      on_disconnect: 'stay',
      feedback_keys: [''],
      multitask_strategy: 'wait',
      if_not_exists: 'maybe',
      after_seconds: -1,
      checkpoint_during: 'no',
      durability: 'none',
    },
  },
  RunCreateStateless: {
    at: 'POST /runs',
    base: { assistant_id: 'steps' },
    published: `assistant_id input command metadata config context webhook interrupt_before
    interrupt_after stream_mode feedback_keys stream_subgraphs stream_resumable on_completion
    on_disconnect after_seconds checkpoint_during durability`,
    effects: { ...runEffects, ...statelessEffects },
    faulty: {
      on_completion: 'maybe',
      command: { update: 'log' },
      multitask_strategy: 'wait',
      checkpoint: {},
      checkpoint_id: 'a',
      if_not_exists: 'maybe',
    },
  },
}
