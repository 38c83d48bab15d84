import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import type { Transport } from '../../src/client/api.ts'
import { setupUser } from '../helpers/user.ts'
import { ScriptedServer, threadId } from './scripted-server.ts'

// A DOM without layout has nothing to scroll.
Range.prototype.getBoundingClientRect ??= () => new DOMRect()

let server: ScriptedServer
let transport: Transport
let session: RunSession

beforeEach(async () => {
  sessionStorage.clear()
  server = new ScriptedServer()
  transport = await server.start()
})
afterEach(async () => {
  session?.close()
  await server?.stop()
})

async function show() {
  session = createRunSession({
    transport,
    thread_id: threadId,
    clock: systemClock,
    newId: () => 'own',
  })
  const user = setupUser()
  render(<ThreadChat session={session} assistants={[{ assistant_id: 'agent', name: 'agent' }]} />)
  await session.open()
  return user
}

const asked = { id: 'h1', type: 'human', content: 'Look everything up' }
const callOf = (n: number) => ({ id: `c${n}`, name: 'search', args: { page: `page ${n}.` } })
const answerOf = (n: number, rest: object = {}) => ({
  id: `t${n}`,
  type: 'tool',
  tool_call_id: `c${n}`,
  content: `Result ${n}.`,
  ...rest,
})
const said = (id: string, tool_calls: object[], content = '') => ({
  id,
  type: 'ai',
  content,
  tool_calls,
})
/** Calls one after the other, as an agent makes them that waits for each. */
const alternating = (count: number) =>
  Array.from({ length: count }, (_item, n) => [
    said(`a${n}`, [callOf(n)]),
    answerOf(n, n % 100 === 7 ? { status: 'error' } : {}),
  ]).flat()

const log = () => within(screen.getByRole('log', { name: 'Conversation' }))
const cards = () => log().queryAllByRole('button', { name: /^search page: / })
const group = (name: RegExp) => log().findByRole('button', { name })

it('three hundred calls of one tool are one group that opens, some at a time', async () => {
  server.setMessages([asked, ...alternating(300), said('z', [], 'That is all.')])
  const user = await show()
  const head = await group(/^search · 300 calls 3 failed$/)
  expect(cards()).toHaveLength(0)
  await user.click(head)
  expect(cards()).toHaveLength(20)
  await user.click(log().getByRole('button', { name: 'Show more' }))
  expect(cards()).toHaveLength(40)
  await user.click(log().getByRole('button', { name: /page 31\./ }))
  expect(log().getByText('Result 31.')).toBeVisible()
  await user.click(head)
  expect(cards()).toHaveLength(0)
})

it('three calls are three cards', async () => {
  server.setMessages([
    asked,
    said('a', [0, 1, 2].map(callOf)),
    ...[0, 1, 2].map((n) => answerOf(n)),
  ])
  await show()
  await waitFor(() => expect(cards()).toHaveLength(3))
})

it('what waits for a person stands beside the group, never in it', async () => {
  const calls = [0, 1, 2, 3, 4, 5].map(callOf)
  const value = {
    action_requests: [{ name: 'search', args: { page: 'page 5.' } }],
    review_configs: [{ action_name: 'search', allowed_decisions: ['approve'] }],
  }
  server.setMessages([asked, said('a', calls), ...[0, 1, 2, 3].map((n) => answerOf(n))], {
    next: ['ask'],
    tasks: [{ id: 't', name: 'ask', interrupts: [{ id: 'q1', value }] }],
  })
  server.addRun({}).end('interrupted')
  await show()
  await group(/^search · 5 calls 1 waiting$/)
  await group(/^search page: page 5\. needs you$/)
  expect(cards()).toHaveLength(1)
})

it('a search opens the group at what it finds, and leaves it with what it ended in', async () => {
  server.setMessages([asked, ...alternating(300), said('z', [], 'That is all.')])
  const user = await show()
  const head = await group(/^search · 300 calls/)
  screen.getByRole('textbox', { name: 'Message' }).focus()
  await user.keyboard('{Control>}f{/Control}')
  await user.type(
    await screen.findByRole('textbox', { name: 'Find in the conversation' }),
    'Result 271.',
  )
  expect(await log().findByText('Result 271.')).toBeVisible()
  expect(head).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Escape}')
  expect(log().getByText('Result 271.')).toBeVisible()
})

it('a card that is read stays open when its row becomes a group', async () => {
  const user = await show()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Look{Enter}')
  const run = await server.run()
  run.emit('metadata', { run_id: run.run_id })
  const mine = { ...asked, id: 'own' }
  run.emit('values', { messages: [mine, ...alternating(3)] })
  await user.click(await group(/page 1\./))
  expect(log().getByText('Result 1.')).toBeVisible()
  run.emit('values', { messages: [mine, ...alternating(4)] })
  await group(/^search · 4 calls/)
  expect(log().getByText('Result 1.')).toBeVisible()
})
