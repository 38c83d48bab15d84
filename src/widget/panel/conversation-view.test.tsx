import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createRunSession } from '../../chat/session/run-session.ts'
import type { PanelHost } from '../panel-host.ts'
import { ConversationView } from './conversation-view.tsx'
import type { Conversations } from './conversations.ts'
import { en } from './texts/en.ts'

const written =
  '**Hello.** Read [our terms](https://example.com/terms) or [run](javascript:alert(1)).'

it('greeting and privacy line are markdown, whose links lead only where it is safe', async () => {
  const session = createRunSession({
    transport: { baseUrl: 'http://127.0.0.1:1' },
    thread_id: null,
  })
  // There is no thread to be read.
  await session.open()
  const config = { greeting: written, privacy_note: written, suggestions: [] }
  render(
    <ConversationView
      host={{ config } as unknown as PanelHost}
      texts={en}
      conversations={{} as Conversations}
      session={session}
      snapshot={session.getSnapshot()}
      problem={null}
      needsConsent={false}
      onFocusLost={() => {}}
      onTakenBack={() => {}}
    />,
  )
  expect(screen.getAllByText('Hello.').map(({ tagName }) => tagName)).toEqual(['STRONG', 'STRONG'])
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['our terms', 'our terms'])
  for (const link of links) {
    expect(link).toHaveAttribute('href', 'https://example.com/terms')
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    expect(link).toHaveAttribute('target', '_blank')
  }
  session.close()
})
