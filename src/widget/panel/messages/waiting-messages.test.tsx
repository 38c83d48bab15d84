import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setupUser } from '../../../../test/helpers/user.ts'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import { heldUntil } from '../../../contract/agent-server/runs.ts'
import { en } from '../texts/en.ts'
import { type TakenFiles, WaitingMessages } from './waiting-messages.tsx'

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
      conversations={{ filesOf: () => [] }}
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

const base = 'https://chat.example'

/** Takes back a message with a note and a picture; the server has the files at those addresses. */
async function takeBack(held: Record<string, string>, sentHere: TakenFiles['files'] = []) {
  const kept = { type: 'kept_file', size: 5 }
  const content = [
    { type: 'text', text: 'Look' },
    { ...kept, kind: 'file', part: 1, name: 'note.txt', mime_type: 'text/plain' },
    { ...kept, kind: 'image', part: 2, name: null, mime_type: 'image/png' },
  ]
  const input = { messages: [{ id: 'm1', type: 'human', content }] }
  const run = { run_id: 'r1', thread_id: 't1', status: 'pending', kwargs: { input } }
  const snapshot = { queued: [run], queuedCancels: {}, sending: [], conversation: {} }
  const done: string[] = []
  const session = {
    transport: {
      baseUrl: base,
      fetch: async (url: string) => {
        done.push(url.slice(base.length))
        const bytes = held[done.at(-1) ?? '']
        return bytes === undefined ? new Response(null, { status: 404 }) : new Response(bytes)
      },
    },
    interrupt: async () => void done.push('interrupt'),
    getSnapshot: () => ({ queued: [], records: [{ ...run, status: 'interrupted' }] }),
  }
  const taken = await new Promise<TakenFiles>((resolve) => {
    render(
      <WaitingMessages
        texts={en}
        conversations={{ filesOf: () => sentHere }}
        session={session as unknown as RunSession}
        snapshot={snapshot as unknown as SessionSnapshot}
        onTakenBack={(_message, files) => resolve(files)}
      />,
    )
    void setupUser().click(screen.getByRole('button', { name: 'Take back' }))
  })
  return { taken, done }
}

const places = [1, 2].map((part) => `/threads/t1/messages/m1/parts/${part}?run_id=r1`) as [
  string,
  string,
]

it('33: a message that is taken back after a reload has its files, which are read before it goes', async () => {
  const { taken, done } = await takeBack({ [places[0]]: 'words', [places[1]]: 'pixel' })
  expect(done).toEqual([...places, 'interrupt'])
  expect(taken.problem).toBeNull()
  expect(taken.files.map(({ name, mime, size, part }) => ({ name, mime, size, part }))).toEqual([
    {
      name: 'note.txt',
      mime: 'text/plain',
      size: 5,
      part: {
        type: 'file',
        file: { filename: 'note.txt', file_data: `data:text/plain;base64,${btoa('words')}` },
      },
    },
    {
      name: 'Image',
      mime: 'image/png',
      size: 5,
      part: {
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${btoa('pixel')}` },
      },
    },
  ])
})

it('33: a file that cannot be brought back is named, to be chosen again', async () => {
  const { taken } = await takeBack({ [places[1]]: 'pixel' })
  expect(taken.files.map(({ name }) => name)).toEqual(['Image'])
  expect(taken.problem).toBe('“note.txt” could not be brought back. Choose it again.')
})

it('33: files that this page has sent come back as they are', async () => {
  const sent = { key: 'k', name: 'note.txt', mime: 'text/plain', size: 5, part: { type: 'file' } }
  const { taken, done } = await takeBack({}, [sent])
  expect(done).toEqual(['interrupt'])
  expect(taken).toEqual({ files: [sent], problem: null })
})
