// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Duration } from '../../src/ui/format/duration.tsx'
import { RelativeTime } from '../../src/ui/format/relative-time.tsx'

const start = Date.parse('2026-11-21T10:00:00.000Z')
const ago = (ms: number) => new Date(start - ms).toISOString()
let isHidden = false

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  cleanup()
  expect(vi.getTimerCount(), 'the clock rests when nothing is shown').toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const setHidden = (hidden: boolean) =>
  act(() => {
    isHidden = hidden
    document.dispatchEvent(new Event('visibilitychange'))
  })

it('shows the relative time, with the exact one as title and datetime', () => {
  render(<RelativeTime value={ago(7_200_000)} />)
  const time = screen.getByText('2 h ago')
  expect(time).toHaveAttribute('datetime', ago(7_200_000))
  expect(time.title).toMatch(/^21 Nov 2026, \d\d:00:00$/)
})

it('ticks each second while something young is shown, from one timer for all', () => {
  render([3_000, 5_000, 3_600_000].map((ms) => <RelativeTime key={ms} value={ago(ms)} />))
  expect(vi.getTimerCount()).toBe(1)
  pass(1_000)
  expect(screen.getByText('4 s ago')).toBeInTheDocument()
  expect(screen.getByText('6 s ago')).toBeInTheDocument()
  pass(55_000)
  expect(screen.getByText('59 s ago')).toBeInTheDocument()
  expect(screen.getByText('1 min ago')).toBeInTheDocument()
})

it('slows down once everything is older than a minute', () => {
  let renders = 0
  render(
    <Profiler id="time" onRender={() => renders++}>
      <RelativeTime value={ago(50_000)} />
    </Profiler>,
  )
  pass(12_000)
  expect(screen.getByText('1 min ago')).toBeInTheDocument()
  renders = 0
  pass(60_000)
  expect(screen.getByText('2 min ago')).toBeInTheDocument()
  expect(renders).toBeLessThanOrEqual(2)
})

it('rests in a hidden tab, and is right at once when it is shown again', () => {
  render(<RelativeTime value={ago(3_000)} />)
  setHidden(true)
  expect(vi.getTimerCount()).toBe(0)
  pass(30_000)
  expect(screen.getByText('3 s ago')).toBeInTheDocument()
  setHidden(false)
  expect(screen.getByText('33 s ago')).toBeInTheDocument()
  expect(vi.getTimerCount()).toBe(1)
})

it('shows what is not a time as it came', () => {
  render(<RelativeTime value="soon" />)
  expect(screen.getByText('soon')).toBeInTheDocument()
})

it('a duration counts while it grows and stands once it ended', () => {
  const { rerender } = render(<Duration start={ago(42_400)} />)
  expect(screen.getByText('0:42')).toBeInTheDocument()
  pass(1_000)
  expect(screen.getByText('0:43')).toBeInTheDocument()
  rerender(<Duration start={ago(42_400)} end={ago(-400)} />)
  expect(screen.getByText('43 s')).toBeInTheDocument()
  expect(vi.getTimerCount()).toBe(0)
})
