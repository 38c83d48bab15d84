import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSettled } from './use-settled.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('37: what is typed without a pause is told once, when it stays as it is', () => {
  const told = new Set<string>()
  const { result, rerender } = renderHook(
    ({ text }) => {
      const settled = useSettled(text, 100)
      told.add(settled)
      return settled
    },
    { initialProps: { text: '' } },
  )
  for (const text of ['r', 're', 'ref']) {
    rerender({ text })
    act(() => vi.advanceTimersByTime(99))
  }
  expect(result.current).toBe('')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe('ref')
  expect([...told]).toEqual(['', 'ref'])
})
