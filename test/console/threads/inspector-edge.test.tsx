import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { InspectorEdge } from '../../../src/console/threads/inspector/inspector-edge.tsx'
import { useInspectorSize } from '../../../src/console/threads/inspector/inspector-size.ts'

function Page() {
  const size = useInspectorSize()
  return <InspectorEdge size={size} />
}

const usual = innerWidth
beforeEach(() => {
  Object.assign(globalThis, { innerWidth: 1440 })
})
afterEach(() => {
  Object.assign(globalThis, { innerWidth: usual })
})

const edge = () => screen.getByRole('separator', { name: 'Width of the inspector' })
const width = () => Number(edge().getAttribute('aria-valuenow'))

it('the arrow keys move the edge of the inspector, within bounds, and the next page has it there', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<Page />)
  const before = width()
  await user.tab()
  expect(edge()).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(width()).toBeGreaterThan(before)
  const chosen = width()
  unmount()
  const again = render(<Page />)
  expect(width()).toBe(chosen)
  await user.tab()
  await user.keyboard('{End}{ArrowLeft}')
  expect(width()).toBe(720)
  await user.keyboard('{Home}{ArrowRight}')
  expect(width()).toBe(Number(edge().getAttribute('aria-valuemin')))
  again.unmount()
  // A window with less room.
  localStorage.setItem('quarterdeck.inspector-width', '700')
  Object.assign(globalThis, { innerWidth: 1300 })
  render(<Page />)
  expect(width()).toBe(650)
})

it('takes the whole width and gives it back, which is remembered as well', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Inspector at full width' }))
  expect(screen.queryByRole('separator')).toBeNull()
  unmount()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Inspector beside the conversation' }))
  expect(edge()).toBeInTheDocument()
})
