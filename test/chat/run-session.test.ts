// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionSnapshot } from '../../src/chat/session/session-types.ts'
import type { Transport } from '../../src/client/api.ts'
import { heldUntil } from '../../src/contract/agent-server/runs.ts'
import { json, runIdOf, type ScriptedRun, ScriptedServer, threadId } from './scripted-server.ts'
import { sessionOn, shown } from './session-harness.ts'

const agent = { assistant_id: 'agent' }
let server: ScriptedServer
let transport: Transport

beforeEach(async () => {
  server = new ScriptedServer()
  transport = await server.start()
})
afterEach(() => server?.stop())

const human = (id: string, content: string) => ({ id, type: 'human', content })
const ai = (id: string, content: string) => ({ id, type: 'ai', content })

function say(run: ScriptedRun, id: string, ...tokens: string[]): void {
  for (const content of tokens) {
    run.emit('messages', [{ id, type: 'AIMessageChunk', content }, { langgraph_node: 'talk' }])
  }
}

/** Asks and streams half an answer; the message's id is `own-2`. */
async function halfAnswered(options: { onDisconnect?: 'cancel' | 'continue' } = {}) {
  const tested = sessionOn(transport, threadId)
  await tested.session.open()
  const sent = tested.session.submit({ text: 'Hi' }, { ...agent, ...options })
  const run = await server.run()
  run.emit('metadata', { run_id: run.run_id, attempt: 1 })
  run.emit('values', { messages: [human('own-2', 'Hi')] })
  say(run, 'a1', 'Hel', 'lo')
  await sent
  await tested.until((snapshot) => shown(snapshot).includes('ai: Hello'))
  return { ...tested, run }
}

describe('submit', () => {
  it('makes the thread with the first message, streams, and ends with the state as read', async () => {
    const created: string[] = []
    const { session, until, history } = sessionOn(transport, null, {
      onThreadCreated: (id) => created.push(id),
      feedbackKeys: ['user_score'],
    })
    const statuses = history((snapshot) => snapshot.status)
    await session.open()
    const result = session.submit({ text: 'Hi' }, agent)
    expect(shown(session.getSnapshot())).toEqual(['human: Hi'])
    const run = await server.run()
    expect(await result).toEqual({ ok: true, run_id: run.run_id })
    expect(created).toEqual([threadId])
    run.emit('values', { messages: [human('own-2', 'Hi')] })
    say(run, 'a1', 'Hel')
    await until((snapshot) => shown(snapshot).at(-1) === 'ai: Hel')
    say(run, 'a1', 'lo')
    server.setMessages([human('own-2', 'Hi'), ai('a1', 'Hello, as the state has it')])
    run.end('success')
    const ended = await until((snapshot) => snapshot.status === 'ended')
    expect(shown(ended)).toEqual(['human: Hi', 'ai: Hello, as the state has it'])
    expect(ended.run?.outcome).toBe('success')
    expect(ended.conversation.messages.map((item) => item.run_id)).toEqual([run.run_id, run.run_id])
    expect(statuses).toEqual(['idle', 'connecting', 'streaming', 'ended'])
    expect(server.count('POST', /runs\/stream$/)).toBe(1)
    expect(run.body).toMatchObject({
      stream_resumable: true,
      on_disconnect: 'continue',
      multitask_strategy: 'enqueue',
      feedback_keys: ['user_score'],
      input: { messages: [{ id: 'own-2', role: 'user', content: 'Hi' }] },
    })
  })

  it('gives the text back when the server refuses', async () => {
    server.override = ({ path }, response) => {
      if (!path.endsWith('/runs/stream')) return false
      json(response, 422, { detail: 'No assistant “agent”.' })
      return true
    }
    const { session } = sessionOn(transport, threadId)
    await session.open()
    const result = await session.submit({ text: 'Hi' }, agent)
    expect(result).toMatchObject({ ok: false, error: { message: 'No assistant “agent”.' } })
    expect(shown(session.getSnapshot())).toEqual([])
    expect(session.getSnapshot().run).toBeNull()
    expect(server.count('POST', /runs\/stream$/)).toBe(1)
  })

  it('finds the run again when the answer to its creation was lost, and never posts twice', async () => {
    server.override = ({ path, body }, response) => {
      if (!path.endsWith('/runs/stream')) return false
      server.addRun(body)
      response.destroy()
      return true
    }
    const { session, clock, until } = sessionOn(transport, threadId)
    await session.open()
    const result = session.submit({ text: 'Hi' }, agent)
    expect(await result).toEqual({ ok: true, run_id: runIdOf(1) })
    await clock.pass()
    server.override = null
    const run = await server.run()
    server.setMessages([human('own-2', 'Hi'), ai('a1', 'Yes')])
    run.end('success')
    expect(shown(await until((snapshot) => snapshot.status === 'ended'))).toEqual([
      'human: Hi',
      'ai: Yes',
    ])
    expect(server.count('POST', /runs/)).toBe(1)
  })

  it('gives the text back when the connection broke and no run was made', async () => {
    server.override = ({ path }, response) => {
      if (!path.endsWith('/runs/stream')) return false
      response.destroy()
      return true
    }
    const { session } = sessionOn(transport, threadId)
    await session.open()
    expect(await session.submit({ text: 'Hi' }, agent)).toMatchObject({ ok: false })
    expect(server.count('POST', /runs/)).toBe(1)
  })
})

