import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import type { Transport } from '../../src/client/api.ts'
import { type DomStack, startDomStack } from '../helpers/dom-stack.ts'
import { makeRepository } from '../helpers/git.ts'
import { setupUser } from '../helpers/user.ts'

let stack: DomStack
let agent: Transport
let session: RunSession | null = null
/** Reads of checkpoints that the chat asked for. */
let reads: string[] = []

beforeAll(async () => {
  stack = await startDomStack()
  const fixture = path.join(import.meta.dirname, '../fixtures/agents/rewriting.ts')
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'rewriting.ts': await readFile(fixture, 'utf8'),
    'langgraph.json': JSON.stringify({ graphs: { rewriting: './rewriting.ts:graph' } }),
  })
  const { revision } = await stack.deploy(repository.folder)
  expect(revision.status).toBe('DEPLOYED')
  agent = {
    baseUrl: `${stack.url}/agents/agent`,
    headers: { 'x-api-key': stack.apiKey },
    fetch: (input, init) => {
      const address = String(input instanceof Request ? input.url : input)
      if (/\/(history|state\/)/.test(address)) reads.push(address)
      return fetch(input, init)
    },
  }
})
beforeEach(() => {
  reads = []
})
afterEach(() => session?.close())
afterAll(() => stack?.close())

/** The chat on a thread in which all this was said. */
async function chatAfter(...said: string[]) {
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', '/agents/agent/threads', {})
  for (const content of said) {
    await stack.json('POST', `/agents/agent/threads/${thread_id}/runs/wait`, {
      assistant_id: 'rewriting',
      input: { messages: [{ role: 'user', content, id: `said ${content}` }] },
    })
  }
  session = createRunSession({ transport: agent, thread_id, clock: systemClock })
  render(<ThreadChat session={session} assistants={[{ assistant_id: 'rewriting', name: 'a' }]} />)
  await session.open()
  await screen.findByText(`You said ${said.at(-1)}`)
  return setupUser()
}

const button = (name: string) => screen.getByRole('button', { name })
const said = () =>
  screen
    .getByRole('log')
    .textContent?.match(
      /You said (one|two|three|forget|summarizeAgain|summarize)|Summary of \d+ messages|The agent has put away[^.]*/g,
    )

it('C5: what a summary stands for is read from the history when asked for, by keyboard too', async () => {
  const user = await chatAfter('one', 'two', 'summarize', 'three', 'summarizeAgain')
  expect(said()).toEqual(['Summary of 5 messages', 'You said summarizeAgain'])
  expect(reads).toEqual([])

  const more = await screen.findByRole('button', { name: 'Show earlier messages' })
  more.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('You said three')
  expect(said()).toEqual([
    'Summary of 4 messages',
    'You said summarize',
    'You said three',
    'The agent has put away the 5 messages above: it does not read them any more',
    'Summary of 5 messages',
    'You said summarizeAgain',
  ])
  expect(button('Show still earlier messages')).toBe(document.activeElement)

  await user.keyboard('{Enter}')
  await screen.findByText('You said one')
  expect(said()?.slice(0, 3)).toEqual([
    'You said one',
    'You said two',
    'The agent has put away the 4 messages above: it does not read them any more',
  ])
  expect(screen.queryByRole('button', { name: 'Show still earlier messages' })).toBeNull()
  expect(button('Hide earlier messages')).toBe(document.activeElement)
  // They are read only.
  const earlier = within(screen.getByRole('region', { name: 'Earlier messages' }))
  expect(earlier.queryByRole('button', { name: /Edit|again/ })).toBeNull()

  await user.click(button('Hide earlier messages'))
  expect(said()).toEqual(['Summary of 5 messages', 'You said summarizeAgain'])
})

it('C5: and also what nothing stands for, once it is missing', async () => {
  const user = await chatAfter('one', 'forget', 'two')
  expect(said()).toEqual(['You said forget', 'You said two'])
  await user.click(await screen.findByRole('button', { name: 'Show earlier messages' }))
  await screen.findByText('You said one')
  expect(said()?.slice(0, 2)).toEqual([
    'You said one',
    'The agent has put away the 2 messages above: it does not read them any more',
  ])
})

it('C5: a thread that was not rewritten offers nothing, and asks for nothing more', async () => {
  await chatAfter('one', 'two')
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  expect(reads).toEqual([])
})
