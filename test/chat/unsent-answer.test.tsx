import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import type { Transport } from '../../src/client/api.ts'
import { setupUser } from '../helpers/user.ts'
import { ScriptedServer, threadId } from './scripted-server.ts'

let server: ScriptedServer
let transport: Transport
let session: RunSession

beforeEach(async () => {
  sessionStorage.clear()
  server = new ScriptedServer()
  transport = await server.start()
  server.addRun({}).end('interrupted')
})
afterEach(async () => {
  session?.close()
  await server?.stop()
})

const said = [{ id: 'h1', type: 'human', content: 'Refund' }]

function asks(interrupt: object): void {
  const tasks = [{ id: 't', name: 'ask', interrupts: [interrupt] }]
  server.setMessages(said, { next: ['ask'], tasks })
}

/** The thread on a page of its own. */
async function show() {
  session = createRunSession({ transport, thread_id: threadId, clock: systemClock })
  const view = render(
    <ThreadChat session={session} assistants={[{ assistant_id: 'agent', name: 'agent' }]} />,
  )
  await act(() => session.open())
  return { user: setupUser(), view }
}

/** Another tab answers, and what it starts is over. */
async function answeredElsewhere() {
  server.addRun({ command: { resume: { q: 'No' } } }).end('success')
  server.setMessages([...said, { id: 'a1', type: 'ai', content: 'Then not' }])
  await act(() => session.refresh())
  await screen.findByText('Then not')
}

const note = () => screen.findByRole('alert')

it('33: what was being typed when somebody else answered is there to copy, until it was seen', async () => {
  asks({ id: 'q', value: 'Sure?' })
  const { user, view } = await show()
  await user.type(await screen.findByRole('textbox', { name: /^Your answer/ }), 'Ask Ada first')
  await answeredElsewhere()
  expect(await note()).toHaveTextContent(/Your answer was not sent.*Ask Ada first/)
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  view.unmount()
  session.close()
  await show()
  await screen.findByText('Then not')
  await user.click(within(await note()).getByRole('button', { name: 'Copy your answer' }))
  expect(await navigator.clipboard.readText()).toBe('Ask Ada first')
  await user.click(within(await note()).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

it('33: also where the page was left, or is another way to answer, when that happened', async () => {
  const schema = { type: 'object', properties: { amount: { type: 'integer' } } }
  asks({ id: 'q', value: { question: 'How much?', schema } })
  const { user, view } = await show()
  await user.type(await screen.findByRole('textbox', { name: /^amount/ }), '42')
  view.unmount()
  session.close()
  server.addRun({ command: { resume: { q: { amount: 1 } } } }).end('success')
  server.setMessages([...said, { id: 'a1', type: 'ai', content: 'Then not' }])
  await show()
  expect(await note()).toHaveTextContent('amount: 42')
})

it('33: what was sent from here is not called unsent, nor what stands in a question still asked', async () => {
  asks({ id: 'q', value: 'Sure?' })
  const { user } = await show()
  await user.type(await screen.findByRole('textbox', { name: /^Your answer/ }), 'Ask Ada first')
  await act(() => session.refresh())
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  const run = await server.run(2)
  run.emit('metadata', { run_id: run.run_id })
  server.setMessages([...said, { id: 'a1', type: 'ai', content: 'As you say' }])
  run.end('success')
  await screen.findByText('As you say')
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})
