/**
 * The vendor's published client, unchanged, against our agent server: every call that it has for what
 * the published description of the interface lists.
 */
import { randomUUID } from 'node:crypto'
import { Client, type StreamMode } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

let h: Harness
let client: Client
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      approve: './approve.ts:graph',
      conversation: './conversation.ts:graph',
      progress: './patterns.ts:progress',
      dynamic: './patterns.ts:dynamic',
      deep: './patterns.ts:deep',
      declared: './patterns.ts:declared',
    },
  })
  client = new Client({ apiUrl: h.url, apiKey, callerOptions: { maxRetries: 0 } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

async function all<Event>(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stream) events.push(event)
  return events
}

const kinds = (events: { event: string }[]) => [...new Set(events.map(({ event }) => event))]
const say = (content: string) => ({ messages: [{ role: 'user', content }] })

describe('assistants', () => {
  it('are created, read, changed, found, counted and deleted', async () => {
    const made = await client.assistants.create({
      graphId: 'dynamic',
      name: 'Two steps',
      config: { configurable: { steps: 2 } },
      context: { tone: 'calm' },
      metadata: { by: 'client' },
      description: 'for the test',
    })
    expect(await client.assistants.get(made.assistant_id)).toEqual(made)
    expect((await client.assistants.get('dynamic')).graph_id).toBe('dynamic')
    const metadata = { by: 'client' }
    expect(await client.assistants.search({ metadata, sortBy: 'name', sortOrder: 'asc' })).toEqual([
      made,
    ])
    const page = await client.assistants.search({ limit: 2, includePagination: true })
    expect(page).toMatchObject({ assistants: { length: 2 }, next: '2' })
    expect(await client.assistants.count({ metadata })).toBe(1)
    const same = { graphId: 'dynamic', assistantId: made.assistant_id }
    await expect(client.assistants.create(same)).rejects.toThrow('409')
    expect(await client.assistants.create({ ...same, ifExists: 'do_nothing' })).toEqual(made)
    expect(await client.runs.wait(null, made.assistant_id, { input: { trail: [] } })).toEqual({
      trail: ['step_1', 'step_2'],
    })
    await client.assistants.delete(made.assistant_id)
    await expect(client.assistants.get(made.assistant_id)).rejects.toThrow('404')
  })

  it('have versions', async () => {
    const { assistant_id: id } = await client.assistants.create({ graphId: 'steps', name: 'One' })
    expect(await client.assistants.update(id, { name: 'Two' })).toMatchObject({ version: 2 })
    const versions = await client.assistants.getVersions(id)
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [2, 'Two'],
      [1, 'One'],
    ])
    expect(await client.assistants.setLatest(id, 1)).toMatchObject({ version: 1, name: 'One' })
  })

  it('tell their graph, its schemas and its subgraphs', async () => {
    const { nodes, edges } = await client.assistants.getGraph('declared')
    expect(nodes.map(({ id }) => id)).toEqual(['__start__', 'write', 'review', '__end__'])
    expect(edges.some(({ conditional }) => conditional)).toBe(true)
    expect((await client.assistants.getGraph('deep', { xray: 1 })).nodes.length).toBeGreaterThan(4)
    const { state_schema, context_schema } = await client.assistants.getSchemas('declared')
    expect([state_schema, context_schema]).toMatchObject([
      { properties: { topic: { type: 'string' } } },
      { properties: { tone: { type: 'string' } } },
    ])
    expect(Object.keys(await client.assistants.getSubgraphs('deep', { recurse: true }))).toEqual([
      'outer',
      'outer|inner',
    ])
    const one = await client.assistants.getSubgraphs('deep', { namespace: 'outer' })
    expect(Object.keys(one)).toEqual(['outer'])
  })
})

