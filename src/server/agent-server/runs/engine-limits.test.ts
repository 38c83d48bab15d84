import { expect, it } from 'vitest'
import { engineLimits, runLimitMs } from './engine-limits.ts'

it('has the documented defaults, and looks more often where others share the database', () => {
  expect(engineLimits({}, true)).toEqual({
    runsAtOnce: 10,
    runTimeoutMs: 3_600_000,
    stopGraceMs: 5_000,
    leaseMs: 15_000,
    sweepMs: 2_000,
    keepEventsMs: 86_400_000,
  })
  expect(engineLimits({}, false).sweepMs).toBe(10_000)
})

it('takes what is given, nothing at all included', () => {
  const given = {
    runsAtOnce: 0,
    runTimeoutMs: 0,
    stopGraceMs: 0,
    leaseMs: 1,
    sweepMs: 0,
    keepEventsMs: 0,
  }
  expect(engineLimits(given, true)).toEqual(given)
})

it.each([
  [undefined, 7],
  ['', 7],
  [' ', 7],
  ['soon', 7],
  ['-1', 7],
  ['0', 0],
  [' 90 ', 90_000],
  ['0.5', 500],
])('a deployment that says %j has a limit of %i ms', (text, limit) => {
  const env = text === undefined ? {} : { BG_JOB_TIMEOUT_SECS: text }
  expect(runLimitMs(env as Record<string, string>, { runTimeoutMs: 7 })).toBe(limit)
})
