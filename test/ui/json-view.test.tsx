// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { JsonView } from '../../src/ui/page/json-view.tsx'

afterEach(cleanup)

it('unfolds by button, and copies the whole value', async () => {
  const user = userEvent.setup()
  const value = { messages: [{ type: 'human', content: 'Hi' }], done: false }
  render(<JsonView value={value} label="thread state" />)
  expect(screen.getByText('false')).toBeInTheDocument()
  expect(screen.queryByText('"Hi"')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^messages/ }))
  await user.click(screen.getByRole('button', { name: /^0/ }))
  expect(screen.getByText('"Hi"')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy thread state' }))
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(value)
})

it('draws a large list a hundred entries at a time, and a long text when asked', async () => {
  const user = userEvent.setup()
  const text = 'x'.repeat(5_000)
  const { container } = render(
    <JsonView value={[text, ...Array.from({ length: 100_000 }, (_, i) => i)]} label="list" />,
  )
  expect(container.querySelectorAll('*').length).toBeLessThan(1_000)
  expect(screen.queryByText('150')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show 100 more of 99901' }))
  expect(screen.getByText('150')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all 5002 characters' }))
  expect(screen.getByText(JSON.stringify(text))).toBeInTheDocument()
})

it('shows the lines of a text as lines, also of a long one (C8)', async () => {
  const user = userEvent.setup()
  const letter = 'Dear Ana,\r\n\r\nyour order “4411”\nis on its way.'
  const long = `First\n${'x'.repeat(2_000)}\nLast`
  const { container } = render(<JsonView value={{ body: letter, long }} label="arguments" />)
  expect(container).toHaveTextContent('Dear Ana, your order “4411” is on its way.')
  const [shown] = screen.getAllByText(/your order/)
  expect(shown?.textContent).toBe('Dear Ana,\n\nyour order “4411”\nis on its way.')
  expect(shown).toHaveClass('whitespace-pre-wrap')
  expect(screen.queryByText(/Last/)).toBeNull()
  await user.click(screen.getByRole('button', { name: `Show all ${long.length} characters` }))
  expect(screen.getByText(/Last/).textContent).toBe(long)
})

it('is whole on paper, and folded again afterwards as it was', () => {
  const value = { messages: [{ content: 'x'.repeat(5_000), deep: { deeper: 'at the bottom' } }] }
  render(<JsonView value={value} label="thread state" openDepth={0} />)
  expect(screen.queryByText(/at the bottom/)).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/at the bottom/).textContent).toBe(JSON.stringify(value, null, 2))
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/at the bottom/)).toBeNull()
})