describe('threads', () => {
  it('are created, changed, found, counted, copied and deleted', async () => {
    const threadId = randomUUID()
    const metadata = { group: randomUUID() }
    const made = await client.threads.create({ threadId, metadata, graphId: 'steps' })
    expect(made).toMatchObject({ thread_id: threadId, status: 'idle' })
    await expect(client.threads.create({ threadId })).rejects.toThrow('409')
    await client.threads.create({ threadId, ifExists: 'do_nothing' })
    await client.threads.update(threadId, { metadata: { more: 1 } })
    const minimal = client.threads.update(threadId, { metadata: {}, returnMinimal: true })
    expect(await minimal).toBeUndefined()
    await client.runs.wait(threadId, 'steps', { input: {} })
    expect(await client.threads.get(threadId)).toMatchObject({
      metadata: { ...metadata, more: 1 },
      values: { log: ['first', 'second', 'third'] },
    })
    const values = { log: ['third'] }
    const search = { metadata, values, status: 'idle', sortBy: 'updated_at' } as const
    const found = await client.threads.search({ ...search, select: ['thread_id'] })
    expect(found).toEqual([{ thread_id: threadId }])
    expect(await client.threads.count({ metadata, values })).toBe(1)
    const copy = (await client.threads.copy(threadId)) as unknown as { thread_id: string }
    expect((await client.threads.getState(copy.thread_id)).values).toEqual({
      log: ['first', 'second', 'third'],
    })
    expect(await client.threads.prune([copy.thread_id])).toEqual({ pruned_count: 1 })
    await client.threads.delete(threadId)
    await expect(client.threads.get(threadId)).rejects.toThrow('404')
  })

  it('have states that are read, changed, and told by their history', async () => {
    const { thread_id: id } = await client.threads.create()
    await client.runs.wait(id, 'steps', { input: {} })
    const history = await client.threads.getHistory(id)
    expect(history.map(({ next }) => next)).toEqual([
      [],
      ['third'],
      ['second'],
      ['first'],
      ['__start__'],
    ])
    const [newest, second] = history
    const at = second?.checkpoint
    if (!newest || !at?.checkpoint_id) throw new Error('There is no history.')
    expect(await client.threads.getState(id, at.checkpoint_id)).toEqual(second)
    expect(await client.threads.getState(id, at)).toEqual(second)
    expect(
      await client.threads.getHistory(id, { limit: 1, metadata: { source: 'input' } }),
    ).toEqual(history.slice(-1))
    const before = { configurable: { checkpoint_id: at.checkpoint_id } }
    expect(await client.threads.getHistory(id, { before })).toEqual(history.slice(2))
    await client.threads.updateState(id, {
      values: { log: ['fork'] },
      asNode: 'second',
      checkpoint: at,
    })
    expect(await client.threads.getState(id)).toMatchObject({
      values: { log: ['first', 'second', 'fork'] },
      next: ['third'],
    })
  })

  it('are written by supersteps', async () => {
    const values = { log: ['written'] }
    const { thread_id: id } = await client.threads.create({
      graphId: 'steps',
      supersteps: [
        { updates: [{ values, asNode: '__input__' }] },
        { updates: [{ values, asNode: '__start__' }] },
        { updates: [{ values: { log: ['first'] }, asNode: 'first' }] },
      ],
    })
    expect(await client.threads.getState(id)).toMatchObject({
      values: { log: ['written', 'first'] },
      next: ['second'],
    })
  })

  it('have a stream of all their runs', async () => {
    const { thread_id: id } = await client.threads.create()
    const leave = new AbortController()
    const seen: string[] = []
    const read = (async () => {
      for await (const { event } of client.threads.joinStream(id, {
        lastEventId: '-',
        signal: leave.signal,
      })) {
        seen.push(event)
        if (seen.length === 6) leave.abort()
      }
    })()
    for (let number = 0; number < 2; number += 1) {
      await client.runs.wait(id, 'progress', { input: {} })
    }
    await read.catch((error: unknown) => expect(leave.signal.aborted, String(error)).toBe(true))
    const run = ['metadata', 'values', 'metadata']
    expect(seen).toEqual([...run, ...run])
  })
})

