// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ConfirmDialog } from '../../src/ui/overlay/confirm-dialog.tsx'
import { setupUser } from '../helpers/user.ts'

afterEach(cleanup)

function Page(props: Pick<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'typedName'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Delete…
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete research-agent?"
        consequence="Its threads go too."
        confirmLabel="Delete"
        {...props}
      />
    </>
  )
}

async function open(props: ComponentProps<typeof Page>) {
  const user = setupUser()
  render(<Page {...props} />)
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  return user
}

it('says what will happen, as a description of the dialog', async () => {
  await open({ onConfirm: async () => {} })
  const dialog = screen.getByRole('alertdialog', { name: 'Delete research-agent?' })
  expect(dialog).toHaveAccessibleDescription('Its threads go too.')
})

it('does nothing until the name has been typed, by button or by Enter', async () => {
  let calls = 0
  const user = await open({ typedName: 'research-agent', onConfirm: async () => void calls++ })
  const input = screen.getByRole('textbox', { name: 'Type research-agent to confirm' })
  expect(input).toHaveFocus()
  await user.type(input, 'research{Enter}')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(calls).toBe(0)
  await user.type(input, '-agent{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(calls).toBe(1)
})

it('is held open while the work goes on, and takes no second press', async () => {
  let calls = 0
  let finish = () => {}
  const work = new Promise<void>((resolve) => {
    finish = resolve
  })
  const user = await open({
    onConfirm: () => {
      calls++
      return work
    },
  })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-busy', 'true')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
  expect(calls).toBe(1)
  finish()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('stays open on failure, shows why, and can be tried again', async () => {
  let calls = 0
  const user = await open({
    onConfirm: async () => {
      calls++
      if (calls === 1) throw new Error('A run is still active.')
    },
  })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('A run is still active.')
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(calls).toBe(2)
})

it('starts afresh when it is opened again', async () => {
  const user = await open({ typedName: 'a', onConfirm: () => Promise.reject(new Error('No.')) })
  await user.type(screen.getByRole('textbox'), 'a{Enter}')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  expect(screen.getByRole('textbox')).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('C13: stays while an input method has Esc, in whatever order a browser tells that, and closes by the next one', async () => {
  await open({ onConfirm: async () => {}, typedName: 'research-agent' })
  const box = screen.getByRole('textbox')
  for (const one of [{ keyCode: 229 }, { isComposing: true }]) {
    fireEvent.keyDown(box, { key: 'Escape', ...one })
    screen.getByRole('alertdialog')
  }
  fireEvent.keyDown(box, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
