import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import { setupUser } from '../helpers/user.ts'
import { json, runIdOf, ScriptedServer, threadId } from './scripted-server.ts'

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

const assistants = [
  { assistant_id: 'guide', name: 'guide' },
  { assistant_id: 'careful', name: 'Careful guide' },
]
const question = { id: 'h', type: 'human', content: 'Question' }
const answer = (id: string) => ({ id, type: 'ai', content: `Answer ${id}` })

/** A thread of two versions of an answer, the second made by `guide` in a revision. */
async function opened() {
  const checkpoint = (id: string, parent: string | null, messages: object[], next: string[]) => ({
    values: { messages },
    next,
    tasks: [],
    metadata: { source: 'loop', run_id: parent === null ? null : runIdOf(id === 'two' ? 2 : 1) },
    checkpoint: { checkpoint_id: id },
    parent_checkpoint: parent === null ? null : { checkpoint_id: parent },
  })
  const states = [
    checkpoint('two', 'root', [question, answer('a2')], []),
    checkpoint('one', 'root', [question, answer('a1')], []),
    checkpoint('root', null, [question], ['answer']),
  ]
  server.state = states[0] ?? {}
  const record = (n: number) => ({
    run_id: runIdOf(n),
    thread_id: threadId,
    assistant_id: 'guide',
    revision_id: '9f3c0000-0000-4000-8000-00000000ab12',
    status: 'success',
    created_at: `2026-01-01T00:00:0${n}Z`,
    updated_at: `2026-01-01T00:00:0${n}Z`,
    metadata: {},
    kwargs: {},
  })
  server.override = ({ method, path }, response) => {
    if (path.endsWith('/history')) json(response, 200, states)
    else if (method === 'GET' && path.endsWith('/runs')) json(response, 200, [record(2), record(1)])
    else return false
    return true
  }
  session = createRunSession({
    transport: await server.start(),
    thread_id: threadId,
    clock: systemClock,
    newId: () => 'own',
  })
  render(<ThreadChat session={session} assistants={assistants} defaultAssistantId="guide" />)
  await session.open()
  await act(() => session.history.refresh())
  await screen.findByText('2 / 2')
  return setupUser()
}

const started = async () => (await server.run()).body

it('versions of an answer name their assistant and revision', async () => {
  await opened()
  expect(screen.getByText(/· revision/)).toHaveTextContent(/^guide · revision 9f3c/)
})

it('Retry takes whom the composer has chosen, and says so', async () => {
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Assistant: guide' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Careful guide' }))
  await user.click(screen.getByRole('button', { name: 'Retry with Careful guide' }))
  expect(await started()).toMatchObject({
    assistant_id: 'careful',
    input: null,
    checkpoint: { checkpoint_id: 'root' },
  })
})

it('Retry with… offers the others', async () => {
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Retry with…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Retry with Careful guide' }))
  expect(await started()).toMatchObject({
    assistant_id: 'careful',
    checkpoint: { checkpoint_id: 'root' },
  })
})

it('an assistant whose graph takes no messages is not sent a conversation', async () => {
  const user = await opened()
  const { override } = server
  server.override = (seen, response) => {
    if (!seen.path.endsWith('/assistants/careful/schemas'))
      return override?.(seen, response) ?? false
    const input_schema = { type: 'object', properties: { count: { type: 'integer' } } }
    json(response, 200, { graph_id: 'counter', input_schema })
    return true
  }
  const refusal = () => screen.findByText(/^The graph of that assistant takes no messages/)
  await user.click(screen.getByRole('button', { name: 'Retry with…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Retry with Careful guide' }))
  expect(await refusal()).toBeVisible()
  expect(server.count('POST', /runs/)).toBe(0)
})