describe('runs', () => {
  const expected: [StreamMode, string[]][] = [
    ['values', ['metadata', 'values']],
    ['updates', ['metadata', 'updates']],
    ['messages', ['metadata', 'messages/complete', 'messages/metadata', 'messages/partial']],
    ['messages-tuple', ['metadata', 'messages']],
    ['custom', ['metadata']],
    ['events', ['metadata', 'events']],
    ['debug', ['metadata', 'debug']],
    ['tasks', ['metadata', 'tasks']],
    ['checkpoints', ['metadata', 'checkpoints']],
  ]
  it.each(expected)('§6 are streamed in the mode %s', async (streamMode, events) => {
    const { thread_id: id } = await client.threads.create()
    const input = say('hello')
    const seen = await all(client.runs.stream(id, 'conversation', { input, streamMode }))
    expect(kinds(seen)).toEqual(events)
    const { values } = await client.threads.getState<{ messages: { content: string }[] }>(id)
    expect(values.messages.map(({ content }) => content)).toEqual(['hello', 'You said: hello'])
  })

  it('§6 are streamed in several modes at once, with what subgraphs do', async () => {
    const { thread_id: id } = await client.threads.create()
    const seen = await all(
      client.runs.stream(id, 'deep', {
        input: { trail: [] },
        streamMode: ['values', 'updates', 'tasks'],
        streamSubgraphs: true,
      }),
    )
    const names = kinds(seen).map((event) => event.replace(/:[0-9a-f-]{36}/g, ''))
    expect(names).toEqual(
      expect.arrayContaining(['metadata', 'values', 'updates|outer', 'tasks|outer|inner']),
    )
  })

  it('§6 a message comes token by token, under one id', async () => {
    const { thread_id: id } = await client.threads.create()
    const streamMode = 'messages-tuple' as const
    const seen = await all(
      client.runs.stream(id, 'conversation', { input: say('a b'), streamMode }),
    )
    const chunks = seen.flatMap(({ event, data }) =>
      event === 'messages' ? [data[0] as { id: string; content: string }] : [],
    )
    expect(chunks.map(({ content }) => content).join('')).toBe('You said: a b')
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1)
  })

  it('are created, listed, read, joined and deleted', async () => {
    const { thread_id: id } = await client.threads.create()
    let created: string | undefined
    const run = await client.runs.create(id, 'steps', {
      input: {},
      metadata: { by: 'client' },
      onRunCreated: ({ run_id }) => {
        created = run_id
      },
    })
    expect(run).toMatchObject({ run_id: created, thread_id: id, metadata: { by: 'client' } })
    expect(await client.runs.join(id, run.run_id)).toEqual({ log: ['first', 'second', 'third'] })
    expect(await client.runs.get(id, run.run_id)).toMatchObject({ status: 'success' })
    const listed = await client.runs.list(id, { status: 'success', select: ['run_id'], limit: 1 })
    expect(listed).toEqual([{ run_id: run.run_id }])
    await client.runs.delete(id, run.run_id)
    await expect(client.runs.get(id, run.run_id)).rejects.toThrow('404')
  })

  it('§6 a stream is joined from any event, in the modes that are asked for', async () => {
    const { thread_id: id } = await client.threads.create()
    const streamMode = ['messages-tuple', 'values'] as const
    const options = { input: say('again'), streamMode: [...streamMode], streamResumable: true }
    const seen = await all(client.runs.stream(id, 'conversation', options))
    const [run] = await client.runs.list(id)
    const join = (more: object) => all(client.runs.joinStream(id, run?.run_id ?? '', more))
    expect(await join({ lastEventId: '-1' })).toEqual(seen)
    expect(await join({ lastEventId: (seen[2] as { id?: string }).id })).toEqual(seen.slice(3))
    expect(kinds(await join({ lastEventId: '-1', streamMode: 'values' }))).toEqual([
      'metadata',
      'values',
    ])
  })

  it('§6 a connection that breaks is taken up again by the client itself, without a gap', async () => {
    const gate = randomUUID()
    const { thread_id: id } = await client.threads.create()
    const socket = new AbortController()
    let isFirst = true
    const breaking = new Client({
      apiUrl: h.url,
      apiKey,
      callerOptions: {
        maxRetries: 0,
        fetch: async (url: string, init: RequestInit) => {
          if (!isFirst) return fetch(url, init)
          isFirst = false
          const answer = await fetch(url, init)
          return new Response(answer.body?.pipeThrough(brokenBy(socket.signal)), answer)
        },
      },
    })
    const input = { gate }
    const seen: unknown[] = []
    for await (const { event, data } of breaking.runs.stream(id, 'progress', {
      input,
      streamMode: 'custom',
      streamResumable: true,
      onDisconnect: 'continue',
    })) {
      if (event === 'custom') seen.push(data)
      if (seen.length === 1 && !socket.signal.aborted) {
        socket.abort()
        h.gates.open(gate)
      }
    }
    expect(seen).toEqual([{ percent: 50 }, { percent: 100 }])
  })

  it('§3 are cancelled with both actions, one by one and many at once', async () => {
    const started = async () => {
      const { thread_id } = await client.threads.create()
      const gate = randomUUID()
      const input = { gates: { second: gate } }
      const run = await client.runs.create(thread_id, 'steps', { input })
      await h.gates.arrived(gate)
      return { thread_id, run_id: run.run_id }
    }
    const one = await started()
    await client.runs.cancel(one.thread_id, one.run_id, true)
    expect(await client.runs.get(one.thread_id, one.run_id)).toMatchObject({
      status: 'interrupted',
    })
    await expect(client.runs.cancel(one.thread_id, one.run_id)).rejects.toThrow('409')
    const two = await started()
    await client.runs.cancel(two.thread_id, two.run_id, true, 'rollback')
    await expect(client.runs.get(two.thread_id, two.run_id)).rejects.toThrow('404')
    const [three, four] = [await started(), await started()]
    await client.runs.cancelMany({ threadId: three.thread_id, runIds: [three.run_id] })
    await client.runs.cancelMany({ status: 'running', action: 'interrupt' })
    for (const { thread_id, run_id } of [three, four]) {
      await client.runs.join(thread_id, run_id)
      expect(await client.runs.get(thread_id, run_id)).toMatchObject({ status: 'interrupted' })
    }
  })

  it('wait for their output, pause for a person, and are resumed', async () => {
    const { thread_id: id } = await client.threads.create()
    expect(await client.runs.wait(id, 'approve', { input: {} })).toMatchObject({
      __interrupt__: [{ value: { question: 'Approve?' } }],
    })
    expect(await client.threads.get(id)).toMatchObject({ status: 'interrupted' })
    await client.runs.wait(id, 'approve', { command: { resume: false } })
    expect(await client.runs.wait(id, 'approve', { command: { resume: 'yes' } })).toMatchObject({
      answers: [false, 'yes'],
    })
    const stopped = await client.runs.wait(id, 'steps', { input: {}, interruptBefore: ['second'] })
    expect(stopped).toMatchObject({ log: ['first'] })
    expect((await client.threads.getState(id)).next).toEqual(['second'])
  })

  it('run from an earlier checkpoint, and with a command that changes and goes on', async () => {
    const { thread_id: id } = await client.threads.create()
    await client.runs.wait(id, 'steps', { input: {} })
    const [, second] = await client.threads.getHistory(id)
    const checkpoint = second?.checkpoint
    expect(await client.runs.wait(id, 'steps', { input: null, checkpoint })).toEqual({
      log: ['first', 'second', 'third'],
    })
    const command = { update: { log: ['by command'] }, goto: 'third' }
    expect(await client.runs.wait(id, 'steps', { command })).toMatchObject({
      log: ['first', 'second', 'third', 'by command', 'third'],
    })
  })

  it('run without a thread: waited for, streamed, in the background and in a batch', async () => {
    // The client's types have other words than the published description.
    const keep = 'keep' as never
    const input = { trail: [] }
    expect(await client.runs.wait(null, 'dynamic', { input })).toEqual({ trail: ['step_1'] })
    const seen = await all(client.runs.stream(null, 'dynamic', { input, streamMode: 'updates' }))
    expect(kinds(seen)).toEqual(['metadata', 'updates'])
    const run = await client.runs.create(null, 'dynamic', { input, onCompletion: keep })
    expect(await client.runs.join(run.thread_id, run.run_id)).toEqual({ trail: ['step_1'] })
    const config = { configurable: { steps: 2 } }
    const batch = await client.runs.createBatch([
      { assistantId: 'dynamic', input, onCompletion: keep },
      { assistantId: 'dynamic', input, config, onCompletion: keep },
    ])
    const outputs = await Promise.all(
      batch.map(({ thread_id, run_id }) => client.runs.join(thread_id, run_id)),
    )
    expect(outputs).toEqual([{ trail: ['step_1'] }, { trail: ['step_1', 'step_2'] }])
  })

  it('§7 tell failures in the client’s own errors', async () => {
    const { thread_id: id } = await client.threads.create()
    await expect(client.runs.wait(id, 'nope', { input: {} })).rejects.toThrow('404')
    await expect(client.runs.wait(randomUUID(), 'steps', { input: {} })).rejects.toThrow('404')
    await expect(
      client.runs.create(id, 'steps', { input: {}, streamMode: 'odd' as never }),
    ).rejects.toThrow(/422.*stream_mode/)
    await expect(client.runs.wait(id, 'conversation', { input: 7 as never })).rejects.toThrow(
      /422.*input/,
    )
    const command = { goto: 'nowhere' }
    await expect(client.runs.wait(id, 'conversation', { command })).rejects.toThrow(/Error/)
  })
})

