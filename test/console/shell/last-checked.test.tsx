import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LastChecked } from '../../../src/console/lists/last-checked.tsx'
import { ToldChanges } from '../../../src/console/shell/changes/use-changes.ts'

const startMs = Date.UTC(2026, 0, 5, 12)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(startMs)
})
afterEach(() => {
  vi.useRealTimers()
})

/** What is said of a read that was answered at the start. */
function shown(told: { isTold?: boolean; hasFailed?: boolean; everyMs?: number | false }) {
  const { isTold = false, hasFailed = false, everyMs = false } = told
  const read = {
    dataUpdatedAt: startMs,
    isRefetching: false,
    isRefetchError: hasFailed,
    refetch: () => undefined,
  }
  render(
    <ToldChanges value={isTold}>
      <p data-testid="said">
        <LastChecked read={read} everyMs={everyMs} isFollowed />
      </p>
    </ToldChanges>,
  )
  return screen.getByTestId('said')
}

function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

it('is live while its server tells, however long nothing changed', () => {
  const said = shown({ isTold: true })
  pass(3_600_000)
  expect(said.textContent).toBe('live · up to date')
})

it('is live while answers come as often as they should, and no longer once some are missing', () => {
  const said = shown({ everyMs: 5_000 })
  expect(said.textContent).toBe('live · checked now')
  pass(9_000)
  expect(said.textContent).toBe('live · checked 9 s ago')
  pass(7_000)
  expect(said.textContent).toBe('checked 16 s ago')
})

it('gives what is read every second the time of an answer', () => {
  const said = shown({ everyMs: 1_000 })
  pass(4_000)
  expect(said.textContent).toMatch(/^live · checked/)
  pass(2_000)
  expect(said.textContent).toMatch(/^checked/)
})

it('is not live when the last read failed, whether or not its server tells', () => {
  expect(shown({ isTold: true, hasFailed: true, everyMs: 5_000 }).textContent).toMatch(
    /^last check failed · last answer/,
  )
})
