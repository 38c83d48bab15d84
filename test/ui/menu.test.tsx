// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { IconButton } from '../../src/ui/controls/button.tsx'
import { Dialog } from '../../src/ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '../../src/ui/overlay/menu.tsx'
import { PortalContainer } from '../../src/ui/overlay/portal-container.ts'
import { SelectMenu } from '../../src/ui/overlay/select-menu.tsx'
import { setupUser } from '../helpers/user.ts'

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

function LetterDialog({ isOpenAtFirst = true }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [value, setValue] = useState<'a' | 'b'>('a')
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
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
    </>
  )
}

it('is walked by arrow keys, by ends and by typing, and closes to its trigger', async () => {
  const user = setupUser()
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
  const user = setupUser()
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
  const user = setupUser()
  render(<LetterDialog />)
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

it('menus and dialogs stay inside a shadow root that is told to hold them', async () => {
  const user = setupUser()
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
  const { unmount } = render(
    <PortalContainer value={root}>
      <Actions />
      <LetterDialog isOpenAtFirst={false} />
    </PortalContainer>,
    { container: root },
  )
  const [trigger, opener] = root.querySelectorAll('button')
  if (!trigger || !opener) throw new Error('There is no trigger.')
  await user.click(trigger)
  expect(root.querySelectorAll('[role=menuitem]')).toHaveLength(3)
  await user.click(opener)
  expect(root.querySelector('[role=menu]')).toBeNull()
  expect(root.querySelector('[role=dialog]')).toHaveTextContent('Choose')
  expect(document.querySelector('[role=menu], [role=dialog]')).toBeNull()
  // With the page's focus in it, it would be remembered as what had the focus last.
  unmount()
  host.remove()
})
