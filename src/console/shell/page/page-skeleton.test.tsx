import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PageSkeleton } from './page-skeleton.tsx'

afterEach(() => {
  vi.useRealTimers()
})

it('33: a page whose server does not answer says so', () => {
  vi.useFakeTimers()
  render(<PageSkeleton />)
  act(() => void vi.advanceTimersByTime(9_999))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('alert')).toHaveTextContent('The server has not answered for 10 seconds.')
})
