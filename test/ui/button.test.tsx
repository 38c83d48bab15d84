// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Button, IconButton } from '../../src/ui/controls/button.tsx'
import { RefusedActions } from '../../src/ui/controls/refused-actions.ts'
import { Menu, MenuItem } from '../../src/ui/overlay/menu.tsx'

afterEach(cleanup)

it('gives the reason on keyboard focus, and stays focusable', async () => {
  const user = userEvent.setup()
  render(<Button disabledReason="Nothing is running">Stop</Button>)
  await user.tab()
  const button = screen.getByRole('button', { name: 'Stop' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Nothing is running')
  expect(button).toHaveAccessibleDescription('Nothing is running')
})

it('gives the reason when pressed, and does not act', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick} disabledReason="Name it first">
        Save
      </Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Name it first')
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('keeps focus when a reason appears', () => {
  const { rerender } = render(<Button>Interrupt</Button>)
  const button = screen.getByRole('button', { name: 'Interrupt' })
  button.focus()
  rerender(<Button disabledReason="Already settled">Interrupt</Button>)
  expect(button).toHaveFocus()
})

it('does not submit a form unless told to', async () => {
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button>Add</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

it('lends its look to a link, which a reason keeps from being followed', () => {
  const link = (reason?: string) => (
    <Button render={<a href="#chat">Chat</a>} disabledReason={reason}>
      Open chat
    </Button>
  )
  const { rerender } = render(link())
  expect(screen.getByRole('link', { name: 'Open chat' })).toHaveAttribute('href', '#chat')
  const isFollowed = () => fireEvent.click(screen.getByRole('link', { name: 'Open chat' }))
  expect(isFollowed()).toBe(true)
  rerender(link('Not deployed yet'))
  expect(isFollowed()).toBe(false)
})

it('an icon button carries its label as name', () => {
  render(<IconButton label="More">…</IconButton>)
  expect(screen.getByRole('button', { name: 'More' })).toBeInTheDocument()
})

it('a menu item that cannot be chosen says why, can be reached, and does not act', async () => {
  const user = userEvent.setup()
  const onSelect = vi.fn()
  render(
    <Menu trigger={<IconButton label="More">…</IconButton>}>
      <MenuItem onSelect={onSelect} disabledReason="It is still building">
        Rename
      </MenuItem>
    </Menu>,
  )
  screen.getByRole('button', { name: 'More' }).focus()
  await user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: /Rename.*It is still building/ })
  expect(item).toHaveFocus()
  expect(item).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  expect(onSelect).not.toHaveBeenCalled()
  expect(item).toBeInTheDocument()
})

it('a menu does not open from a trigger that has a reason', async () => {
  const user = userEvent.setup()
  render(
    <Menu
      trigger={
        <IconButton label="More" disabledReason="Nothing to do">
          …
        </IconButton>
      }
    >
      <MenuItem>Rename</MenuItem>
    </Menu>,
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.keyboard('{Enter}{ArrowDown}')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})

it('refuses what acts where nothing may be changed, and says why before any other reason', async () => {
  const user = userEvent.setup()
  const onSend = vi.fn()
  const onCopy = vi.fn()
  render(
    <RefusedActions value="Viewers only look">
      <Button acts disabledReason="Write first" onClick={onSend}>
        Send
      </Button>
      <Button onClick={onCopy}>Copy</Button>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem acts onSelect={onSend}>
          Delete
        </MenuItem>
      </Menu>
    </RefusedActions>,
  )
  const send = screen.getByRole('button', { name: 'Send' })
  await user.click(send)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Viewers only look')
  expect(send).toHaveAccessibleDescription('Viewers only look')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(onCopy).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'More' }))
  const item = screen.getByRole('menuitem', { name: /^Delete/ })
  expect(item).toHaveAttribute('aria-disabled', 'true')
  expect(item).toHaveTextContent('Viewers only look')
  await user.click(item)
  expect(onSend).not.toHaveBeenCalled()
})
