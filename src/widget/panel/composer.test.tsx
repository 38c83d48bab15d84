import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setupUser } from '../../../test/helpers/user.ts'
import { createRunSession } from '../../chat/session/run-session.ts'
import type { SessionSnapshot, TrackedRun } from '../../chat/session/session-types.ts'
import { ApiError } from '../../client/api-error.ts'
import type { PanelHost } from '../panel-host.ts'
import { Composer } from './composer.tsx'
import type { Conversations } from './conversations.ts'
import { useFiles } from './files/use-files.ts'
import { Questions } from './questions/questions.tsx'
import { en } from './texts/en.ts'

const config = { max_message_length: 4000, file_types: [], can_stop: true }
const host = { embedKey: 'emb', identity: null, config, emit() {} } as unknown as PanelHost
const fileLimits = { max_files_per_message: 3, max_file_megabytes: 2 }
const session = createRunSession({
  transport: { baseUrl: 'http://127.0.0.1:1' },
  thread_id: null,
})

type BoxProps = {
  interrupts?: { id: string; value: unknown }[]
  lost?: string[]
  conversations?: Conversations
  isAnswering?: boolean
  /** Whether the answer was asked for from here. */
  isOurs?: boolean
  file_types?: string[]
}

/** The end of a chat: what is asked, and where to write. */
function Box(props: BoxProps) {
  const { interrupts = [], lost = [], conversations = {} as Conversations } = props
  const { file_types = [], isAnswering, isOurs } = props
  const shown = session.getSnapshot()
  const conversation = { ...shown.conversation, interrupts }
  const thread_id = lost.length === 0 ? 't1' : null
  const before = isOurs ? {} : null
  const run = isAnswering ? ({ outcome: 'active', cancel: null, before } as TrackedRun) : null
  const opening = 'open'
  const snapshot: SessionSnapshot = { ...shown, conversation, thread_id, lost, run, opening }
  const rest = { host, texts: en, conversations, snapshot }
  return (
    <>
      <Questions {...rest} onSubmit={async () => true} onFocusLost={() => {}} />
      <Composer
        {...rest}
        ref={null}
        session={session}
        files={useFiles(host, { ...fileLimits, file_types }, en)}
        takenBack={null}
        mayWrite
      />
    </>
  )
}

it('33: an answer in the making goes on in the box when its conversation is deleted elsewhere', async () => {
  const interrupts = [{ id: 'q1', value: 'Which order?' }]
  const box = render(<Box interrupts={interrupts} lost={[]} />)
  const user = setupUser()
  const message = screen.getByRole('textbox', { name: en.placeholder })
  await user.type(message, 'By the way')
  await user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'The one of May')
  box.rerender(<Box interrupts={[]} lost={['t1', 'a1']} />)
  expect(message).toHaveValue('By the way\nThe one of May')
  cleanup()
  render(<Box interrupts={interrupts} lost={[]} />)
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('')
  sessionStorage.clear()
})

it('33: an answer in the making is there, too, when its conversation turns out to be deleted after a reload', async () => {
  render(<Box interrupts={[{ id: 'q1', value: 'Which order?' }]} lost={[]} />)
  await setupUser().type(screen.getByRole('textbox', { name: 'Your answer' }), 'The one of May')
  cleanup()
  render(<Box interrupts={[]} lost={['t1', 'a1']} />)
  expect(screen.getByRole('textbox', { name: en.placeholder })).toHaveValue('The one of May')
  sessionStorage.clear()
})

it('33: an answer in the making goes on in the box when the question is answered elsewhere', async () => {
  const box = render(<Box interrupts={[{ id: 'q1', value: 'Which order?' }]} />)
  const user = setupUser()
  await user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'The one of May')
  box.rerender(<Box isAnswering />)
  const message = screen.getByRole('textbox', { name: en.placeholder })
  expect(message).toHaveValue('The one of May')
  await user.type(message, ', please')
  box.rerender(<Box interrupts={[{ id: 'q1', value: 'And which lamp?' }]} />)
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('')
  expect(message).toHaveValue('The one of May, please')
  sessionStorage.clear()
})

