import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/**
 * A user whose press waits until what is pressed takes presses: a window that opens, or that a menu closes over,
 * does so a moment after it is there.
 */
export function setupUser() {
  const user = userEvent.setup()
  const click = async (element: Element) => {
    await waitFor(() => {
      const says = element.closest<HTMLElement>('[style*="pointer-events"]')
      if (says?.style.pointerEvents === 'none') throw new Error('The element takes no presses.')
    })
    await user.click(element)
  }
  return { ...user, click }
}
