import { expect, it } from 'vitest'
import type { AttemptStatus } from '../../../contract/qa/attempts.ts'
import { timeLeftMs, timeLeftWords } from './time-left.ts'

const now = Date.parse('2026-11-03T12:00:10Z')
const attempt = (status: AttemptStatus, ms: number | null = null, target = 0) => ({
  status,
  ms,
  target,
  started_at: status === 'waiting' ? null : '2026-11-03T12:00:00Z',
})

it('knows nothing before an attempt has ended', () => {
  expect(timeLeftMs([attempt('running'), attempt('waiting')], 4, now)).toBeNull()
  expect(timeLeftMs([], 4, now)).toBeNull()
})

it('shares what is left among those that run at one time', () => {
  const ended = [attempt('passed', 10_000), attempt('failed', 30_000)]
  const waiting = Array.from({ length: 8 }, () => attempt('waiting'))
  expect(timeLeftMs([...ended, ...waiting], 4, now)).toBe(40_000)
  // One attempt takes as long as it takes.
  expect(timeLeftMs([...ended, attempt('waiting')], 4, now)).toBe(20_000)
})

it('takes off what a running attempt has behind it, and is never below nothing', () => {
  expect(timeLeftMs([attempt('passed', 25_000), attempt('running')], 1, now)).toBe(15_000)
  expect(timeLeftMs([attempt('passed', 4_000), attempt('running')], 1, now)).toBe(0)
  expect(timeLeftMs([attempt('passed', 4_000)], 1, now)).toBe(0)
})

it('goes by the pace of each target, and by that of the other while one has none', () => {
  const quick = attempt('passed', 1_000, 0)
  const slow = attempt('passed', 60_000, 1)
  expect(timeLeftMs([quick, slow, attempt('waiting', null, 0)], 1, now)).toBe(1_000)
  expect(timeLeftMs([quick, attempt('waiting', null, 1)], 1, now)).toBe(1_000)
})

it('says it in words that do not pretend to be exact', () => {
  expect(timeLeftWords(0)).toBe('less than a minute left')
  expect(timeLeftWords(170_000)).toBe('about 3 min left')
  expect(timeLeftWords(3_600_000)).toBe('about 1 h left')
  expect(timeLeftWords(7_800_000)).toBe('about 2 h 10 min left')
})
