// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { IconButton } from '../../src/ui/button.tsx'
import { Dialog } from '../../src/ui/dialog.tsx'
import { Menu, MenuItem } from '../../src/ui/menu.tsx'
import { SelectMenu } from '../../src/ui/select-menu.tsx'

afterEach(cleanup)

function Actions({ onRename }: { onRename?: () => void }) {
  return (
    <Menu trigger={<IconButton label="More">…</IconButton>}>
      <MenuItem {...(onRename && { onSelect: onRename })}>Rename</MenuItem>
      <MenuItem render={<a href="#threads">Threads</a>}>Threads</MenuItem>
      <MenuItem tone="danger">Delete</MenuItem>
    </Menu>
  )
}

it('is walked by arrow keys, by ends and by typing, and closes to its trigger', async () => {
  const user = userEvent.setup()
  render(<Actions />)
  const trigger = screen.getByRole('button', { name: 'More' })
  trigger.focus()
  await user.keyboard('{ArrowDown}')
  const item = (name: string) => screen.getByRole('menuitem', { name })
  expect(screen.getByRole('menu', { name: 'More' })).toBeVisible()
  expect(item('Rename')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(item('Delete')).toHaveFocus()
  await user.keyboard('{ArrowDown}{End}{Home}')
  expect(item('Rename')).toHaveFocus()
  await user.keyboard('th')
  expect(item('Threads')).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(trigger).toHaveFocus()
})

it('acts once, gives focus back first, and closes by a press elsewhere', async () => {
  const user = userEvent.setup()
  const onRename = vi.fn(() => {
    expect(screen.getByRole('button')).toHaveFocus()
  })
  render(
    <>
      <Actions onRename={onRename} />
      <p>Elsewhere</p>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
  expect(onRename).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(screen.getByText('Elsewhere'))
  expect(screen.queryByRole('menu')).toBeNull()
})

it('Esc closes a menu before the dialog around it, and a tooltip together with its dialog', async () => {
  const user = userEvent.setup()
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    const [value, setValue] = useState<'a' | 'b'>('a')
    return (
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Choose">
        <SelectMenu
          label="Letter"
          value={value}
          options={[
            { value: 'a', label: 'Alpha' },
            { value: 'b', label: 'Beta' },
          ]}
          onValueChange={setValue}
        />
      </Dialog>
    )
  }
  render(<Page />)
  screen.getByRole('button', { name: 'Letter: Alpha' }).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(screen.getByRole('button', { name: 'Letter: Beta' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('menuitemradio', { name: 'Beta' })).toBeChecked()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  screen.getByRole('dialog', { name: 'Choose' })
  await user.hover(screen.getByRole('button', { name: 'Close' }))
  await screen.findByRole('tooltip')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
