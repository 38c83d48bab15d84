import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setupUser } from '../../../test/helpers/user.ts'
import { createRunSession } from '../../chat/session/run-session.ts'
import type { RunSession, Work } from '../../chat/session/session-types.ts'
import { useSession } from '../../chat/view/use-session.ts'
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

type ShownProps = { host: PanelHost; session: RunSession; conversations: Conversations }

/** The conversation as it is at any time. */
function Shown(props: ShownProps) {
  return (
    <ConversationView
      {...props}
      texts={en}
      snapshot={useSession(props.session)}
      problem={null}
      needsConsent={false}
      onFocusLost={() => {}}
      onTakenBack={() => {}}
    />
  )
}

it('33: an answer that does not get through is told so, with what was written, and can be sent again', async () => {
  const fetch = async (input: RequestInfo | URL) => {
    const address = String(input)
    if (address.includes('/runs/')) return Response.json({ detail: 'No.' }, { status: 422 })
    if (address.includes('/runs')) return Response.json([])
    const interrupts = [{ id: 'q1', value: 'Which order?' }]
    const tasks = [{ id: 'x', name: 'agent', interrupts }]
    return Response.json({ values: { messages: [] }, next: ['agent'], tasks, metadata: {} })
  }
  const session = createRunSession({
    transport: { baseUrl: 'http://chat', fetch },
    thread_id: 't1',
  })
  await session.open()
  const submit = (work: Work) => session.submit(work, { assistant_id: 'agent' })
  const conversations = { submit } as unknown as Conversations
  const told: string[] = []
  const host = {
    embedKey: 'emb',
    identity: null,
    config: { greeting: '', privacy_note: '', suggestions: [] },
    emit: (_name: string, { message }: { message: string }) => told.push(message),
  } as unknown as PanelHost
  render(<Shown {...{ host, session, conversations }} />)
  const answer = () => screen.findByRole('textbox', { name: 'Your answer' })
  await setupUser().type(await answer(), 'The one of May{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Not sent\. .*No\./)
  expect(await answer()).toHaveValue('The one of May')
  expect(told).toHaveLength(1)
  session.close()
  sessionStorage.clear()
})