it('33: of two questions the answer in the making to one stays there while the other is answered from here', async () => {
  const interrupts = ['q1', 'q2'].map((id) => ({ id, value: `Which ${id}?` }))
  const box = render(<Box interrupts={interrupts} />)
  const user = setupUser()
  const [, second] = screen.getAllByRole('textbox', { name: 'Your answer' })
  await user.type(second as HTMLElement, 'The one of May')
  box.rerender(<Box isAnswering isOurs />)
  box.rerender(<Box interrupts={interrupts.slice(1)} />)
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('The one of May')
  expect(screen.getByRole('textbox', { name: en.placeholder })).toHaveValue('')
  box.rerender(<Box />)
  expect(screen.getByRole('textbox', { name: en.placeholder })).toHaveValue('The one of May')
  sessionStorage.clear()
})

it('33: a message that is on its way is in the box again when the page is left before it has arrived', async () => {
  let arrive: (result: { ok: true; run_id: string }) => void = () => {}
  const send = () => new Promise<{ ok: true; run_id: string }>((resolve) => (arrive = resolve))
  const conversations = { send } as unknown as Conversations
  const box = () => screen.getByRole('textbox', { name: en.placeholder })
  render(<Box conversations={conversations} />)
  await setupUser().type(box(), 'Where is it?{Enter}And when')
  expect(box()).toHaveValue('And when')
  cleanup()
  render(<Box conversations={conversations} />)
  expect(box()).toHaveValue('Where is it?\nAnd when')
  await setupUser().type(box(), '{Enter}')
  await act(async () => arrive({ ok: true, run_id: 'r1' }))
  expect(box()).toHaveValue('')
  cleanup()
  render(<Box conversations={conversations} />)
  expect(box()).toHaveValue('')
})

it('33: who stops an answer by a key is in the box again, where the button goes away', async () => {
  render(<Box isAnswering />)
  screen.getByRole('button', { name: en.stop }).focus()
  await setupUser().keyboard('{Enter}')
  expect(screen.getByRole('textbox', { name: en.placeholder })).toHaveFocus()
})

it('33: the file that a chat does not take is told by its name, and stays', async () => {
  const ctx = { name: null, place: 2, count: 1 }
  const error = new ApiError({
    endpoint: 'createRun',
    kind: 'http',
    status: 422,
    message: 'File 2 is larger than 1 MB.',
    fieldErrors: [{ loc: [], msg: 'File 2 is larger than 1 MB.', type: 'file_too_large', ctx }],
  })
  const send = async () => ({ ok: false, error })
  const conversations = { send } as unknown as Conversations
  const { container } = render(<Box conversations={conversations} file_types={['image/*']} />)
  const user = setupUser()
  const chosen = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  await user.upload(container.querySelector('input[type=file]') as HTMLInputElement, chosen)
  await user.type(screen.getByRole('textbox', { name: en.placeholder }), 'Look{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Not sent. “b.png” is too large: 1 MB at most.',
  )
  expect(screen.getByText('b.png')).toBeVisible()
  sessionStorage.clear()
})

it('33: a file that comes back and the same one, chosen meanwhile, are two; what cannot go along is told beside why', async () => {
  let answer: (result: { ok: false; error: Error }) => void = () => {}
  const send = () => new Promise((resolve) => (answer = resolve))
  const conversations = { send } as unknown as Conversations
  const { container } = render(<Box conversations={conversations} file_types={['image/*']} />)
  const user = setupUser()
  const choose = (name: string, type = 'image/png') =>
    user.upload(
      container.querySelector('input[type=file]') as HTMLInputElement,
      new File(['x'], name, { type }),
    )
  await choose('a.png')
  await user.type(screen.getByRole('textbox', { name: en.placeholder }), 'Look{Enter}')
  await choose('a.png')
  await screen.findByText('a.png')
  await act(async () => answer({ ok: false, error: new Error('The server is away.') }))
  expect(screen.getAllByText('a.png')).toHaveLength(2)
  await user.click(screen.getAllByRole('button', { name: 'Remove a.png' })[0] as HTMLElement)
  expect(screen.getAllByText('a.png')).toHaveLength(1)
  await choose('film.mp4', 'video/mp4')
  expect(await screen.findByText(/film\.mp4/)).toHaveTextContent(
    'Not sent. The server is away. “film.mp4” is of a type that cannot be sent here.',
  )
  sessionStorage.clear()
})
