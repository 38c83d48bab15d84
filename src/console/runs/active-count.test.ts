import { expect, it } from 'vitest'
import { activeCount } from './active-count.ts'
import { leavesOut, wantedRuns } from './find/wanted-runs.ts'

it('says of how many the active ones were counted, unless that is all', () => {
  expect(activeCount(2, null)).toBe('2 active')
  expect(activeCount(2, { count: 50, which: 'shown' })).toBe('2 active of 50 shown')
  expect(activeCount(0, { count: 1200, which: 'looked at' })).toBe('0 active of 1,200 looked at')
  expect(activeCount(0, { count: 0, which: 'shown' })).toBe('')
})

it('knows which searches leave runs out', () => {
  const of = (query: string) =>
    leavesOut(wantedRuns((name) => new URLSearchParams(query).get(name)))
  expect(of('')).toBe(false)
  expect(of('order=oldest&previews=with')).toBe(false)
  expect(of('order=longest')).toBe(true)
  expect(of('text=refund')).toBe(true)
  expect(of('since=24h')).toBe(true)
})
