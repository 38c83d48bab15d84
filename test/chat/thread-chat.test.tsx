import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { RunInspector } from '../../src/chat/inspector/inspector.tsx'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession, RunSessionOptions } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import type { Transport } from '../../src/client/api.ts'
import { heldUntil } from '../../src/contract/agent-server/runs.ts'
import { setupUser } from '../helpers/user.ts'
import { json, runIdOf, type ScriptedRun, ScriptedServer, threadId } from './scripted-server.ts'

let server: ScriptedServer
let transport: Transport
let session: RunSession

beforeEach(async () => {
  sessionStorage.clear()
  server = new ScriptedServer()
  transport = await server.start()
})
afterEach(async () => {
  vi.useRealTimers()
  session?.close()
  await server?.stop()
})

const human = (id: string, content: string) => ({ id, type: 'human', content })
const ai = (id: string, content: string, rest: object = {}) => ({
  id,
  type: 'ai',
  content,
  ...rest,
})
const assistants = [
  { assistant_id: 'agent', name: 'agent' },
  { assistant_id: 'other', name: 'other' },
]

async function show(thread_id: string | null = threadId, options: Partial<RunSessionOptions> = {}) {
  let serial = 0
  session = createRunSession({
    transport,
    thread_id,
    clock: systemClock,
    newId: () => `own-${++serial}`,
    feedbackKeys: ['user_score'],
    feedback: { transport, allowedOrigin: transport.baseUrl },
    ...options,
  })
  const user = setupUser()
  const view = render(
    <>
      <ThreadChat
        session={session}
        assistants={assistants}
        emptyState={() => <p>Say something.</p>}
      />
      <RunInspector session={session} />
    </>,
  )
  const box = screen.getByRole('textbox', { name: 'Message' })
  await session.open()
  return { user, box, view }
}

/** A run that has streamed half an answer to “Hi”. */
async function streaming() {
  const shown = await show()
  await shown.user.type(shown.box, 'Hi{Enter}')
  const run = await server.run()
  run.emit('metadata', { run_id: run.run_id })
  run.emit('values', { messages: [human('own-2', 'Hi')] })
  run.emit('tasks', { id: 't1', name: 'talk' })
  run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: 'Hel' }, {}])
  await screen.findByText('Hel')
  return { ...shown, run }
}

function finish(run: ScriptedRun, status = 'success', extra: Record<string, unknown> = {}) {
  server.setMessages([human('own-2', 'Hi'), ai('a1', 'Hello **you**')])
  run.end(status, extra)
}

const status = () => screen.getByRole('status', { name: 'Run status' })

