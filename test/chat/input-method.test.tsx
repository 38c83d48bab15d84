import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/chat/clock.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type { RunSession } from '../../src/chat/session/session-types.ts'
import { ThreadChat } from '../../src/chat/thread-chat.tsx'
import { setupUser } from '../helpers/user.ts'
import { ScriptedServer, threadId } from './scripted-server.ts'

let server: ScriptedServer
let session: RunSession

beforeEach(() => {
  server = new ScriptedServer()
})
afterEach(async () => {
  session?.close()
  await server?.stop()
})

/** Safari's order: the composition is over when the key that ended it is told, with the code 229. */
const ofInputMethod = { keyCode: 229, isComposing: false }

it('a key of an input method sends no message and closes no editor, whatever order a browser tells them in (C13)', async () => {
  server.setMessages([{ id: 'h1', type: 'human', content: 'こんにち' }])
  const transport = await server.start()
  session = createRunSession({ transport, thread_id: threadId, clock: systemClock })
  render(<ThreadChat session={session} assistants={[{ assistant_id: 'agent', name: 'agent' }]} />)
  await session.open()
  const user = setupUser()

  const box = screen.getByRole('textbox', { name: 'Message' })
  await user.type(box, 'にほん')
  for (const one of [ofInputMethod, { isComposing: true }]) {
    fireEvent.keyDown(box, { key: 'Enter', ...one })
    expect(box).toHaveValue('にほん')
  }

  await user.clear(box)
  // Its list of words is walked by the same keys as what was sent before.
  fireEvent.keyDown(box, { key: 'ArrowUp', ...ofInputMethod })
  expect(box).toHaveValue('')
  await user.type(box, 'にほん')

  await user.click(await screen.findByRole('button', { name: 'Edit message' }))
  const editor = screen.getByRole('textbox', { name: 'Edit message' })
  await user.type(editor, 'は')
  for (const key of ['Escape', 'Enter']) {
    fireEvent.keyDown(editor, { key, ...ofInputMethod })
    expect(screen.getByRole('textbox', { name: 'Edit message' })).toHaveValue('こんにちは')
  }
  expect(server.count('POST', /runs/)).toBe(0)

  fireEvent.keyDown(editor, { key: 'Escape' })
  expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull()
  fireEvent.keyDown(box, { key: 'Enter' })
  await server.seen('POST', /runs/)
})
