import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import { heldUntil } from '../../../contract/agent-server/runs.ts'
import { en } from '../texts/en.ts'
import { WaitingMessages } from './waiting-messages.tsx'

const waiting = (run_id: string, scheduled_at: string | null) => ({
  run_id,
  status: 'pending',
  scheduled_at,
  kwargs: { input: { messages: [{ id: run_id, type: 'human', content: `Message ${run_id}` }] } },
})

function show(interrupts: object[], scheduled_at: string | null) {
  const snapshot = {
    queued: [waiting('one', scheduled_at)],
    queuedCancels: {},
    sending: [
      { key: 's', input: { messages: [{ id: 's', type: 'human', content: 'On its way' }] } },
    ],
    conversation: { interrupts },
  }
  return render(
    <WaitingMessages
      texts={en}
      session={{} as RunSession}
      snapshot={snapshot as unknown as SessionSnapshot}
      onTakenBack={() => {}}
    />,
  )
}

it('33: a message that waits says that a question comes before it, and can be taken back', () => {
  const question = [{ id: 'q', value: 'Which one?' }]
  const { unmount } = show(question, heldUntil)
  expect(screen.getByText('Message one')).toBeVisible()
  expect(screen.getByText('Waits until the question is answered')).toBeVisible()
  expect(screen.getByText('On its way')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take back' })).toBeEnabled()
  unmount()
  // It is being answered.
  show([], heldUntil)
  expect(screen.getByText('Waits its turn')).toBeVisible()
})
