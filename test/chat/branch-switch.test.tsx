import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import { setupUser } from '../helpers/user.ts'
import { json, ScriptedServer, threadId } from './scripted-server.ts'

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

type Message = { id: string; type: string; content: string }
const human = (id: string) => ({ id, type: 'human', content: `Question ${id}` })
const ai = (id: string) => ({ id, type: 'ai', content: `Answer ${id}` })

/** A thread whose checkpoints part after some messages, the last branch shown. */
async function branched(before: readonly Message[], branches: readonly (readonly Message[])[]) {
  const checkpoint = (id: string, parent: string | null, messages: readonly Message[]) => ({
    values: { messages },
    next: [],
    tasks: [],
    metadata: { source: 'loop' },
    checkpoint: { checkpoint_id: id },
    parent_checkpoint: parent === null ? null : { checkpoint_id: parent },
  })
  const states = [
    checkpoint('root', null, before),
    ...branches.map((rest, n) => checkpoint(`end-${n + 1}`, 'root', [...before, ...rest])),
  ].reverse()
  server.state = states[0] ?? {}
  server.override = ({ path }, response) => {
    const at = states.find((state) => path.endsWith(`/state/${state.checkpoint.checkpoint_id}`))
    if (path.endsWith('/history')) json(response, 200, states)
    else if (at) json(response, 200, at)
    return path.endsWith('/history') || at !== undefined
  }
  session = createRunSession({
    transport: await server.start(),
    thread_id: threadId,
    clock: systemClock,
    newId: () => 'own',
  })
  const user = setupUser()
  render(<ThreadChat session={session} assistants={[{ assistant_id: 'agent', name: 'agent' }]} />)
  await session.open()
  await act(() => session.history.refresh())
  await screen.findByText(`${branches.length} / ${branches.length}`)
  return user
}

for (const [noun, before, branches] of [
  ['message', [], ['1', '2', '3'].map((n) => [human(`h${n}`), ai(`a${n}`)])],
  ['answer', [human('h')], ['1', '2', '3'].map((n) => [ai(`a${n}`)])],
] as const) {
  it(`stays on the switch when another ${noun} is shown by keyboard`, async () => {
    const user = await branched(before, branches)
    const button = (way: string) =>
      screen.getByRole('button', { name: `${way} version of this ${noun}` })
    button('Previous').focus()
    await user.keyboard('{Enter}')
    await screen.findByText('2 / 3')
    expect(screen.getByText('Answer a2')).toBeVisible()
    await waitFor(() => expect(button('Previous')).toHaveFocus())
    await user.keyboard('{Enter}')
    await screen.findByText('1 / 3')
    // There is none before the first.
    await waitFor(() => expect(button('Next')).toHaveFocus())
    await user.keyboard('{Enter}')
    await screen.findByText('2 / 3')
    await waitFor(() => expect(button('Next')).toHaveFocus())
    await user.keyboard('{Enter}')
    await screen.findByText('3 / 3')
    await waitFor(() => expect(button('Previous')).toHaveFocus())
  })
}
