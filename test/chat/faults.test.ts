// @vitest-environment jsdom
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession, SessionSnapshot } from '../../src/chat/session/session-types.ts'
import type { Transport } from '../../src/client/api.ts'
import { type Fault, FaultServer, type ScriptEvent } from './fault-server.ts'
import { hurriedClock } from './hurried-clock.ts'

const call = { id: 'c1', name: 'look_up', args: { order: 4411 }, type: 'tool_call' }
const final = [
  { id: 'own-1', type: 'human', content: 'Hi' },
  { id: 'a1', type: 'ai', content: 'I look it up.', tool_calls: [call] },
  { id: 't1', type: 'tool', tool_call_id: 'c1', name: 'look_up', content: '{"price":84}' },
  { id: 'a2', type: 'ai', content: Array.from({ length: 180 }, (_x, n) => `w${n} `).join('') },
]

/** 200 events of a run that calls a tool and then answers. */
const script: ScriptEvent[] = [
  { event: 'metadata', data: { run_id: 'named-by-the-location', attempt: 1 } },
  { event: 'values', data: { messages: final.slice(0, 1) } },
  { event: 'tasks', data: { id: 'k1', name: 'agent', input: {}, triggers: [] } },
  ...['I look', ' it up.'].map((content) => chunk('a1', content)),
  chunk('a1', '', {
    tool_call_chunks: [{ index: 0, id: 'c1', name: 'look_up', args: '{"order"' }],
  }),
  chunk('a1', '', { tool_call_chunks: [{ index: 0, args: ':4411}' }] }),
  { event: 'updates', data: { agent: { messages: [final[1]] } } },
  { event: 'tasks', data: { id: 'k1', name: 'agent', result: {}, interrupts: [] } },
  { event: 'values', data: { messages: final.slice(0, 2) } },
  { event: 'tasks', data: { id: 'k2', name: 'tools', input: {}, triggers: [] } },
  { event: 'messages', data: [final[2], { langgraph_node: 'tools' }] },
  { event: 'updates', data: { tools: { messages: [final[2]] } } },
  { event: 'tasks', data: { id: 'k2', name: 'tools', result: {}, interrupts: [] } },
  { event: 'values', data: { messages: final.slice(0, 3) } },
  { event: 'tasks', data: { id: 'k3', name: 'agent', input: {}, triggers: [] } },
  ...Array.from({ length: 180 }, (_x, n) => chunk('a2', `w${n} `)),
  { event: 'updates', data: { agent: { messages: [final[3]] } } },
  { event: 'tasks', data: { id: 'k3', name: 'agent', result: {}, interrupts: [] } },
  { event: 'values', data: { messages: final } },
  { event: 'custom', data: 'done' },
].slice(0, 200)

function chunk(id: string, content: string, rest: object = {}): ScriptEvent {
  return {
    event: 'messages',
    data: [{ id, type: 'AIMessageChunk', content, ...rest }, { langgraph_node: 'agent' }],
  }
}

let server: FaultServer
let transport: Transport

beforeAll(async () => {
  server = new FaultServer(script, { values: { messages: final }, next: [], tasks: [] })
  transport = await server.start()
})
afterAll(() => server?.stop())

function sessionOn(thread_id: string, fault: Fault): RunSession {
  let serial = 0
  return createRunSession({
    transport,
    thread_id,
    clock: hurriedClock(),
    random: () => 0,
    idleMs: fault === 'stall' ? 6_000 : null,
    newId: () => `own-${serial++}`,
    scheduleFrame(callback) {
      const frame = setImmediate(callback)
      return () => clearImmediate(frame)
    },
  })
}

function until(
  session: RunSession,
  condition: (snapshot: SessionSnapshot) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!condition(session.getSnapshot())) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = session.subscribe(look)
    look()
  })
}

async function play(fault: Fault, at: number): Promise<void> {
  const thread_id = server.add(fault, at)
  const thread = server.threads.get(thread_id)
  const where = `${fault} at event ${at}`
  const session = sessionOn(thread_id, fault)
  await session.open()
  const lies: string[] = []
  const endOf = (one: RunSession) =>
    until(one, ({ run, status }) => {
      const isOver = thread?.runs[0]?.isOver ?? false
      if (run && run.outcome !== 'active' && !isOver) lies.push(run.outcome)
      return status === 'ended' || status === 'failed'
    })
  const ended = endOf(session)
  const sent = await session.submit({ text: 'Hi' }, { assistant_id: 'agent' })
  let last = session
  if (fault === 'reload') {
    await until(session, ({ eventCount }) => eventCount === at)
    // A second tab for the even events, the same one for the others.
    if (at % 2 === 1) session.close()
    last = sessionOn(thread_id, fault)
    const endOfLast = endOf(last)
    await last.open()
    await endOfLast
    session.close()
  } else await ended
  const { conversation, run, status, reconnecting } = last.getSnapshot()
  last.close()
  expect({ where, ok: sent.ok, status, reconnecting, lies, outcome: run?.outcome }).toEqual({
    where,
    ok: true,
    status: 'ended',
    reconnecting: null,
    lies: [],
    outcome: 'success',
  })
  expect({ where, messages: conversation.messages.map((item) => item.message) }).toEqual({
    where,
    messages: final,
  })
  expect(conversation.messages.every((item) => item.origin === 'state')).toBe(true)
  expect({ where, posts: thread?.posts, runs: thread?.runs.length }).toEqual({
    where,
    posts: 1,
    runs: 1,
  })
}

const everywhere: Fault[] = [
  'drop',
  'short body',
  'stall',
  'repeat',
  'reorder',
  'inclusive join',
  'garbage',
  'unknown kind',
  'heartbeats',
  'drop and 500',
  'drop and a page',
  'drop and forget',
  'no ids, replay',
  'no ids, rest',
  'splits',
  'reload',
]

it('has 200 events', () => expect(script).toHaveLength(200))

it.each(everywhere)(
  '%s at each of 200 events: one run, one POST, the server’s state, no claim before it is so',
  async (fault) => {
    const places = script.map((_event, at) => at).filter((at) => at > 0 || !isCut(fault))
    const next = async (): Promise<void> => {
      const at = places.shift()
      if (at === undefined) return
      await play(fault, at)
      await next()
    }
    await Promise.all(Array.from({ length: 8 }, next))
  },
)

it('the answer to the POST is lost: the run is found by its mark and never made twice', () =>
  play('lost answer', 0))

/** Cut before the first byte, a stream has not named its run: that is the lost answer. */
function isCut(fault: Fault): boolean {
  return fault === 'stall' || fault === 'short body'
}
