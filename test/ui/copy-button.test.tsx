// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Markdown } from '../../src/chat/markdown/markdown.tsx'
import { CopyButton } from '../../src/ui/controls/copy-button.tsx'
import { ShortId } from '../../src/ui/format/short-id.tsx'
import { Words } from '../../src/ui/words.ts'
import { de } from '../../src/widget/panel/texts/de.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})

it('copies and announces it', async () => {
  const user = userEvent.setup()
  render(<CopyButton text={() => 'http://127.0.0.1:4100'} label="Copy address" />)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByText('Copied')).toBe(screen.getByRole('status'))
  expect(await navigator.clipboard.readText()).toBe('http://127.0.0.1:4100')
})

it('speaks the language of the chat around it, also on code and tables', async () => {
  const user = userEvent.setup()
  render(
    <Words.Provider value={de}>
      <Markdown text={'```ts\nconst a = 1\n```\n\n| a |\n|---|\n| 1 |'} />
    </Words.Provider>,
  )
  expect(screen.getByRole('region', { name: 'ts Code' })).toHaveTextContent('const a = 1')
  expect(screen.getByRole('region', { name: 'Tabelle' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Code kopieren' }))
  expect(await screen.findByText('Kopiert')).toBe(screen.getByRole('status'))
})

it('says so when the browser refuses', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  render(<CopyButton text="x" label="Copy address" />)
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByText('Could not copy')).toBe(screen.getByRole('status'))
})

it('copies on a page without a secure origin, and gives focus back', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  let copied: string | undefined
  // jsdom has no execCommand; what the browser would copy is the selected field's value.
  document.execCommand = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value
    return true
  }
  render(<CopyButton text="over http" label="Copy address" />)
  const button = screen.getByRole('button', { name: 'Copy address' })
  await user.click(button)
  expect(await screen.findByText('Copied')).toBeInTheDocument()
  expect(copied).toBe('over http')
  expect(button).toHaveFocus()
  expect(document.querySelector('textarea')).toBeNull()
})

it('shortens an id, and copies the whole of it', async () => {
  const user = userEvent.setup()
  const id = '6b1f0000-1111-2222-3333-44445555c902'
  render(<ShortId id={id} noun="deployment" />)
  expect(screen.getByText('6b1f…c902')).toHaveAttribute('title', id)
  await user.click(screen.getByRole('button', { name: 'Copy deployment id' }))
  expect(await navigator.clipboard.readText()).toBe(id)
})
