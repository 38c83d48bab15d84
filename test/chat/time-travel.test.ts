// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browserChannel, type ThreadChannel } from '../../src/chat/session/thread-channel.ts'
import type { Transport } from '../../src/client/api.ts'
import { json, runIdOf, ScriptedServer, threadId } from './scripted-server.ts'
import { sessionOn, shown } from './session-harness.ts'

const agent = { assistant_id: 'agent' }
let server: ScriptedServer
let transport: Transport

beforeEach(async () => {
  server = new ScriptedServer()
  transport = await server.start()
})
afterEach(() => server?.stop())

const message = (n: number) => ({ id: `m${n}`, type: n % 2 ? 'human' : 'ai', content: `${n}` })

/** A thread of so many messages, each with a checkpoint, that pages its history. */
function longThread(count: number, options: { ignoresBefore?: boolean } = {}) {
  const states = Array.from({ length: count + 1 }, (_x, n) => ({
    values: { messages: Array.from({ length: n }, (_y, index) => message(index + 1)) },
    next: n === count ? [] : ['agent'],
    tasks: [],
    metadata: { source: 'loop', step: n },
    checkpoint: { checkpoint_id: `c${String(n).padStart(4, '0')}` },
    parent_checkpoint: n === 0 ? null : { checkpoint_id: `c${String(n - 1).padStart(4, '0')}` },
  })).reverse()
  server.state = states[0] ?? {}
  const pages: number[] = []
  server.override = ({ path, query }, response) => {
    if (!path.endsWith('/history')) return false
    const limit = Number(query.get('limit'))
    const before = query.get('before')
    const from = states.findIndex(({ checkpoint }) => checkpoint.checkpoint_id === before) + 1
    pages.push(limit)
    const start = options.ignoresBefore ? 0 : from
    json(response, 200, states.slice(start, start + limit))
    return true
  }
  return { pages, head: `c${String(count).padStart(4, '0')}` }
}

it('finds the checkpoint before a message however old, in small pages, and goes on from it', async () => {
  const { pages, head } = longThread(120)
  const { session } = sessionOn(transport, threadId)
  await session.open()
  expect(pages).toEqual([])
  const point = await session.history.beforeMessage('m3', head)
  expect(point).toMatchObject({ isFound: true, entry: { checkpoint_id: 'c0002' } })
  expect(Math.max(...pages)).toBeLessThanOrEqual(20)
  expect(pages.length).toBeGreaterThan(10)
  const sent = session.submit({ text: 'other words' }, { ...agent, checkpoint_id: 'c0002' })
  const run = await server.run()
  expect(run.body).toMatchObject({ checkpoint: { checkpoint_id: 'c0002' } })
  expect(shown(session.getSnapshot())).toEqual(['human: 1', 'ai: 2', 'human: other words'])
  run.end('success')
  await sent
})

it('does not keep saying that there are no checkpoints once a run has made some', async () => {
  server.override = ({ path }, response) => {
    if (path.endsWith('/history')) json(response, 200, [])
    return path.endsWith('/history')
  }
  const { session, until } = sessionOn(transport, threadId)
  await session.open()
  const sent = session.submit({ text: 'Hi' }, agent)
  const run = await server.run()
  await session.history.refresh()
  expect(session.history.getSnapshot()).toMatchObject({ entries: [], isComplete: true })
  longThread(40)
  run.end('success')
  await sent
  await until((now) => now.status === 'ended')
  expect(session.history.getSnapshot()).toMatchObject({ entries: [], isComplete: false })
  await session.history.refresh()
  expect(session.history.getSnapshot().entries.length).toBeGreaterThan(0)
  expect(session.history.getSnapshot().isComplete).toBe(false)
})

it('says why a message cannot be changed', async () => {
  const { head } = longThread(30, { ignoresBefore: true })
  const { session } = sessionOn(transport, threadId)
  await session.open()
  expect(await session.history.beforeMessage('m1', head)).toEqual({
    isFound: false,
    reason:
      'The thread’s history could not be read. The server repeats the same checkpoints instead of older ones.',
  })
  expect(await session.history.beforeMessage('nobody', head)).toMatchObject({ isFound: false })
})