describe('a broken connection', () => {
  it('joins with Last-Event-ID, says so, and doubles nothing', async () => {
    const { clock, until, history, run } = await halfAnswered()
    const attempts = history((snapshot) => snapshot.reconnecting?.attempt ?? null)
    run.drop()
    await until((snapshot) => snapshot.reconnecting !== null)
    say(run, 'a1', ' wor')
    expect(await clock.pass()).toEqual([375])
    await server.run()
    say(run, 'a1', 'ld')
    await until((snapshot) => shown(snapshot).at(-1) === 'ai: Hello world')
    const join = await server.seen('GET', /\/stream$/)
    expect(join.headers['last-event-id']).toBe('3')
    server.setMessages([human('own-2', 'Hi'), ai('a1', 'Hello world')])
    run.end('success')
    const ended = await until((snapshot) => snapshot.status === 'ended')
    expect(shown(ended)).toEqual(['human: Hi', 'ai: Hello world'])
    expect(attempts.at(-1)).toBeNull()
    expect(server.count('POST', /runs\/stream$/)).toBe(1)
  })

  it('drops repeated events of a server that reads Last-Event-ID as inclusive', async () => {
    const { clock, until, run } = await halfAnswered()
    server.override = ({ path, method, headers }, response) => {
      if (method !== 'GET' || !path.endsWith('/stream')) return false
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      // Only the last piece of text: after all the events before it, it would be in its right place.
      for (const { id, event, data } of run.log.slice(Number(headers['last-event-id']))) {
        response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`)
      }
      run.listeners.add(response)
      return true
    }
    run.drop()
    await clock.pass()
    await server.run()
    say(run, 'a1', '!')
    expect(shown(await until((snapshot) => shown(snapshot).at(-1) !== 'ai: Hello'))).toEqual([
      'human: Hi',
      'ai: Hello!',
    ])
  })

  it('starts the half-streamed text over where events carry no ids', async () => {
    const tested = sessionOn(transport, threadId)
    await tested.session.open()
    void tested.session.submit({ text: 'Hi' }, agent)
    const run = await server.run()
    run.hasIds = false
    say(run, 'a1', 'Hel', 'lo')
    await tested.until((snapshot) => shown(snapshot).at(-1) === 'ai: Hello')
    run.drop()
    await tested.clock.pass()
    await server.run()
    say(run, 'a1', ' again')
    await tested.until((snapshot) => shown(snapshot).at(-1) === 'ai: Hello again')
  })

  it('waits longer each time, and at once when told to', async () => {
    const { session, clock, until, run } = await halfAnswered()
    server.override = (seen, response) => {
      if (seen.method !== 'GET') return false
      json(response, 503, { detail: 'Busy.' })
      return true
    }
    run.drop()
    const waits = [await clock.pass(), await clock.pass(), await clock.pass()].flat()
    expect(waits).toEqual([375, 750, 1500])
    await until((snapshot) => typeof snapshot.reconnecting?.retryAt === 'number')
    // In vain: it is not back yet, and the waits begin anew.
    session.retryNow()
    await until((snapshot) => snapshot.reconnecting?.attempt === 1)
    expect(await clock.pass()).toEqual([375])
    await until((snapshot) => typeof snapshot.reconnecting?.retryAt === 'number')
    server.override = null
    server.setMessages([human('own-2', 'Hi'), ai('a1', 'Hello')])
    run.end('success')
    session.retryNow()
    await until((snapshot) => snapshot.status === 'ended')
  })

  it('does not take the end of a stream for the end of the run', async () => {
    const { clock, until, run } = await halfAnswered()
    for (const listener of run.listeners) listener.end()
    run.listeners.clear()
    await clock.pass()
    await server.run()
    say(run, 'a1', '!')
    await until((snapshot) => shown(snapshot).at(-1) === 'ai: Hello!')
  })
})

describe('opening', () => {
  it('33.2: shows what the thread keeps while its graph cannot be asked, and reads on', async () => {
    server.addRun({ input: { messages: [human('h1', 'Hi')] } }).end('success')
    const messages = [human('h1', 'Hi'), ai('a1', 'Sure?')]
    const state = {
      values: { messages },
      next: ['ask'],
      tasks: [],
      checkpoint: { checkpoint_id: 'c1' },
    }
    server.override = ({ method, path }, response) => {
      if (method !== 'GET' || path.includes('/runs')) return false
      const kept = {
        values: { messages },
        interrupts: { t1: [{ id: 'q1', value: 'Sure?' }], t2: [] },
      }
      const thread = { thread_id: threadId, created_at: '', updated_at: '', status: 'interrupted' }
      if (path.endsWith('/state')) json(response, 503, { detail: 'The agent is down.' })
      else json(response, 200, { ...thread, ...kept })
      return true
    }
    const { session, until, clock } = sessionOn(transport, threadId)
    const opened = session.open()
    const kept = await until((snapshot) => snapshot.kept !== null && snapshot.opening === 'open')
    expect(kept.state).toBe(kept.kept)
    expect(shown(kept)).toEqual(['human: Hi', 'ai: Sure?'])
    expect(kept.records).toHaveLength(1)
    expect(kept.conversation.interrupts).toMatchObject([{ id: 'q1' }])
    await until((snapshot) => typeof snapshot.reconnecting?.retryAt === 'number')
    const asked = server.count('GET', /\/state$/)
    // Whoever comes back to the tab wakes the read that waits; no second one goes on beside it.
    await session.refresh()
    await server.seen('GET', /\/state$/, asked + 1)
    await until((snapshot) => typeof snapshot.reconnecting?.retryAt === 'number')
    expect(await clock.pass()).toHaveLength(1)
    await until((snapshot) => typeof snapshot.reconnecting?.retryAt === 'number')
    await session.history.refresh()
    expect(session.history.getSnapshot().error).not.toBeNull()
    server.override = ({ path }, response) => {
      if (!path.endsWith('/history')) return false
      json(response, 200, [])
      return true
    }
    server.state = state
    session.retryNow()
    await opened
    await expect.poll(() => session.history.getSnapshot().error).toBeNull()
    const { state: now, reconnecting } = session.getSnapshot()
    expect([now?.checkpoint?.checkpoint_id, reconnecting]).toEqual(['c1', null])
  })

  it('33.2: a graph that takes its time is waited for beside what the thread keeps', async () => {
    const messages = [human('h1', 'Hi'), ai('a1', 'Hello')]
    const { session, until, clock } = sessionOn(transport, threadId)
    server.override = async ({ path }, response) => {
      if (path.endsWith('/state')) {
        expect(await clock.pass()).toEqual([3_000])
        await until((snapshot) => snapshot.kept !== null)
        server.setMessages(messages)
        return false
      }
      if (path.includes('/runs')) return false
      const thread = { thread_id: threadId, created_at: '', updated_at: '', status: 'idle' }
      json(response, 200, { ...thread, values: { messages: messages.slice(0, 1) } })
      return true
    }
    await session.open()
    const { state, kept } = session.getSnapshot()
    expect(shown(session.getSnapshot())).toEqual(['human: Hi', 'ai: Hello'])
    expect(state).not.toBe(kept)
  })

  it('goes on without a word where the thread keeps nothing', async () => {
    server.override = ({ path }, response) => {
      if (!path.endsWith('/state')) return false
      json(response, 503, { detail: 'The agent is down.' })
      return true
    }
    const { session, until, clock } = sessionOn(transport, threadId)
    void session.open()
    await server.seen('GET', /\/threads\/[^/]+$/)
    await clock.pass()
    const { opening, kept } = await until((snapshot) => snapshot.reconnecting?.attempt === 2)
    expect([opening, kept]).toEqual(['reading', null])
  })

  it('continues the answer of an active run after a reload', async () => {
    server.setMessages([human('h1', 'Hi')])
    const run = server.addRun({ input: { messages: [{ id: 'h1', role: 'user', content: 'Hi' }] } })
    run.emit('values', { messages: [human('h1', 'Hi')] })
    say(run, 'a1', 'Hel')
    const { session, until } = sessionOn(transport, threadId)
    await session.open()
    await server.run()
    say(run, 'a1', 'lo')
    const snapshot = await until((now) => shown(now).at(-1) === 'ai: Hello')
    expect(shown(snapshot)).toEqual(['human: Hi', 'ai: Hello'])
    expect((await server.seen('GET', /\/stream$/)).headers['last-event-id']).toBe('-1')
    // Told from memory: when it was written is not known.
    expect(snapshot.conversation.pace).toBeNull()
  })

  it('36: a run that was waiting is at work once something of it comes', async () => {
    server.setMessages([human('h1', 'Hi')])
    const run = server.addRun({}, 'pending')
    const { session, clock, until } = sessionOn(transport, threadId)
    await session.open()
    await server.run()
    run.emit('metadata', { run_id: run.run_id, attempt: 1 })
    const waiting = await until(({ eventCount }) => eventCount === 1)
    expect(waiting.run?.record?.status).toBe('pending')
    // What is told at once is from memory.
    clock.jump(1_000)
    say(run, 'a1', 'Hel')
    const working = await until((now) => shown(now).at(-1) === 'ai: Hel')
    expect(working.run?.record?.status).toBe('running')
  })

  it('shows a finished thread with the run of each message', async () => {
    server.setMessages([human('h1', 'Hi'), ai('a1', 'Hello')])
    server
      .addRun({ input: { messages: [{ id: 'h1', role: 'user', content: 'Hi' }] } })
      .end('success')
    const { session } = sessionOn(transport, threadId)
    await session.open()
    const snapshot = session.getSnapshot()
    expect(snapshot.opening).toBe('open')
    expect(snapshot.conversation.messages.map((item) => item.run_id)).toEqual([
      runIdOf(1),
      runIdOf(1),
    ])
    expect(snapshot.run?.outcome).toBe('success')
  })

  it('33: shows the run of each message of a program that named none, and asks for no checkpoint', async () => {
    const [first, second] = [human('h1', 'Hi'), human('h2', 'And now?')]
    server.setMessages([first, ai('a1', 'Hello'), second, ai('a2', 'Bye')])
    server.addRun({ input: { messages: [['user', 'Hi']] } }).end('success')
    server.addRun({ input: { messages: [{ role: 'user', content: 'And now?' }] } }).end('success')
    let asked = 0
    server.override = ({ path }) => {
      if (path.endsWith('/history')) asked += 1
      return false
    }
    const { session } = sessionOn(transport, threadId)
    await session.open()
    const made = session.getSnapshot().conversation.messages.map((item) => item.run_id)
    expect(made).toEqual([runIdOf(1), runIdOf(1), runIdOf(2), runIdOf(2)])
    expect(asked).toBe(0)
  })

  it('33: where an agent rewrote what was said, the checkpoints tell whose each answer is', async () => {
    const states = [1, 2].map((turn) => ({
      values: {
        messages: [
          human('h1', 'rewritten'),
          ai('a1', 'Hello'),
          human('h2', 'too'),
          ai('a2', 'Bye'),
        ].slice(0, 2 * turn),
      },
      next: [],
      tasks: [],
      metadata: { source: 'loop', step: turn, run_id: runIdOf(turn) },
      checkpoint: { checkpoint_id: `c${turn}` },
      parent_checkpoint: turn === 1 ? null : { checkpoint_id: `c${turn - 1}` },
    }))
    server.state = states[1] ?? {}
    for (const content of ['Hi', 'And now?'])
      server.addRun({ input: { messages: [{ role: 'user', content }] } }).end('success')
    server.override = ({ path }, response) => {
      if (!path.endsWith('/history')) return false
      json(response, 200, states.toReversed())
      return true
    }
    const { session, until } = sessionOn(transport, threadId)
    await session.open()
    const made = ({ conversation }: SessionSnapshot) =>
      conversation.messages.map((item) => item.run_id)
    const read = await until((now) => made(now)[1] !== null)
    expect(made(read)).toEqual([runIdOf(1), runIdOf(1), runIdOf(2), runIdOf(2)])
  })

  it('says that it failed, and can be tried again', async () => {
    server.override = (_seen, response) => {
      json(response, 404, { detail: 'Thread not found' })
      return true
    }
    const { session } = sessionOn(transport, threadId)
    await session.open()
    expect(session.getSnapshot()).toMatchObject({
      opening: 'failed',
      error: { message: 'Thread not found' },
    })
    server.override = null
    await session.refresh()
    expect(session.getSnapshot().opening).toBe('open')
  })
})

describe('§3 cancel', () => {
  it('says stopping until a read of the run says interrupted; the remains are marked', async () => {
    const { session, clock, until, history, run } = await halfAnswered()
    const stages = history((snapshot) => snapshot.run?.cancel?.stage ?? null)
    const stopping = session.interrupt()
    await server.seen('GET', new RegExp(`${run.run_id}$`), 1)
    expect(session.getSnapshot().run?.outcome).toBe('active')
    expect(session.getSnapshot().run?.cancel?.stage).toBe('accepted')
    server.setMessages([human('own-2', 'Hi')])
    run.end('interrupted', { end_reason: 'cancelled' })
    await clock.pass()
    await stopping
    const snapshot = await until((now) => now.status === 'ended')
    expect(snapshot.run).toMatchObject({ outcome: 'stopped', cancel: { stage: 'verified' } })
    expect(shown(snapshot)).toEqual(['human: Hi', 'ai: Hello [cut]'])
    expect(stages).toEqual([null, 'queued', 'asked', 'accepted', 'verified'])
  })

  it('shows our own cancel as stopped where the server calls it an error', async () => {
    const { session, until, run } = await halfAnswered()
    server.setMessages([human('own-2', 'Hi')])
    server.onCancel = () => {
      run.emit('error', { error: 'Error', message: 'interrupt' })
      run.end('error')
    }
    void session.interrupt()
    expect((await until((now) => now.status === 'ended')).run?.outcome).toBe('stopped')
  })

  it('§3 rollback is proven by a 404 and a fresh state; the text comes back', async () => {
    const { session, until, run } = await halfAnswered()
    server.onCancel = (target) => {
      server.setMessages([])
      server.remove(target)
    }
    void session.rollback()
    const snapshot = await until((now) => now.status === 'ended')
    expect(snapshot.run).toMatchObject({ outcome: 'rolled_back', cancel: { stage: 'verified' } })
    expect(shown(snapshot)).toEqual([])
    expect(snapshot.returned?.text).toBe('Hi')
    const [cancel] = server.requests.filter((seen) => seen.path.endsWith('/cancel'))
    expect(cancel?.path).toContain(run.run_id)
    expect(cancel?.query.get('action')).toBe('rollback')
    expect(cancel?.query.has('wait')).toBe(false)
  })

  it('does not claim a roll-back that the server did not carry out', async () => {
    const { session, until, run } = await halfAnswered()
    server.onCancel = () => run.end('error')
    void session.rollback()
    expect((await until((now) => now.status === 'ended')).run).toMatchObject({
      outcome: 'stopped',
      cancel: { stage: 'not_removed' },
    })
  })

  it.each(['during', 'after'])(
    'keeps what the reads say when the cancel fails %s them',
    async (when) => {
      const { session, until, run } = await halfAnswered()
      let answerCancel: () => void = () => {}
      const answered = new Promise<void>((resolve) => {
        server.override = async ({ method, path }, response) => {
          const isCancel = path.endsWith('/cancel')
          if (isCancel) {
            run.end('interrupted', { end_reason: 'cancelled' })
            await new Promise<void>((open) => {
              answerCancel = open
            })
            response.once('close', resolve)
          } else if (method === 'DELETE' && when === 'during') {
            answerCancel()
            await answered
          } else if (method !== 'DELETE') return false
          json(response, 500, { detail: 'No.' })
          return true
        }
      })
      const stopping = session.rollback()
      if (when === 'after') {
        await until((now) => now.status === 'ended')
        answerCancel()
      }
      await stopping
      const { run: tracked, actions } = session.getSnapshot()
      expect(tracked).toMatchObject({
        outcome: 'stopped',
        cancel: { stage: 'not_removed', error: null },
      })
      expect(actions.at(-1)?.outcome).toBe('stopped, but the run is still there')
    },
  )

  it('§3 rule 1: a run that had ended meanwhile is shown as it ended', async () => {
    const { session, until, run } = await halfAnswered()
    server.override = (seen, response) => {
      if (!seen.path.endsWith('/cancel')) return false
      server.setMessages([human('own-2', 'Hi'), ai('a1', 'Hello')])
      json(response, 409, { detail: 'The run is neither pending nor running.' })
      run.end('success')
      return true
    }
    void session.interrupt()
    expect((await until((now) => now.status === 'ended')).run).toMatchObject({
      outcome: 'success',
      cancel: { stage: 'missed' },
    })
  })

  it('queues a stop until the run has a name', async () => {
    let openGate: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      openGate = resolve
    })
    server.override = async ({ path }) => {
      if (path.endsWith('/runs/stream')) await gate
      return false
    }
    const { session, until } = sessionOn(transport, threadId)
    await session.open()
    void session.submit({ text: 'Hi' }, agent)
    await server.seen('POST', /runs\/stream$/)
    void session.interrupt()
    expect(session.getSnapshot().run?.cancel?.stage).toBe('queued')
    server.onCancel = (run) => run.end('interrupted')
    openGate()
    const cancel = await server.seen('POST', /cancel$/)
    expect(cancel.path).toContain(runIdOf(1))
    await until((now) => now.run?.outcome === 'stopped')
  })

  it('closes its reader only after the cancel was sent', async () => {
    const { session, until, run } = await halfAnswered({ onDisconnect: 'cancel' })
    let readersAtCancel = -1
    server.onCancel = (target) => {
      readersAtCancel = target.listeners.size
      target.status = 'interrupted'
    }
    void session.interrupt()
    await until((now) => now.status === 'ended')
    expect(readersAtCancel).toBe(1)
    expect(run.body.on_disconnect).toBe('cancel')
  })

  it('reports a cancel that did not get through, and can be asked again', async () => {
    const { session, until, run } = await halfAnswered()
    server.override = (seen, response) => {
      if (!seen.path.endsWith('/cancel')) return false
      json(response, 500, { detail: 'Out of order.' })
      return true
    }
    await session.interrupt()
    const failed = session.getSnapshot().run
    expect(failed).toMatchObject({ outcome: 'active', cancel: { stage: 'failed' } })
    server.override = null
    server.onCancel = () => run.end('interrupted')
    void session.interrupt()
    await until((now) => now.run?.outcome === 'stopped')
  })
})

describe('listening', () => {
  it('detach stops listening and sends no cancel; join hears everything', async () => {
    const { session, until, run } = await halfAnswered()
    session.detach()
    expect(session.getSnapshot()).toMatchObject({
      status: 'idle',
      run: { outcome: 'active', isFollowed: false },
    })
    say(run, 'a1', ' there')
    void session.join(run.run_id)
    await until((snapshot) => shown(snapshot).at(-1) === 'ai: Hello there')
    expect(server.count('POST', /cancel$/)).toBe(0)
  })

  it('queues a second message behind the first and follows it when its turn comes', async () => {
    const { session, until, run } = await halfAnswered()
    const second = await session.submit(
      { text: 'And?' },
      { ...agent, multitaskStrategy: 'enqueue' },
    )
    expect(second).toEqual({ ok: true, run_id: runIdOf(2) })
    expect(session.getSnapshot().queued.map((item) => item.run_id)).toEqual([runIdOf(2)])
    expect(server.count('POST', /runs\/stream$/)).toBe(1)
    server.setMessages([human('own-2', 'Hi'), ai('a1', 'Hello')])
    run.end('success')
    const next = await server.run(2)
    next.status = 'running'
    await until(
      (snapshot) => snapshot.run?.run_id === runIdOf(2) && snapshot.status === 'streaming',
    )
    expect(shown(session.getSnapshot())).toEqual(['human: Hi', 'ai: Hello', 'human: And?'])
    say(next, 'a2', 'Yes')
    await until((snapshot) => shown(snapshot).at(-1) === 'ai: Yes')
    expect(session.getSnapshot().queued).toEqual([])
  })

  it('33: shows a message that waits while it is on its way, and no longer once it was refused', async () => {
    const { session, run } = await halfAnswered()
    let answer: (isTaken: boolean) => void = () => {}
    server.override = ({ method, path }, response) => {
      if (method !== 'POST' || !path.endsWith('/runs')) return false
      return new Promise((resolve) => {
        answer = (isTaken) => {
          if (!isTaken) json(response, 422, { detail: 'No.' })
          resolve(!isTaken)
        }
      })
    }
    const sending = () => session.getSnapshot().sending.map(({ input }) => input)
    for (const [text, isTaken] of [
      ['And?', true],
      ['Hello?', false],
    ] as const) {
      const asked = server.count('POST', /\/runs$/)
      const sent = session.submit({ text }, agent)
      expect(sending()).toEqual([
        { messages: [expect.objectContaining({ role: 'user', content: text })] },
      ])
      await expect.poll(() => server.count('POST', /\/runs$/)).toBe(asked + 1)
      answer(isTaken)
      expect(await sent).toMatchObject({ ok: isTaken })
      expect(sending()).toEqual([])
    }
    expect(session.getSnapshot().queued).toHaveLength(1)
    run.end('success')
  })

  it('33: follows no message that waits until a question is answered, and the answer goes before it', async () => {
    const { session, until, run } = await halfAnswered()
    await session.submit({ text: 'And?' }, agent)
    const second = server.runs[1] as ScriptedRun
    expect(second.body.metadata).toMatchObject({ waits_for_answers: true })
    second.extra = { scheduled_at: heldUntil }
    const question = { id: 'q', value: 'Sure?' }
    const tasks = [{ id: 't', name: 'ask', interrupts: [question] }]
    const said = [human('own-2', 'Hi'), ai('a1', 'Hello')]
    server.setMessages(said, { next: ['ask'], tasks })
    run.end('success')
    const asked = await until((now) => now.status === 'ended')
    expect(asked).toMatchObject({ run: { run_id: runIdOf(1), outcome: 'paused' } })
    expect(asked.conversation.interrupts).toEqual([question])
    expect(asked.queued.map((item) => item.run_id)).toEqual([runIdOf(2)])
    expect(server.count('GET', /\/stream$/)).toBe(0)

    const again = sessionOn(transport, threadId)
    await again.session.open()
    expect(again.session.getSnapshot()).toMatchObject({
      run: { run_id: runIdOf(1), outcome: 'paused' },
      queued: [{ run_id: runIdOf(2) }],
    })

    void session.submit({ command: { resume: 'Yes' } }, agent)
    const answer = await server.run(3)
    expect(Object.keys(answer.body.metadata ?? {})).not.toContain('waits_for_answers')
    expect(server.count('POST', /runs\/stream$/)).toBe(2)
    server.setMessages(said)
    second.extra = {}
    answer.end('success')
    await until((now) => now.run?.run_id === runIdOf(2) && now.run.isFollowed)
    expect(session.getSnapshot().queued).toEqual([])
    again.session.close()
  })

  it('sends what was written soon after the first message once that has arrived, in one thread', async () => {
    let openGate: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      openGate = resolve
    })
    server.override = async ({ path }) => {
      if (path.endsWith('/runs/stream')) await gate
      return false
    }
    const { session } = sessionOn(transport, null)
    await session.open()
    const first = session.submit({ text: 'Hi' }, agent)
    const second = session.submit({ text: 'And?' }, agent)
    await server.seen('POST', /runs\/stream$/)
    // Time for a request that would not wait.
    await new Promise((resolve) => setImmediate(resolve))
    expect(server.count('POST', /\/runs$/)).toBe(0)
    openGate()
    expect([await first, await second]).toEqual([
      { ok: true, run_id: runIdOf(1) },
      { ok: true, run_id: runIdOf(2) },
    ])
    expect(server.count('POST', /\/threads$/)).toBe(1)
  })

  it('cancels a queued run by itself', async () => {
    const { session, until } = await halfAnswered()
    await session.submit({ text: 'And?' }, agent)
    server.onCancel = (run) => run.end('interrupted')
    void session.interrupt(runIdOf(2))
    const snapshot = await until((now) => now.queued.length === 0)
    expect(snapshot.run).toMatchObject({ run_id: runIdOf(1), outcome: 'active' })
  })

  it.each([
    ['by its code', 422, { detail: 'Not now.', code: 'thread_busy' }],
    ['by the words of another server', 422, { detail: 'Thread is already running a task.' }],
  ])('explains a refusal to run beside the active run, %s', async (_how, status, body) => {
    const { session } = await halfAnswered()
    server.override = ({ method, path }, response) => {
      if (method !== 'POST' || !path.endsWith('/runs')) return false
      json(response, status, body)
      return true
    }
    const result = await session.submit({ text: 'And?' }, { ...agent, multitaskStrategy: 'reject' })
    const message = expect.stringContaining('asks the server to refuse')
    expect(result).toMatchObject({ ok: false, error: { status, message } })
    expect(shown(session.getSnapshot())).toEqual(['human: Hi', 'ai: Hello'])
  })

  it('shows a pause for a person, and the answer takes the question away', async () => {
    const { session, until, run } = await halfAnswered()
    const question = { id: 'q1', value: { ask: 'May I?' } }
    run.emit('updates', { __interrupt__: [question] })
    run.emit('values', { __interrupt__: [question] })
    const tasks = [{ id: 't', name: 'ask', interrupts: [question] }]
    server.setMessages([human('own-2', 'Hi')], { next: ['ask'], tasks })
    run.end('interrupted')
    const paused = await until((now) => now.status === 'ended')
    expect(paused.run?.outcome).toBe('paused')
    expect(paused.conversation.interrupts).toEqual([question])
    void session.submit({ command: { resume: { approved: true } } }, agent)
    expect(session.getSnapshot().conversation.interrupts).toEqual([])
    const resumed = await server.run(2)
    expect(resumed.body).toMatchObject({ command: { resume: { approved: true } } })
    expect(resumed.body).not.toHaveProperty('input')
  })

  it('close stops everything', async () => {
    const { session, run } = await halfAnswered()
    const left = new Promise((resolve) => {
      for (const listener of run.listeners) listener.on('close', resolve)
    })
    session.close()
    await left
    expect(session.getSnapshot().opening).toBe('closed')
  })
})
