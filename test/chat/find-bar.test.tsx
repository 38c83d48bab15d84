import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { buildTurns } from '../../src/chat/conversation/turns.ts'
import { findInTurns } from '../../src/chat/find/find-in-turns.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import { setupUser } from '../helpers/user.ts'
import { ScriptedServer, threadId } from './scripted-server.ts'

// A DOM without layout has nothing to scroll.
Range.prototype.getBoundingClientRect ??= () => new DOMRect()

let server: ScriptedServer
let session: RunSession

beforeEach(() => {
  sessionStorage.clear()
  server = new ScriptedServer()
})
afterEach(async () => {
  session?.close()
  await server?.stop()
})

const order = { items: [{ parts: [{ maker: { name: 'Lamplight & Sons' } }] }] }
const conversation = [
  { id: 'h1', type: 'human', content: 'Who made this?' },
  {
    id: 'a1',
    type: 'ai',
    content: [{ type: 'thinking', thinking: 'The order names the manufacturer.' }],
    tool_calls: [{ id: 'c1', name: 'find_order', args: { number: 4411, of: { shop: 'Harbour' } } }],
  },
  { id: 't1', type: 'tool', tool_call_id: 'c1', content: JSON.stringify(order) },
  {
    id: 'a2',
    type: 'ai',
    content: [
      { type: 'text', text: 'Lamplight made it.' },
      { type: 'hologram', data: 1 },
      { type: 'text', text: 'They still do, in the old mill.' },
    ],
  },
]

/** The conversation with the bar open, and words typed into it. */
async function finding(words: string) {
  server.setMessages(conversation)
  const transport = await server.start()
  session = createRunSession({
    transport,
    thread_id: threadId,
    clock: systemClock,
    newId: () => 'own',
  })
  const user = setupUser()
  render(<ThreadChat session={session} assistants={[{ assistant_id: 'agent', name: 'agent' }]} />)
  await session.open()
  screen.getByRole('textbox', { name: 'Message' }).focus()
  await user.keyboard('{Control>}f{/Control}')
  await user.type(await screen.findByRole('textbox', { name: findBox }), words)
  return user
}

const log = () => within(screen.getByRole('log', { name: 'Conversation' }))
const card = () => log().getByRole('button', { name: /^find_order/ })
const findBox = 'Find in the conversation'

it('finds words deep in a folded result, unfolds it there, and folds it again when it goes on', async () => {
  const user = await finding('lamplight')
  expect(screen.getByText('1 of 2')).toBeVisible()
  expect(await log().findByText(/Lamplight & Sons/)).toBeVisible()
  expect(card()).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Enter}')
  expect(screen.getByText('2 of 2')).toBeVisible()
  await waitFor(() => expect(card()).toHaveAttribute('aria-expanded', 'false'))
  expect(log().getByText('Lamplight made it.')).toBeVisible()
})

it('leaves unfolded what the search ended in, to be read and folded by hand', async () => {
  const user = await finding('harbour')
  expect(screen.getByText('1 of 1')).toBeVisible()
  expect(await log().findByText(/"shop": "Harbour"/)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: findBox })).toBeNull()
  expect(log().getByText(/"shop": "Harbour"/)).toBeVisible()
  await user.click(card())
  expect(log().queryByText(/"shop": "Harbour"/)).toBeNull()
})

it('leaves open what a person had opened', async () => {
  const user = await finding('4411')
  await waitFor(() => expect(card()).toHaveAttribute('aria-expanded', 'true'))
  await user.click(card())
  await user.click(card())
  const box = screen.getByRole('textbox', { name: findBox })
  await user.clear(box)
  await user.type(box, 'made it')
  expect(screen.getByText('1 of 1')).toBeVisible()
  expect(card()).toHaveAttribute('aria-expanded', 'true')
})

it('finds words of what the model thought, and the names of its tools', async () => {
  const user = await finding('manufacturer')
  expect(screen.getByText('1 of 1')).toBeVisible()
  expect(await log().findByText('The order names the manufacturer.')).toBeVisible()
  const box = screen.getByRole('textbox', { name: findBox })
  await user.clear(box)
  await user.type(box, 'find_ord')
  expect(screen.getByText('1 of 1')).toBeVisible()
  expect(card()).toHaveAttribute('aria-expanded', 'false')
  await waitFor(() =>
    expect(log().getByText('The order names the manufacturer.')).not.toBeVisible(),
  )
})

it('33.1.3: finds words behind something that is no text, where they stand', async () => {
  await finding('old mill')
  expect(screen.getByText('1 of 1')).toBeVisible()
  const [found] = findInTurns(buildTurns(session.getSnapshot().conversation.messages), 'old mill')
  const place = document.querySelector(`[data-words="${found?.within}"]`)
  expect(place).toHaveTextContent(/^They still do, in the old mill\.$/)
})
