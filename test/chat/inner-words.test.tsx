import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import type { Transport } from '../../src/client/api.ts'
import { type DomStack, startDomStack } from '../helpers/dom-stack.ts'
import { makeRepository } from '../helpers/git.ts'
import { renderConsole } from '../helpers/render.tsx'
import { setupUser } from '../helpers/user.ts'

let stack: DomStack
let pages: string
let agent: Transport
let session: RunSession | null = null

beforeAll(async () => {
  stack = await startDomStack()
  const fixture = path.join(import.meta.dirname, '../fixtures/agents/inner-words.ts')
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'inner-words.ts': await readFile(fixture, 'utf8'),
    'langgraph.json': JSON.stringify({ graphs: { asker: './inner-words.ts:graph' } }),
  })
  const { deployment, revision } = await stack.deploy(repository.folder)
  expect(revision.status).toBe('DEPLOYED')
  pages = `/deployments/${deployment.id}`
  agent = { baseUrl: `${stack.url}/agents/agent`, headers: { 'x-api-key': stack.apiKey } }
})
afterEach(() => session?.close())
afterAll(() => stack?.close())

async function show(thread_id: string | null) {
  cleanup()
  session?.close()
  session = createRunSession({ transport: agent, thread_id, clock: systemClock })
  render(<ThreadChat session={session} assistants={[{ assistant_id: 'asker', name: 'asker' }]} />)
  await session.open()
  return { session, user: setupUser() }
}

/** Opens the page of the thread's last run. */
async function showLastRun({ getSnapshot }: RunSession) {
  const last = getSnapshot().records.at(-1)
  cleanup()
  renderConsole(stack, `${pages}/threads/${last?.thread_id}/runs/${last?.run_id}`)
  await screen.findByRole('list', { name: 'Steps of the run' })
}

const stepsShown = () =>
  within(screen.getByRole('list', { name: 'Steps of the run' }))
    .getAllByRole('listitem')
    .map((step) => step.firstChild?.textContent)

const answer = 'The moon does it.'
const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name} `) })

it('C4: what a tool’s agent said stands below its call, named, after the end and after a reload', async () => {
  const { session: first, user } = await show(null)
  const box = screen.getByRole('textbox', { name: 'Message' })
  await user.type(box, 'ask_researcher{Enter}')
  await screen.findByRole('button', { name: 'Copy answer' })

  const said = screen.getByRole('region', { name: 'research, within the call' })
  expect(said.textContent).toContain('INNER notes on tides')
  const order = (await card('ask_researcher')).compareDocumentPosition(said)
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(said.compareDocumentPosition(screen.getByText(answer))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )

  await show(first.getSnapshot().thread_id)
  await screen.findByText(answer)
  expect(
    (await screen.findByRole('region', { name: 'research, within the call' })).textContent,
  ).toContain('INNER notes on tides')

  await showLastRun(first)
  const onPage = await screen.findByRole('region', { name: 'research, within the call' })
  expect(onPage.textContent).toContain('INNER notes on tides')
})

it('C4: what nobody can tell apart stands below the calls that it may belong to', async () => {
  const { user } = await show(null)
  const box = screen.getByRole('textbox', { name: 'Message' })
  await user.type(box, 'ask_researcher and ask_model{Enter}')
  await screen.findByRole('button', { name: 'Copy answer' })
  const log = within(screen.getByRole('log'))
  const regions = log.getAllByRole('region').map((region) => region.textContent)
  expect(regions).toEqual([expect.stringContaining('INNER'), expect.stringContaining('INNER')])
  const last = await card('ask_model')
  for (const region of log.getAllByRole('region')) {
    expect(last.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
})

it('C4, 33 1.6: of a run that answers a question what was said within its call and all of its steps are told', async () => {
  const { session: first, user } = await show(null)
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'ask_clerk{Enter}')
  const box = await screen.findByRole('textbox', { name: 'Your answer in words' })
  await user.type(box, 'spring tides')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByRole('button', { name: 'Copy answer' })
  const region = { name: 'write, within the call' }
  expect(screen.getByRole('region', region).textContent).toContain('INNER files on spring tides')

  await show(first.getSnapshot().thread_id)
  await screen.findByText(answer)
  expect((await screen.findByRole('region', region)).textContent).toContain('INNER files')

  await showLastRun(first)
  expect(stepsShown()).toEqual(['tools', 'agent'])
})

it('C4: of turns further up it is read once a card is opened', async () => {
  const { session: first, user } = await show(null)
  const box = screen.getByRole('textbox', { name: 'Message' })
  for (const [index, tool] of ['ask_researcher', 'ask_model', 'ask_model', 'ask_model'].entries()) {
    await user.type(box, `${tool}{Enter}`)
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Copy answer' })).toHaveLength(index + 1),
    )
  }
  const again = await show(first.getSnapshot().thread_id)
  await waitFor(() => expect(screen.getAllByText('INNER thoughts on tides')).toHaveLength(3))
  expect(screen.queryByText('INNER notes on tides')).toBeNull()
  await again.user.click(await card('ask_researcher'))
  await screen.findByText('INNER notes on tides')
})
