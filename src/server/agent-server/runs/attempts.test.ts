import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Attempts, type RunAttempt } from './attempts.ts'

const graceMs = 5_000
const started = new Date('2030-01-31T12:00:00Z')
let attempts: Attempts
const calls: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  attempts = new Attempts(graceMs)
  calls.length = 0
})
afterEach(() => vi.useRealTimers())

/** What of a claim is used here: the run's id, and the process that works on it. */
function claimed(run_id: string) {
  const served = {
    abort: (id: string) => calls.push(`abort ${id}`),
    release: (id: string) => calls.push(`release ${id}`),
    kill: () => calls.push('kill'),
  }
  return { run: { run_id }, served, log: {}, isAgain: false } as unknown as Parameters<
    Attempts['begin']
  >[0]
}

function begun(run_id: string): RunAttempt {
  const attempt = attempts.begin(claimed(run_id))
  attempt.isStarted = true
  return attempt
}

it('knows what is at work until it ends, and not another attempt at the same run', () => {
  const first = begun('a')
  expect([attempts.size, attempts.get('a'), attempts.all()]).toEqual([1, first, [first]])
  // It was claimed anew for another revision than that which has it still.
  attempts.supersede(claimed('a'))
  expect(calls).toEqual(['abort a', 'release a'])
  const second = begun('a')
  expect([attempts.isAtWork(first), attempts.isAtWork(second)]).toEqual([false, true])
  attempts.end(first)
  expect(attempts.get('a')).toBe(second)
  // For the same one its place is the new one's already.
  attempts.supersede(second)
  attempts.supersede(second)
  expect(calls).toHaveLength(2)
  expect(attempts.size).toBe(0)
})

it('a stop asks the run, and ends its process when it does not stop in time', () => {
  const attempt = begun('a')
  expect(attempts.stop('a')).toBe(true)
  expect([attempt.isStopAsked, attempt.isStuck]).toEqual([true, false])
  vi.advanceTimersByTime(graceMs - 1)
  expect(calls).toEqual(['abort a'])
  // Asking again gives it no more time.
  attempts.stop('a')
  vi.advanceTimersByTime(1)
  expect(calls).toEqual(['abort a', 'abort a', 'kill'])
  expect(attempt.isStuck).toBe(true)
  vi.advanceTimersByTime(graceMs * 2)
  expect(calls.filter((call) => call === 'kill')).toHaveLength(1)
})

it('a run that stops in time keeps its process', () => {
  const attempt = begun('a')
  attempts.stop('a')
  attempts.end(attempt)
  vi.advanceTimersByTime(graceMs)
  expect(calls).toEqual(['abort a'])
})

it('a stop before the start is remembered: of an attempt, and of a claim on its way', () => {
  const attempt = attempts.begin(claimed('a'))
  expect(attempts.stop('a')).toBe(true)
  expect([attempt.isStopAsked, calls]).toEqual([true, []])
  attempts.expect('b')
  expect(attempts.stop('b')).toBe(false)
  expect(attempts.begin(claimed('b')).isStopAsked).toBe(true)
  attempts.expect('d')
  expect(attempts.begin(claimed('d')).isStopAsked).toBe(false)
  expect(attempts.begin(claimed('b')).isStopAsked).toBe(false)
  attempts.expect('c')
  attempts.stop('c')
  attempts.unexpect('c')
  expect(attempts.begin(claimed('c')).isStopAsked).toBe(false)
  expect(attempts.stop('unknown')).toBe(false)
})

it('a limit is over once, by its timer', () => {
  attempts.limit(begun('a'), 1_000, started, () => calls.push('over'))
  vi.advanceTimersByTime(999)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(1)
  expect(calls).toEqual(['over'])
  attempts.passDeadlines(new Date(started.getTime() + 5_000))
  expect(calls).toEqual(['over'])
})

it('a limit is over by the clock, where the timer slept with the machine', () => {
  attempts.limit(begun('a'), 1_000, started, () => calls.push('over'))
  attempts.passDeadlines(new Date(started.getTime() + 999))
  expect(calls).toEqual([])
  attempts.passDeadlines(new Date(started.getTime() + 1_000))
  expect(calls).toEqual(['over'])
  vi.advanceTimersByTime(1_000)
  expect(calls).toEqual(['over'])
})

it('the shortest limit is one, too', () => {
  attempts.limit(begun('a'), 1, started, () => calls.push('over'))
  vi.advanceTimersByTime(1)
  expect(calls).toEqual(['over'])
})

it('no limit and one of months are kept by no timer; an attempt that ended has none', () => {
  attempts.limit(begun('a'), 0, started, () => calls.push('none'))
  const months = 2 ** 31
  attempts.limit(begun('b'), months, started, () => calls.push('months'))
  attempts.limit(begun('d'), months - 1, started, () => calls.push('weeks'))
  const ended = begun('c')
  attempts.limit(ended, 1_000, started, () => calls.push('ended'))
  attempts.end(ended)
  expect(vi.getTimerCount()).toBe(1)
  attempts.passDeadlines(started)
  expect(calls).toEqual([])
  attempts.passDeadlines(new Date(started.getTime() + months))
  expect(calls).toEqual(['months', 'weeks'])
})

it('a run that is deleted is given up, and no limit of it runs out later', () => {
  const onOver = vi.fn()
  attempts.limit(begun('a'), 1_000, started, onOver)
  attempts.drop('a')
  expect(attempts.get('a')).toBeUndefined()
  attempts.drop('a')
  vi.advanceTimersByTime(2_000)
  expect(onOver).not.toHaveBeenCalled()
})