it('puts a queued run first: those before it are cancelled, and sent again behind it once that is so', async () => {
  const { session, until } = sessionOn(transport, threadId, { feedbackKeys: ['user_score'] })
  await session.open()
  const first = session.submit({ text: 'one' }, agent)
  await server.run()
  await first
  await session.submit({ text: 'two' }, agent)
  await session.submit({ text: 'three' }, agent)
  await session.submit({ text: 'four' }, agent)
  server.onCancel = (run, action) => {
    expect(action).toBe('rollback')
    server.remove(run)
  }
  await session.moveToFront(runIdOf(4))
  const { queued, actions } = await until((now) => now.queued.length === 3)
  const words = queued.map(({ kwargs }) => JSON.stringify(kwargs?.input))
  expect(words.map((text) => /four|three|two/.exec(text)?.[0])).toEqual(['four', 'two', 'three'])
  expect(queued[1]?.kwargs?.feedback_keys).toEqual(['user_score'])
  expect(actions.findLast((entry) => entry.action === 'move to front')).toMatchObject({
    outcome: 'is next',
  })
  session.close()
})

it('tells other tabs what changed, and reads again when they tell', async () => {
  const listeners = new Set<() => void>()
  const channel: ThreadChannel = {
    tell: () => {
      for (const listener of listeners) listener()
    },
    listen(_thread, callback) {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
  }
  const here = sessionOn(transport, threadId, { channel })
  const there = sessionOn(transport, threadId, { channel })
  await here.session.open()
  await there.session.open()
  const sent = here.session.submit({ text: 'Hi' }, agent)
  const run = await server.run(1, 2)
  await sent
  const followed = await there.until((now) => now.run?.run_id === run.run_id)
  expect(followed.run?.outcome).toBe('active')
  here.session.close()
  there.session.close()
  expect(listeners.size).toBe(0)
})

it('a page hears the other tabs of the browser, and not itself', async () => {
  const here = browserChannel()
  const there = browserChannel()
  const heard: string[] = []
  const stops = [
    here.listen('a', () => heard.push('here a')),
    here.listen('b', () => heard.push('here b')),
  ]
  await new Promise<void>((resolve) => {
    stops.push(
      there.listen('a', () => {
        heard.push('there a')
        there.tell('b')
      }),
      there.listen('b', () => heard.push('there b')),
    )
    stops.push(here.listen('b', resolve))
    here.tell('a')
  })
  expect(heard).toEqual(['there a', 'here b'])
  for (const stop of stops) stop()
})

it('explains a thread that was deleted meanwhile', async () => {
  const { session } = sessionOn(transport, threadId)
  await session.open()
  server.override = ({ path }, response) => {
    const isGone = path === `/threads/${threadId}`
    if (!isGone && !path.endsWith('/runs/stream')) return false
    const detail = isGone ? 'Thread not found' : 'Thread is already running a task.'
    json(response, isGone ? 404 : 422, { detail })
    return true
  }
  expect(await session.submit({ text: 'Hi' }, agent)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('it was deleted') },
  })
})

it('36: nothing of a deleted thread is shown where its state is read as an empty one', async () => {
  server.setMessages([message(1), message(2)])
  const { session, until } = sessionOn(transport, threadId)
  await session.open()
  server.setMessages([])
  server.override = ({ path }, response) => {
    if (path.endsWith('/state')) return false
    json(response, 404, { detail: 'Thread not found' })
    return true
  }
  expect(await session.submit({ text: 'Hi' }, agent)).toMatchObject({ ok: false })
  const { conversation, thread_id } = await until(({ isLost }) => isLost)
  expect([conversation.messages, thread_id]).toEqual([[], null])
})

it('36: a thread without a state stays where only what was asked of it is not there', async () => {
  const { session } = sessionOn(transport, threadId)
  await session.open()
  server.override = ({ path }, response) => {
    if (!path.endsWith('/runs/stream')) return false
    json(response, 404, { detail: 'Assistant not found' })
    return true
  }
  expect(await session.submit({ text: 'Hi' }, agent)).toMatchObject({ ok: false })
  await server.seen('GET', /\/runs$/, 2)
  expect(session.getSnapshot()).toMatchObject({ thread_id: threadId, isLost: false })
})
