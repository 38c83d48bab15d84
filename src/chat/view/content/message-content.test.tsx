import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toast } from '../../../ui/overlay/toast.ts'
import { foldState } from '../../conversation/conversation.ts'
import { emptyConversation } from '../../conversation/conversation-types.ts'
import { MessageContent } from './message-content.tsx'

const { createObjectURL, revokeObjectURL } = URL
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  Object.assign(URL, { createObjectURL, revokeObjectURL })
})

function show(content: unknown, isStreaming = false) {
  const messages = [{ id: 'a', type: 'ai', content }]
  const state = { values: { messages }, next: [], tasks: [] }
  const [item] = foldState(emptyConversation, state, { run_id: null, at: null }).messages
  if (!item) throw new Error('The conversation has no message')
  render(
    <div data-testid="content">
      <MessageContent item={item} isStreaming={isStreaming} />
    </div>,
  )
}

const text = (words: string) => ({ type: 'text', text: words })
const pixel = 'iVBORw0KGgo='

it('33.1.3: what an answer holds stands in its order: texts, pictures, players, files, what nobody knows', async () => {
  show([
    text('First.'),
    { type: 'image', mime_type: 'image/png', source_type: 'base64', data: pixel },
    text('Second.'),
    { type: 'audio', mime_type: 'audio/wav', source_type: 'base64', data: 'UklGRg==' },
    { type: 'video', mime_type: 'video/mp4', source_type: 'base64', data: 'AAAA' },
    { type: 'hologram', data: 1 },
    { type: 'image_url', image_url: { url: 'https://stranger.example/a.png' } },
    text('Last.'),
  ])
  await screen.findByLabelText('Recording')
  await screen.findByLabelText('Video')
  const stood = [
    screen.getByText('First.'),
    screen.getByRole('img', { name: 'Attached to the message' }),
    screen.getByText('Second.'),
    screen.getByLabelText('Recording'),
    screen.getByLabelText('Video'),
    screen.getByText('Content of the kind “hologram”'),
    // Nothing is asked of a stranger’s server before somebody opens it.
    screen.getByRole('link', { name: 'https://stranger.example/a.png' }),
    screen.getByText('Last.'),
  ]
  for (const [index, element] of stood.entries()) {
    const next = stood[index + 1]
    if (next) {
      expect(element.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
  }
  expect(screen.getByLabelText('Recording')).toHaveAttribute(
    'src',
    'data:audio/wav;base64,UklGRg==',
  )
})

it('33.1.3: a file in an answer can be saved under its name, and no page is made of it', async () => {
  const saved: Blob[] = []
  const names: string[] = []
  const forgotten: string[] = []
  Object.assign(URL, {
    createObjectURL(blob: Blob) {
      saved.push(blob)
      return 'blob:saved'
    },
    revokeObjectURL: (address: string) => forgotten.push(address),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  show([{ type: 'file', file: { filename: 'a.html', file_data: 'data:text/html;base64,PGI+' } }])
  const save = await screen.findByRole('button', { name: 'Save a.html' })
  vi.useFakeTimers()
  fireEvent.click(save)
  vi.runAllTimers()
  expect(names).toEqual(['a.html'])
  expect(forgotten).toEqual(['blob:saved'])
  expect(saved[0]?.type).toBe('application/octet-stream')
  expect(await saved[0]?.text()).toBe('<b>')
})

it('33.1.3: a file that is not whole is not saved, and that is said', async () => {
  const told = vi.spyOn(toast, 'bad')
  show([{ type: 'file', file: { filename: 'a.pdf', file_data: 'A' } }])
  fireEvent.click(await screen.findByRole('button', { name: 'Save a.pdf' }))
  expect(told).toHaveBeenCalledWith('“a.pdf” cannot be saved', expect.anything())
})

it('33.1.3: what an answer cites stands below it, each once', async () => {
  const tides = { type: 'citation', url: 'https://example.com/tides', title: 'Tides' }
  show([
    { ...text('High. '), annotations: [tides, { type: 'file_citation', filename: 'moon.pdf' }] },
    { ...text('Low.'), citations: [tides] },
  ])
  const list = await screen.findByRole('region', { name: 'Sources' })
  expect([...list.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    'Tides example.com',
    'moon.pdf',
  ])
  const link = screen.getByRole('link', { name: 'Tides' })
  expect(link).toHaveAttribute('href', 'https://example.com/tides')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  screen.getByText('High. Low.')
})

it('33.1, C12: a line of dashes that an answer ends with is a rule once nothing comes any more', () => {
  show('Done.\n\n---', true)
  expect(screen.getByTestId('content')).toHaveTextContent('Done.---')
  cleanup()
  show('Done.\n\n---')
  expect(screen.getByTestId('content')).toHaveTextContent(/^Done\.$/)
  screen.getByRole('separator')
})

it('33: a tag in the making is not shown before it is known whether a thought begins', () => {
  show('<thi', true)
  expect(screen.getByTestId('content')).toHaveTextContent(/^$/)
  cleanup()
  show('<thi')
  expect(screen.getByTestId('content')).toHaveTextContent('<thi')
})