describe('a conversation', () => {
  it('sends with Enter, streams, and ends with votes and the run', async () => {
    const { box, run } = await streaming()
    expect(box).toHaveValue('')
    expect(status()).toHaveTextContent('Answering')
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
    finish(run)
    expect(await screen.findByText('you')).toHaveProperty('tagName', 'STRONG')
    expect(screen.getByRole('button', { name: 'Good answer' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(status()).toHaveTextContent('Done. Hello you')
    expect(document.querySelector('[data-caret]')).toBeNull()
  })

  it('shows the empty state until something was said', async () => {
    await show()
    expect(await screen.findByText('Say something.')).toBeVisible()
  })

  it('Shift+Enter makes a new line, and nothing is sent while it is empty', async () => {
    const { user, box } = await show()
    await user.type(box, '  {Enter}')
    await user.type(box, 'one{Shift>}{Enter}{/Shift}two')
    expect(box).toHaveValue('  one\ntwo')
    expect(server.count('POST', /./)).toBe(0)
    await user.keyboard('{Control>}{Enter}{/Control}')
    const run = await server.run()
    expect(run.body).toMatchObject({ input: { messages: [{ content: 'one\ntwo' }] } })
  })

  it('gives the text back when it could not be sent, behind what was typed since', async () => {
    const { user, box } = await show()
    server.override = ({ path }, response) => {
      if (!path.endsWith('/runs/stream')) return false
      json(response, 422, { detail: 'There is no such assistant.' })
      return true
    }
    await user.type(box, 'Precious words{Enter}')
    expect(await screen.findByText('Not sent. There is no such assistant.')).toBeVisible()
    expect(box).toHaveValue('Precious words')
  })

  it('keeps a draft for each thread', async () => {
    const { user, box, view } = await show()
    await user.type(box, 'half a thou')
    view.unmount()
    session.close()
    await show()
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('half a thou')
  })

  it('keeps what was sent until the server has it, and no longer', async () => {
    const { user, box, view } = await show()
    server.override = ({ path }) => path.endsWith('/runs/stream')
    await user.type(box, 'On its way{Enter}')
    await server.seen('POST', /runs\/stream$/)
    expect(box).toHaveValue('')
    view.unmount()
    session.close()
    server.override = () => false
    const again = await show()
    expect(again.box).toHaveValue('On its way')
    await again.user.type(again.box, '{Enter}')
    await server.run(1)
    await waitFor(() => expect(session.getSnapshot().run?.outcome).toBe('active'))
    await waitFor(() => expect(session.getSnapshot().run?.run_id).toBe(runIdOf(1)))
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    again.view.unmount()
    session.close()
    expect((await show()).box).toHaveValue('')
  })

  it('folds tool calls, and shows arguments and result when opened', async () => {
    const call = { id: 'c1', name: 'look', args: { order: 4411 } }
    server.setMessages([
      human('h1', 'Look'),
      ai('a1', '', { tool_calls: [call] }),
      { id: 't1', type: 'tool', tool_call_id: 'c1', content: '{"price":84}' },
    ])
    const { user } = await show()
    const card = await screen.findByRole('button', { name: /look order: 4411 done/ })
    expect(screen.queryByText(/price/)).toBeNull()
    await user.click(card)
    expect(screen.getByRole('region', { name: 'arguments of look' })).toHaveTextContent('4411')
    expect(screen.getByRole('region', { name: 'result of look' })).toHaveTextContent('84')
  })

  it('what an agent wrote for itself in a person’s name is no message of theirs (C5)', async () => {
    server.setMessages([
      {
        ...human('s1', 'Here is a summary of the conversation to date: lamps.'),
        additional_kwargs: { lc_source: 'summarization' },
      },
      human('h1', 'And cups?'),
      { ...human('r1', 'Answer briefly.'), additional_kwargs: { hidden: true } },
      human('do-not-render-7', 'Mind the tone.'),
      ai('a1', 'Cups too.'),
    ])
    await show()
    await screen.findByText('Cups too.')
    expect(screen.getByText('Summary of what was said before, for the agent')).toBeVisible()
    expect(screen.getAllByText(/^A note of the agent to itself/)).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Edit message' })).toHaveLength(1)
  })

  it('shows raw HTML as text and refuses dangerous links', async () => {
    const text =
      '<img src=x onerror=alert(1)> [bad](javascript:alert(1)) ![pic](https://x.example/p.png)'
    server.setMessages([human('h1', 'Hi'), ai('a1', text)])
    await show()
    await screen.findByText(/bad/)
    const log = screen.getByRole('log')
    expect(log.querySelector('img')).toBeNull()
    expect(log).toHaveTextContent('<img src=x onerror=alert(1)>')
    const links = within(log).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://x.example/p.png'])
    expect(links[0]).toHaveAttribute('rel', expect.stringContaining('noopener'))
  })

  it('labels messages of kinds that it does not know', async () => {
    server.setMessages([human('h1', 'Hi'), { id: 'x', type: 'hologram', content: null, beam: 7 }])
    await show()
    expect(await screen.findByText('Message of the kind “hologram”')).toBeVisible()
  })
})

describe('stopping', () => {
  it('says stopping until it is so, then what became of it', async () => {
    const { user, box, run } = await streaming()
    screen.getByRole('button', { name: 'Stop' }).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Stopping…' })).toHaveAttribute('aria-busy', 'true')
    expect(status()).toHaveTextContent('Stopping')
    server.setMessages([human('own-2', 'Hi')], { next: ['talk'] })
    run.end('interrupted', { end_reason: 'cancelled' })
    expect(await screen.findByText(/What was done before is kept/)).toBeVisible()
    expect(screen.getByText(/The last part was cut off/)).toBeVisible()
    expect(status()).toHaveTextContent('Stopped')
    // The button is gone; who worked by keyboard is not sent to the start of the page.
    expect(box).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Go on from here' }))
    const next = await server.run(2)
    expect(next.body.input).toBeNull()
  })

  it('asks before it rolls back, then gives the words back', async () => {
    const { user, box, run } = await streaming()
    server.onCancel = () => {
      server.setMessages([])
      server.remove(run)
    }
    await user.click(screen.getByRole('button', { name: 'Other ways to stop' }))
    await user.click(await screen.findByRole('menuitem', { name: /Stop and roll back/ }))
    expect(server.count('POST', /cancel$/)).toBe(0)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Stop and roll back' }))
    const cancel = await server.seen('POST', /cancel$/)
    expect(cancel.query.get('action')).toBe('rollback')
    await waitFor(() => expect(box).toHaveValue('Hi'))
    expect(screen.getByText(/the thread is as it was before/)).toBeVisible()
    // What became of it stays to be read when the thread is read again.
    await session.refresh()
    expect(screen.getByText(/the thread is as it was before/)).toBeVisible()
  })

  it('gives the words back before what was typed meanwhile, whatever was read of the past', async () => {
    server.addRun({}, 'success')
    const { user, box } = await show()
    server.setMessages([human('h0', 'Before'), ai('a0', 'Yes')], {
      metadata: { run_id: runIdOf(1) },
    })
    await session.refresh()
    await user.type(box, 'Hi{Enter}')
    const run = await server.run(2)
    await waitFor(() => expect(session.getSnapshot().run?.run_id).toBe(run.run_id))
    // The checkpoints tell who wrote what: our message is not theirs.
    await session.history.refresh()
    await user.type(box, 'Later')
    server.onCancel = () => server.remove(run)
    await session.rollback()
    await waitFor(() => expect(box).toHaveValue('Hi\nLater'))
  })

  it('says why the checkpoints could not be read, and reads them again', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('tab', { name: 'History' }))
    const history = within(screen.getByRole('tabpanel', { name: 'History' }))
    await history.findByText('Run not found')
    server.override = ({ path }, response) => {
      if (path.endsWith('/history')) json(response, 200, [])
      return path.endsWith('/history')
    }
    await user.click(history.getByRole('button', { name: 'Try again' }))
    await history.findByText('The thread has no checkpoints.')
  })

  it('does not call a roll-back what was done elsewhere', async () => {
    const { run } = await streaming()
    server.setMessages([])
    server.remove(run)
    const log = within(screen.getByRole('log'))
    expect(await log.findByText('The run is gone')).toBeVisible()
    expect(status()).toHaveTextContent('The run is gone')
  })

  it('just stops listening, and listens again', async () => {
    const { user, run } = await streaming()
    await user.click(screen.getByRole('button', { name: 'Other ways to stop' }))
    await user.click(await screen.findByRole('menuitem', { name: /Just stop listening/ }))
    await user.click(await screen.findByRole('button', { name: 'Listen again' }))
    await server.run()
    run.emit('messages', [{ id: 'a1', type: 'AIMessageChunk', content: 'lo' }, {}])
    expect(await screen.findByText('Hello')).toBeVisible()
    expect(server.count('POST', /cancel$/)).toBe(0)
  })
})

describe('while a run is active', () => {
  it('says what sending will do, and draws what waits with its own cancel', async () => {
    const { user, box } = await streaming()
    expect(box).toHaveAttribute('placeholder', 'Send a follow-up; it will wait its turn')
    await user.type(box, 'And a receipt{Enter}')
    await waitFor(() => expect(screen.getByText('And a receipt')).toBeVisible())
    expect(screen.getByText('Waits its turn')).toBeVisible()
    server.onCancel = (run) => run.end('interrupted')
    const [cancel] = screen.getAllByRole('button', { name: 'Cancel' })
    cancel?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Waits its turn')).toBeNull())
    expect(screen.getByRole('log', { name: 'Conversation' })).toHaveFocus()
    expect((await server.seen('POST', /cancel$/)).path).toContain(runIdOf(2))
  })

  it('sends the chosen strategy', async () => {
    const { user, box } = await streaming()
    await user.click(screen.getByRole('button', { name: 'While a run is active: Enqueue' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /Interrupt/ }))
    expect(box).toHaveAttribute('placeholder', expect.stringContaining('stopped and kept'))
    await user.type(box, 'Instead{Enter}')
    const created = await server.seen('POST', /\/runs$/)
    expect(created.body.multitask_strategy).toBe('interrupt')
  })

  it('36.5: where nothing is rolled back neither stopping nor sending promises it', async () => {
    const rollbackRefusal = 'It deletes nothing.'
    const { user, box, view } = await streaming()
    const open = () => user.click(screen.getByRole('button', { name: /^While a run is active: / }))
    await open()
    await user.click(await screen.findByRole('menuitemradio', { name: /^Roll back/ }))
    expect(box).toHaveAttribute('placeholder', expect.stringContaining('undone'))
    // It is found out meanwhile: the page is loaded again, and keeps what was chosen.
    view.unmount()
    session.close()
    const again = await show(threadId, { rollbackRefusal })
    await screen.findByRole('button', { name: 'While a run is active: Enqueue' })
    await open()
    const strategy = await screen.findByRole('menuitemradio', { name: /^Roll back/ })
    expect(strategy).toHaveAttribute('aria-disabled', 'true')
    expect(strategy).toHaveTextContent(rollbackRefusal)
    await user.click(strategy)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Other ways to stop' }))
    const stop = await screen.findByRole('menuitem', { name: /Stop and roll back/ })
    expect(stop).toHaveAttribute('aria-disabled', 'true')
    expect(stop).toHaveTextContent(rollbackRefusal)
    expect(stop).not.toHaveTextContent('Deletes')
    await user.click(stop)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.type(again.box, 'Instead{Enter}')
    const created = await server.seen('POST', /\/runs$/)
    expect(created.body.multitask_strategy).toBe('enqueue')
  })

  it('says that it is reconnecting', async () => {
    const { run } = await streaming()
    run.drop()
    // In the conversation, and in the inspector beside it.
    await waitFor(() => expect(screen.getAllByText('Reconnecting…')).toHaveLength(2))
    expect(screen.queryByText('Running')).toBeNull()
    expect(status()).toHaveTextContent('Connection lost')
    finish(run)
    expect(await screen.findByText('you')).toBeVisible()
    expect(screen.queryByText('Reconnecting…')).toBeNull()
  })

  it('33: counts no second of a step of which nothing is heard', async () => {
    const { run } = await streaming()
    const step = () => within(screen.getByRole('list', { name: 'Steps of the run' })).getByText(/:/)
    const hourLater = () => {
      vi.setSystemTime(Date.now() + 3_600_000)
      // Clocks of the page are read again.
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    server.override = (_request, response) => {
      json(response, 503, { detail: 'It is away.' })
      return true
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    run.drop()
    await waitFor(() => expect(screen.getAllByText('Reconnecting…')).toHaveLength(2))
    hourLater()
    expect(step()).toHaveTextContent(/^0:\d\d, running$/)
    server.override = () => false
    session.retryNow()
    await waitFor(() => expect(screen.queryByText('Reconnecting…')).toBeNull())
    hourLater()
    expect(step()).toHaveTextContent(/^\d:\d\d:\d\d, running$/)
    finish(run)
    expect(await screen.findByText('you')).toBeVisible()
  })
})

it('33: what is held behind a question says so, and is not before the next message', async () => {
  const said = [human('h', 'Hi')]
  const behind = { messages: [{ id: 'm', role: 'user', content: 'Behind it' }] }
  server.addRun({ input: behind }, 'pending').extra = { scheduled_at: heldUntil }
  const interrupts = [{ id: 'q', value: 'Sure?' }]
  server.setMessages(said, { next: ['ask'], tasks: [{ id: 't', name: 'ask', interrupts }] })
  const { box } = await show()
  await screen.findByText('Behind it')
  screen.getByText('Waits until the question is answered')
  expect(box).toHaveAttribute('placeholder', 'Send a message instead of an answer')
  void session.submit({ command: { resume: 'Yes' } }, { assistant_id: 'agent' })
  await screen.findByText('Waits its turn')
  expect(screen.queryByText('Waits until the question is answered')).toBeNull()
})

describe('a failed run', () => {
  it('shows why, in place, and can be tried again', async () => {
    const { user, run } = await streaming()
    run.emit('error', { error: 'Error', message: 'The lamp is on fire' })
    server.setMessages([human('own-2', 'Hi')], { next: ['talk'] })
    run.end('error')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The run failed')
    expect(alert).toHaveTextContent('The lamp is on fire')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect((await server.run(2)).body.input).toBeNull()
  })
})

describe('calls of which some wait for a person (C15)', () => {
  const call = (id: string, city: string) => ({ id, name: 'book', args: { city } })
  const look = { id: 'c3', name: 'look', args: { city: 'Rome' } }
  const calls = [call('c1', 'Rome'), look, call('c2', 'Oslo')]
  const review = {
    action_requests: calls
      .filter(({ name }) => name === 'book')
      .map(({ name, args }) => ({ name, args })),
    review_configs: [{ action_name: 'book', allowed_decisions: ['approve', 'reject'] }],
  }
  const card = (name: RegExp) => screen.findByRole('button', { name })

  it('each says its own state', async () => {
    const tasks = [{ id: 't', name: 'ask', interrupts: [{ id: 'q1', value: review }] }]
    const said = [human('h1', 'Book both'), ai('a1', '', { tool_calls: calls })]
    server.setMessages(said, { next: ['ask'], tasks })
    server.addRun({}).end('interrupted')
    await show()
    await card(/^book city: Rome needs you$/)
    await card(/^book city: Oslo needs you$/)
    await card(/^look city: Rome waiting for the others$/)
  })

  it('where the question does not tell which, each may be', async () => {
    const tasks = [{ id: 't', name: 'ask', interrupts: [{ id: 'q1', value: 'Go on?' }] }]
    const said = [human('h1', 'Book both'), ai('a1', '', { tool_calls: calls })]
    server.setMessages(said, { next: ['ask'], tasks })
    server.addRun({}).end('interrupted')
    await show()
    await card(/^look city: Rome needs you$/)
  })

  it('a person’s time is no time of a tool, and what failed is not done', async () => {
    const { user, box } = await show()
    await user.type(box, 'Book both{Enter}')
    const first = await server.run()
    first.emit('metadata', { run_id: first.run_id })
    const asked = [human('own-2', 'Book both'), ai('a1', '', { tool_calls: calls })]
    first.emit('values', { messages: asked })
    const tasks = [{ id: 't', name: 'ask', interrupts: [{ id: 'q1', value: review }] }]
    server.setMessages(asked, { next: ['ask'], tasks })
    first.end('interrupted')
    await card(/^book city: Oslo needs you$/)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))

    const second = await server.run(2)
    second.emit('metadata', { run_id: second.run_id })
    const result = (id: string, status: string) => ({
      id: `r-${id}`,
      type: 'tool',
      tool_call_id: id,
      content: status,
      status,
    })
    const results = [result('c1', 'success'), result('c2', 'success'), result('c3', 'error')]
    second.emit('values', { messages: [...asked, ...results] })
    await card(/^book city: Rome done$/)
    await card(/^book city: Oslo done$/)
    await card(/^look city: Rome failed$/)
    server.setMessages([...asked, ...results])
    second.end('success')
    await waitFor(() => expect(status()).toHaveTextContent('Done'))
    await card(/^look city: Rome failed$/)
  })
})

describe('a question', () => {
  const value = [
    {
      action_request: { action: 'refund', args: { amount: 84 } },
      config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
      description: 'The agent wants to refund 84.',
    },
  ]
  async function asked(interrupt: unknown) {
    const tasks = [{ id: 't', name: 'ask', interrupts: [interrupt] }]
    server.setMessages([human('h1', 'Refund')], { next: ['ask'], tasks })
    server.addRun({}).end('interrupted')
    const shown = await show()
    return { ...shown, card: await screen.findByRole('region', { name: /Needs your/ }) }
  }
  const resumed = async () => (await server.run(2)).body.command

  it('is approved', async () => {
    const { user, card } = await asked({ id: 'q1', value })
    expect(card).toHaveTextContent('The agent wants to refund 84.')
    await user.click(within(card).getByRole('button', { name: 'Approve' }))
    expect(await resumed()).toEqual({ resume: [{ type: 'accept', args: null }] })
    await waitFor(() => expect(screen.queryByRole('region', { name: /Needs your/ })).toBeNull())
  })

  it('is said to be left unanswered by a message', async () => {
    const { user, box } = await asked({ id: 'q1', value: 'Go on?' })
    const words = /^What is sent begins anew and leaves the question above unanswered$/
    await screen.findByText(words)
    expect(box).toHaveAttribute('placeholder', 'Send a message instead of an answer')
    await user.type(box, 'Never mind{Enter}')
    const { input } = (await server.run(2)).body
    expect(input).toMatchObject({ messages: [{ content: 'Never mind' }] })
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('that was left unanswered does not say that its run was stopped', async () => {
    const said = [human('h1', 'Refund'), human('h2', 'Never mind')]
    for (const [index, message] of said.entries()) {
      const run = server.addRun({ input: { messages: [message] } })
      run.end(index === 0 ? 'interrupted' : 'success')
    }
    server.setMessages([...said, ai('a2', 'All right')])
    await show()
    await screen.findByText('All right')
    await screen.findByText(/^It was stopped, or its question was left unanswered\./)
    expect(screen.queryByText('Stopped')).toBeNull()
  })

  it('is edited as JSON', async () => {
    const { user, card } = await asked({ id: 'q1', value })
    await user.click(within(card).getByRole('button', { name: 'Edit' }))
    await user.click(await within(card).findByRole('button', { name: 'Edit as JSON' }))
    const box = within(card).getByRole('textbox', { name: 'Arguments' })
    await user.clear(box)
    await user.click(box)
    await user.paste('{"amount": 42')
    await user.click(within(card).getByRole('button', { name: 'Approve with changes' }))
    expect(server.count('POST', /stream$/)).toBe(0)
    await user.click(box)
    await user.paste('}')
    await user.click(within(card).getByRole('button', { name: 'Approve with changes' }))
    const args = { action: 'refund', args: { amount: 42 } }
    expect(await resumed()).toEqual({ resume: [{ type: 'edit', args }] })
  })

  it('is answered in words', async () => {
    const { user, card } = await asked({ id: 'q1', value })
    await user.click(within(card).getByRole('button', { name: 'Respond' }))
    await user.type(within(card).getByRole('textbox'), 'Ask Ada first')
    await user.click(within(card).getByRole('button', { name: 'Send answer' }))
    expect(await resumed()).toEqual({ resume: [{ type: 'response', args: 'Ask Ada first' }] })
  })

  it('keeps what was typed when its form is closed with Esc, and gives the focus back', async () => {
    const { user, card } = await asked({ id: 'q1', value })
    await user.click(within(card).getByRole('button', { name: 'Respond' }))
    expect(within(card).getByRole('textbox')).toHaveFocus()
    await user.keyboard('Ask Ada{Escape}')
    expect(within(card).getByRole('button', { name: 'Respond' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.type(within(card).getByRole('textbox'), ' first')
    await user.click(within(card).getByRole('button', { name: 'Send answer' }))
    expect(await resumed()).toEqual({ resume: [{ type: 'response', args: 'Ask Ada first' }] })
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  it('is answered to the assistant that asked, whatever is chosen for new messages', async () => {
    const { user, card } = await asked({ id: 'q1', value })
    await user.click(screen.getByRole('button', { name: 'Assistant: agent' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'other' }))
    await user.click(within(card).getByRole('button', { name: 'Reject' }))
    expect((await server.run(2)).body).toMatchObject({
      assistant_id: 'agent',
      command: { resume: [{ type: 'ignore', args: null }] },
    })
  })

  it('keeps what was typed in the form of its answer', async () => {
    const response_schema = { type: 'object', properties: { reason: { type: 'string' } } }
    const { user, card } = await asked({ id: 'q1', value: { response_schema } })
    await user.type(await within(card).findByRole('textbox', { name: /reason/ }), 'Too dear')
    await user.click(within(card).getByRole('button', { name: 'Answer as JSON' }))
    await user.click(within(card).getByRole('button', { name: 'Back' }))
    expect(within(card).getByRole('textbox', { name: /reason/ })).toHaveValue('Too dear')
    await user.click(within(card).getByRole('button', { name: 'Send answer' }))
    expect(await resumed()).toEqual({ resume: { reason: 'Too dear' } })
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  it('of a sentence is answered in words, or as JSON', async () => {
    const { user, card } = await asked({ id: 'q1', value: 'Go on?' })
    expect(card).toHaveTextContent('Go on?')
    const words = () => within(card).getByRole('textbox', { name: 'Your answer in words' })
    expect(words()).not.toHaveFocus()
    await user.type(words(), 'true')
    await user.click(within(card).getByRole('button', { name: 'Answer as JSON' }))
    expect(within(card).getByRole('textbox', { name: 'Your answer as JSON' })).toHaveFocus()
    await user.click(within(card).getByRole('button', { name: 'Back' }))
    expect(words()).toHaveValue('true')
    await user.click(within(card).getByRole('button', { name: 'Send answer' }))
    expect(await resumed()).toEqual({ resume: 'true' })
  })

  it('of any other shape is answered with JSON', async () => {
    const { user, card } = await asked({ id: 'q1', value: { question: 'Go on?' } })
    expect(card).toHaveTextContent('Go on?')
    await user.type(within(card).getByRole('textbox', { name: 'Your answer as JSON' }), 'false')
    await user.click(within(card).getByRole('button', { name: 'Send answer' }))
    expect(await resumed()).toEqual({ resume: { q1: false } })
  })
})

describe('a thread that rests before a step', () => {
  it.each([
    ['loop', /is a break point here/],
    ['update', /was changed by hand/],
  ])('says why, where its state came of: %s', async (source, why) => {
    const state = { next: ['close'], metadata: { source } }
    server.setMessages([human('h1', 'Hi')], state)
    server.addRun({}).end('success')
    await show()
    expect(await screen.findByText('Paused before close')).toBeVisible()
    expect(screen.getByText(why)).toBeVisible()
  })

  it('33.2.6: is paused in the same word everywhere, and asks nobody', async () => {
    const call = { id: 'c1', name: 'search', args: {} }
    const asked = { id: 'a1', type: 'ai', content: '', tool_calls: [call] }
    server.setMessages([human('h1', 'Hi'), asked], {
      next: ['tools'],
      metadata: { source: 'loop' },
    })
    server.addRun({}).end('success')
    await show()
    expect(await screen.findByText('Paused before tools')).toBeVisible()
    expect(screen.getByText('paused')).toBeVisible()
    expect(screen.queryByText(/needs you/i)).toBeNull()
  })
})

describe('votes', () => {
  it('shows at once, goes back with a message, and can be tried again', async () => {
    const { user, run } = await streaming()
    run.emit('feedback', { user_score: `${transport.baseUrl}/api/v1/feedback/tokens/tok` })
    finish(run)
    const up = await screen.findByRole('button', { name: 'Good answer' })
    server.override = ({ path }, response) => {
      if (!path.startsWith('/api/')) return false
      json(response, 503, { detail: 'Not now.' })
      return true
    }
    await user.click(up)
    expect(await screen.findByText('Your vote was not recorded. Not now.')).toBeVisible()
    expect(up).toHaveAttribute('aria-pressed', 'false')
    server.override = ({ path }, response) => {
      if (!path.startsWith('/api/')) return false
      json(response, 200, {})
      return true
    }
    await user.click(up)
    await waitFor(() => expect(up).toHaveTextContent('Recorded'))
    await user.click(screen.getByRole('button', { name: 'Add a comment' }))
    await user.type(await screen.findByRole('textbox', { name: /What was good/ }), 'Clear')
    await user.click(screen.getByRole('button', { name: 'Send comment' }))
    expect(await screen.findByText(/Your comment: “Clear”/)).toBeVisible()
    const last = server.requests.at(-1)
    expect(last?.body).toEqual({ score: 1, comment: 'Clear' })
    expect(last?.headers).not.toHaveProperty('x-api-key')
  })
})

describe('words typed within the conversation', () => {
  it('an input that was typed and closed is there again, and gone once it was sent', async () => {
    const { user } = await show()
    const opener = screen.getByRole('button', { name: 'Input as JSON' })
    await user.click(opener)
    const box = await screen.findByRole('textbox', { name: 'Input' })
    await user.clear(box)
    await user.click(box)
    await user.paste('{"topic": "lamps"}')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Input as JSON' })).toBeNull()
    expect(opener).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('region', { name: 'Input as JSON' })).toHaveFocus()
    await screen.findByRole('textbox', { name: 'Input' })
    await user.click(screen.getByRole('button', { name: 'Send input' }))
    expect((await server.run()).body.input).toEqual({ topic: 'lamps' })
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  describe('of a graph without messages', () => {
    const schema = {
      type: 'object',
      properties: { topic: { type: 'string' }, depth: { type: 'integer', default: 2 } },
    }
    const openWith = (input_schema: object, when?: Promise<void>, thread_id = threadId) => {
      server.override = async ({ path }, response) => {
        if (!path.endsWith('/schemas')) return false
        await when
        json(response, 200, { input_schema })
        return true
      }
      return show(thread_id)
    }
    const open = async (thread_id = threadId) => {
      const shown = await openWith(schema, undefined, thread_id)
      return { ...shown, topic: await screen.findByRole('textbox', { name: /topic/ }) }
    }
    const leave = ({ view }: Pick<Awaited<ReturnType<typeof show>>, 'view'>) => {
      view.unmount()
      session.close()
    }

    it('the form of its input stands in place of the box for a message', async () => {
      const { user, topic } = await open()
      expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
      await user.type(topic, 'lamps')
      await user.click(screen.getByRole('button', { name: 'Send input' }))
      const run = await server.run()
      expect(run.body.input).toEqual({ topic: 'lamps', depth: 2 })
      await waitFor(() => expect(screen.getByRole('textbox', { name: /topic/ })).toHaveValue(''))
      server.state = { values: { topic: 'lamps', joke: 'Many hands' }, next: [], tasks: [] }
      run.end('success')
      await screen.findByText('What the run changed in the state')
      screen.getByText('"Many hands"')
      expect(screen.getByRole('button', { name: 'Good answer' })).toBeVisible()
    })

    it('33: a fault takes the focus to its field, the server’s too, which is told by its title', async () => {
      const titled = { topic: { type: 'string', title: 'What about' }, depth: { type: 'integer' } }
      const context = { type: 'object', properties: { tone: { title: 'Tone of voice' } } }
      const detail = [
        {
          loc: ['body', 'config', 'configurable', 'tone'],
          msg: 'This is missing.',
          type: 'missing',
        },
        { loc: ['body', 'input', 'topic'], msg: 'No lamps.', type: 'value_error' },
      ]
      server.override = ({ method, path }, response) => {
        if (path.endsWith('/schemas')) {
          const input_schema = { type: 'object', properties: titled }
          json(response, 200, { input_schema, context_schema: context })
        } else if (method === 'POST' && path.endsWith('/runs/stream')) {
          json(response, 422, { detail })
        } else return false
        return true
      }
      const { user } = await show()
      const topic = await screen.findByRole('textbox', { name: 'What about' })
      const depth = screen.getByRole('textbox', { name: 'depth' })
      await user.type(depth, 'deep')
      await user.type(topic, 'lamps{Enter}')
      await waitFor(() => expect(depth).toHaveFocus())
      expect(depth).toBeInvalid()
      await user.clear(depth)
      await user.type(depth, '2{Enter}')
      await waitFor(() => expect(topic).toHaveFocus())
      expect(topic).toHaveAccessibleDescription('No lamps.')
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Not sent. Tone of voice: This is missing. What about: No lamps.',
      )
      await user.type(topic, '!')
      expect(topic).toBeValid()
    })

    it('33: so does a field that is chosen from a list', async () => {
      const { user } = await openWith({
        type: 'object',
        properties: { size: { enum: ['small', 'big'] }, topic: { type: 'string' } },
        required: ['size'],
      })
      const topic = await screen.findByRole('textbox', { name: /topic/ })
      await user.type(topic, 'lamps{Enter}')
      await waitFor(() => expect(screen.getByRole('button', { name: /^size/ })).toHaveFocus())
    })

    it('what stands in its form is there again after a reload, and gone once it was sent', async () => {
      const first = await open()
      await first.user.type(first.topic, 'lamps and shades')
      leave(first)
      const again = await open()
      expect(again.topic).toHaveValue('lamps and shades')
      await again.user.click(screen.getByRole('button', { name: 'Send input' }))
      expect((await server.run()).body.input).toEqual({ topic: 'lamps and shades', depth: 2 })
      await waitFor(() => expect(sessionStorage).toHaveLength(0))
    })

    it('JSON that was written instead of the form is what is shown again', async () => {
      const first = await open()
      await first.user.click(screen.getByRole('button', { name: 'Write JSON instead' }))
      await first.user.clear(screen.getByRole('textbox', { name: 'Input' }))
      await first.user.click(screen.getByRole('textbox', { name: 'Input' }))
      await first.user.paste('{"topic": "lamps"')
      leave(first)
      const { user } = await openWith(schema)
      const box = await screen.findByRole('textbox', { name: 'Input' })
      expect(box).toHaveValue('{"topic": "lamps"')
      await user.click(screen.getByRole('button', { name: 'Back' }))
      expect(screen.getByRole('textbox', { name: /topic/ })).toHaveValue('')
    })

    it('a message that was written before that was known is kept, and said to be', async () => {
      let isAsked = () => {}
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve
      })
      const { user, box } = await openWith(schema, asked)
      await user.type(box, 'Hello{Enter}')
      expect(server.runs).toHaveLength(0)
      isAsked()
      await screen.findByText(/“Hello” is kept/)
      expect(server.runs).toHaveLength(0)
    })

    it('so are the files that were attached to it, and it is discarded with them', async () => {
      let isAsked = () => {}
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve
      })
      const { user, box } = await openWith(schema, asked)
      await user.upload(screen.getByLabelText('Files'), new File(['1'], 'plan.txt'))
      await screen.findByText('plan.txt')
      await user.type(box, 'Hello')
      isAsked()
      const kept = await screen.findByText(
        /“Hello”, “plan.txt” are kept for an assistant that does/,
      )
      await user.click(within(kept).getByRole('button', { name: 'Discard them' }))
      expect(screen.queryByText(/kept for an assistant/)).toBeNull()
      expect(sessionStorage).toHaveLength(0)
    })

    it('a roll-back gives the input back', async () => {
      const { user, topic } = await open()
      await user.type(topic, 'lamps')
      await user.click(screen.getByRole('button', { name: 'Send input' }))
      const run = await server.run()
      run.emit('metadata', { run_id: run.run_id })
      server.onCancel = (cancelled) => server.remove(cancelled)
      await user.click(screen.getByRole('button', { name: 'Other ways to stop' }))
      await user.click(await screen.findByRole('menuitem', { name: /Stop and roll back/ }))
      const dialog = await screen.findByRole('alertdialog')
      await user.click(within(dialog).getByRole('button', { name: 'Stop and roll back' }))
      await waitFor(() =>
        expect(screen.getByRole('textbox', { name: /topic/ })).toHaveValue('lamps'),
      )
    })

    it('the question whether to roll back stays when the run ends before it, and says so', async () => {
      const { user, topic } = await open()
      await user.type(topic, 'lamps')
      await user.click(screen.getByRole('button', { name: 'Send input' }))
      const run = await server.run()
      run.emit('metadata', { run_id: run.run_id })
      await user.click(screen.getByRole('button', { name: 'Other ways to stop' }))
      await user.click(await screen.findByRole('menuitem', { name: /Stop and roll back/ }))
      const dialog = await screen.findByRole('alertdialog')
      server.state = { values: { topic: 'lamps' }, next: [], tasks: [] }
      run.end('success')
      await within(dialog).findByText(/has ended meanwhile\. Nothing was rolled back/)
      const confirm = within(dialog).getByRole('button', { name: 'Stop and roll back' })
      expect(confirm).toHaveAttribute('aria-disabled', 'true')
      await user.click(confirm)
      expect(server.count('POST', /cancel$/)).toBe(0)
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })

    it('a failed run gives the input back, and nothing to rate', async () => {
      const { user, topic } = await open()
      await user.type(topic, 'lamps')
      await user.click(screen.getByRole('button', { name: 'Send input' }))
      const run = await server.run()
      run.emit('error', { error: 'TypeError', message: 'No lamps' })
      run.end('error')
      await screen.findAllByText('No lamps')
      await waitFor(() =>
        expect(screen.getByRole('textbox', { name: /topic/ })).toHaveValue('lamps'),
      )
      expect(screen.queryByRole('button', { name: 'Good answer' })).toBeNull()
    })

    it('one field that is a text is sent as that field', async () => {
      const one = { type: 'object', properties: { question: { type: 'string' } } }
      const { user } = await openWith(one)
      await user.type(await screen.findByRole('textbox', { name: 'question' }), 'Why?{Enter}')
      expect((await server.run()).body.input).toEqual({ question: 'Why?' })
    })
  })

  it('a configuration that was typed and closed is there again, and gone once it is in use', async () => {
    const first = await show()
    await first.user.click(screen.getByRole('button', { name: 'Configuration of the assistant' }))
    await first.user.clear(await screen.findByRole('textbox', { name: 'config' }))
    await first.user.click(screen.getByRole('textbox', { name: 'config' }))
    await first.user.paste('{"configurable": {"tone": ')
    await first.user.click(screen.getByRole('button', { name: 'Close' }))
    first.view.unmount()
    session.close()
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Configuration of the assistant' }))
    const box = await screen.findByRole('textbox', { name: 'config' })
    expect(box).toHaveValue('{"configurable": {"tone": ')
    await user.click(box)
    await user.paste('"calm"}}')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    await user.click(screen.getByRole('button', { name: /your own is in use/ }))
    const inUse = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'config' }).value
    expect(JSON.parse(inUse)).toEqual({ configurable: { tone: 'calm' } })
    expect(Object.keys(sessionStorage).filter((key) => key.includes('.config.'))).toEqual([])
  })

  it('a configuration that is in use can be seen', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'Configuration of the assistant' }))
    const box = await screen.findByRole('textbox', { name: 'config' })
    await user.clear(box)
    await user.click(box)
    await user.paste('{"configurable": {"tone": "calm"}}')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    expect(screen.getByRole('button', { name: /your own is in use/ })).toHaveFocus()
  })

  it('33: what the graph’s schema says can be configured is asked for in a form', async () => {
    const context_schema = {
      type: 'object',
      properties: {
        tone: { type: 'string' },
        depth: { type: 'integer', maximum: 5, description: 'How far it looks' },
      },
    }
    server.override = ({ path }, response) => {
      if (path.endsWith('/schemas')) json(response, 200, { context_schema })
      return path.endsWith('/schemas')
    }
    const { user } = await show()
    const opener = () => screen.getByRole('button', { name: /^Configuration of the assistant/ })
    await user.click(opener())
    await user.type(await screen.findByRole('textbox', { name: /tone/ }), 'calm')
    expect(screen.getByRole('textbox', { name: /depth/ })).toHaveAccessibleDescription(
      'How far it looks. At most 5.',
    )
    await user.type(screen.getByRole('textbox', { name: /depth/ }), '9')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    await screen.findByText(/at most 5/i)
    // What was typed and not used is there again.
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(opener())
    const depth = await screen.findByRole('textbox', { name: /depth/ })
    expect(depth).toHaveValue('9')
    await user.clear(depth)
    await user.type(depth, '3')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    // What no field stands for is written as JSON, and stays.
    await user.click(await screen.findByRole('button', { name: /your own is in use/ }))
    expect(await screen.findByRole('textbox', { name: /tone/ })).toHaveValue('calm')
    await user.click(screen.getByRole('button', { name: 'Write JSON instead' }))
    const box = screen.getByRole('textbox', { name: 'config' })
    expect(JSON.parse(box.textContent ?? '')).toEqual({ context: { tone: 'calm', depth: 3 } })
    await user.clear(box)
    await user.click(box)
    await user.paste('{"tone": "calm"}')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    await screen.findByText(/No run reads “tone” there/)
    await user.clear(box)
    await user.click(box)
    await user.paste('{"tags": ["a"], "context": {"tone": "calm", "more": 1}}')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    await user.click(screen.getByRole('button', { name: /your own is in use/ }))
    await user.type(await screen.findByRole('textbox', { name: /tone/ }), 'er')
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
    expect((await server.run()).body).toMatchObject({
      config: { tags: ['a'] },
      context: { tone: 'calmer', more: 1 },
    })
  })

  it('an edit that scrolls out of a long conversation, or is put away, is there again', async () => {
    server.setMessages([human('h1', 'First question'), ai('a1', 'First answer')])
    const { user, view } = await show()
    await user.click(await screen.findByRole('button', { name: 'Edit message' }))
    await user.keyboard(', in other words')
    // A windowed list takes the turn off the page and draws it anew.
    const again = () =>
      view.rerender(<ThreadChat key={Math.random()} session={session} assistants={assistants} />)
    again()
    const box = screen.getByRole('textbox', { name: 'Edit message' })
    expect(box).toHaveValue('First question, in other words')
    expect(box).not.toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    again()
    expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit message' }))
    expect(screen.getByRole('textbox', { name: 'Edit message' })).toHaveValue(
      'First question, in other words',
    )
  })

  it('a comment that scrolls out is there again, and gone once it was sent', async () => {
    const { user, run, view } = await streaming()
    run.emit('feedback', { user_score: `${transport.baseUrl}/api/v1/feedback/tokens/tok` })
    finish(run)
    server.override = ({ path }, response) => {
      if (!path.startsWith('/api/')) return false
      json(response, 200, {})
      return true
    }
    await user.click(await screen.findByRole('button', { name: 'Good answer' }))
    await user.click(await screen.findByRole('button', { name: 'Add a comment' }))
    await user.type(screen.getByRole('textbox', { name: /What was good/ }), 'Half a though')
    view.rerender(<ThreadChat key="again" session={session} assistants={assistants} />)
    await user.type(screen.getByRole('textbox', { name: /What was good/ }), 't')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Send comment' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Good answer' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Add a comment' }))
    await user.click(screen.getByRole('button', { name: 'Send comment' }))
    expect(await screen.findByText('Your comment: “Half a thought”')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Good answer' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    expect(screen.getByRole('textbox', { name: /What was good/ })).toHaveValue('Half a thought')
  })
})

describe('the inspector', () => {
  it('once a run has ended its steps took what the server’s clock says, not what was watched', async () => {
    const { run } = await streaming()
    const at = (ms: number) => new Date(ms).toISOString()
    const checkpoint = (n: number, ms: number, tasks: object[]) => ({
      values: { messages: [] },
      next: tasks.length > 0 ? ['talk'] : [],
      tasks,
      created_at: at(ms),
      checkpoint: { checkpoint_id: `c${n}` },
      parent_checkpoint: n === 1 ? null : { checkpoint_id: `c${n - 1}` },
      metadata: { run_id: run.run_id },
    })
    const states = [
      checkpoint(3, 7_700, []),
      checkpoint(2, 1_700, [{ id: 'talk', name: 'talk' }]),
      checkpoint(1, 1_000, [{ id: 'plan', name: 'plan' }]),
    ]
    server.override = ({ path }, response) => {
      if (path.endsWith('/history')) json(response, 200, states)
      return path.endsWith('/history')
    }
    finish(run)
    const shown = () => screen.getByRole('list', { name: 'Steps of the run' }).textContent
    await waitFor(() => expect(shown()).toBe('plan0.7 stalk6 s'))
  })

  it('shows steps, state and events, but no feedback address', async () => {
    const { user, run } = await streaming()
    const steps = await screen.findByRole('list', { name: 'Steps of the run' })
    expect(steps).toHaveTextContent('talk')
    run.emit('feedback', { user_score: `${transport.baseUrl}/api/v1/feedback/tokens/secret` })
    finish(run)
    expect(await screen.findByText('Done')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'State' }))
    expect(screen.getByRole('region', { name: 'state of the thread' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Events' }))
    await user.click(screen.getByRole('button', { name: /feedback/ }))
    expect(screen.getByText(/pre-signed address/)).toBeVisible()
    expect(document.body).not.toHaveTextContent('secret')
  })
})
