import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

it.each(['first', 'next'])(
  'the %s test begins by keyboard, whatever was pressed before it',
  async () => {
    const user = userEvent.setup()
    render(
      <>
        <button type="button">Send</button>
        <p>Words</p>
      </>,
    )
    await user.tab()
    expect(screen.getByRole('button').matches(':focus-visible')).toBe(true)
    await user.click(screen.getByText('Words'))
    expect(document.body).toHaveFocus()
  },
)