describe('the store', () => {
  it('keeps items', async () => {
    const namespace = ['people', randomUUID()]
    await client.store.putItem(namespace, 'ada', { born: 1815 }, { ttl: 60 })
    await client.store.putItem(namespace, 'alan', { born: 1912 })
    expect(await client.store.getItem(namespace, 'ada')).toMatchObject({
      namespace,
      key: 'ada',
      value: { born: 1815 },
      createdAt: expect.any(String),
    })
    const filter = { born: { $gt: 1900 } }
    const { items } = await client.store.searchItems(namespace, { filter })
    expect(items.map(({ key }) => key)).toEqual(['alan'])
    const { namespaces } = await client.store.listNamespaces({ prefix: ['people'] })
    expect(namespaces).toContainEqual(namespace)
    await client.store.deleteItem(namespace, 'ada')
    expect(await client.store.getItem(namespace, 'ada')).toBeNull()
  })
})

it('crons: the six calls', async () => {
  const { thread_id } = await client.threads.create()
  const made = await client.crons.create('steps', {
    schedule: '0 9 * * 1-5',
    timezone: 'America/New_York',
    input: { log: ['by the clock'] },
    metadata: { team: 'reports' },
    streamMode: ['values'],
    endTime: '2100-01-01T00:00:00Z',
    onRunCompleted: 'keep',
  })
  const ofThread = await client.crons.createForThread(thread_id, 'steps', {
    schedule: '@daily',
    multitaskStrategy: 'reject',
  })
  expect(ofThread).toMatchObject({ thread_id, schedule: '@daily' })
  const found = await client.crons.search({ metadata: { team: 'reports' } })
  expect(found).toMatchObject([
    { cron_id: made.cron_id, timezone: 'America/New_York', enabled: true },
  ])
  expect(await client.crons.count({ threadId: thread_id })).toBe(1)
  const paused = await client.crons.update(made.cron_id, { enabled: false, endTime: null })
  expect(paused).toMatchObject({ enabled: false, end_time: null, next_run_date: null })
  await client.crons.delete(made.cron_id)
  await client.crons.delete(ofThread.cron_id)
  expect(await client.crons.search()).toEqual([])
})

/** Passes everything through until the signal; then the connection is as if it had broken. */
function brokenBy(signal: AbortSignal): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    start(controller) {
      const broken = new TypeError('network error')
      signal.addEventListener('abort', () => controller.error(broken))
    },
  })
}
