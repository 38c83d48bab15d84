import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Button } from '../../../../ui/controls/button.tsx'
import { ReviewButton } from './review-button.tsx'

const session = {
  session_id: 'a5c8b8a0-0000-4000-8000-000000000000',
  reviewers: ['ada'],
  to_judge: 4,
  judged: 0,
  ended_attempts: 4,
}

it.each([
  ['an ordinary', 'nothing has ended yet', 'running', { ended_attempts: 0 }, 'Review'],
  ['the first', 'something can be judged', 'running', { ended_attempts: 1 }, 'Review'],
  ['the first', 'a part is judged', 'done', { judged: 3 }, 'Review 3 of 4'],
  ['an ordinary', 'all is judged', 'done', { judged: 4 }, 'Review'],
  ['an ordinary', 'the session is closed', 'closed', { judged: 1 }, 'Review 1 of 4'],
] as const)('37.3: it is %s button of the page when %s', (look, _when, status, more, name) => {
  const lookOf = (variant: 'primary' | 'default') => {
    const { container, unmount } = render(<Button variant={variant}>Review</Button>)
    const { className } = container.firstElementChild ?? {}
    unmount()
    return className
  }
  const [first, ordinary] = [lookOf('primary'), lookOf('default')]
  expect(first).not.toBe(ordinary)
  render(
    <MemoryRouter>
      <ReviewButton session={{ ...session, ...more, status }} />
    </MemoryRouter>,
  )
  const { className } = screen.getByRole('link', { name })
  expect(className).toBe(look === 'the first' ? first : ordinary)
})
