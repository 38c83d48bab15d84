import { expect, it } from 'vitest'
import { engineLimits, jobsAtOnce, ownEventsMs, runLimitMs } from './engine-limits.ts'

it('has the documented defaults', () => {
  expect(engineLimits({})).toEqual({
    runsAtOnce: 10,
    runTimeoutMs: 3_600_000,
    stopGraceMs: 5_000,
    keepEventsMs: 86_400_000,
    valueBytes: 32 * 1024 ** 2,
    stateBytes: 64 * 1024 ** 2,
    loadMs: 60_000,
    answerMs: 30_000,
    restartMs: 10_000,
    restartPauseMs: 30_000,
    silenceMs: 30_000,
  })
})

it('takes what is given, nothing at all included', () => {
  const given = {
    runsAtOnce: 0,
    runTimeoutMs: 0,
    stopGraceMs: 0,
    keepEventsMs: 0,
    valueBytes: 0,
    stateBytes: 0,
    loadMs: 0,
    answerMs: 0,
    restartMs: 0,
    restartPauseMs: 0,
    silenceMs: 0,
  }
  expect(engineLimits(given)).toEqual(given)
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

it.each([
  [undefined, null],
  ['soon', null],
  ['0', 0],
  ['120', 120_000],
  ['604800', 3_600_000],
])(
  'events of a deployment that says %j are kept %j ms, never longer than the server keeps them',
  (text, ms) => {
    const env: Record<string, string> =
      text === undefined ? {} : { RESUMABLE_STREAM_TTL_SECONDS: text }
    expect(ownEventsMs(env, { keepEventsMs: 3_600_000 })).toBe(ms)
  },
)

it.each([
  [undefined, 10],
  ['0', 10],
  ['2', 2],
  ['25', 25],
])('of a deployment that says %j %i runs work at once', (text, jobs) => {
  const env: Record<string, string> = text === undefined ? {} : { N_JOBS_PER_WORKER: text }
  expect(jobsAtOnce(env, { runsAtOnce: 10 })).toBe(jobs)
})
