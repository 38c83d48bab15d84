import { type AttemptStatus, attemptEnded } from '../../../../contract/qa/attempts.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'

/** What the repeats of a case came to on one target, in a word: the worst of what is worth a look. */
type CellOutcome = 'waiting' | 'running' | 'passed' | 'flaky' | 'failed' | 'error' | 'cancelled'

/** A cell of the grid. */
export interface CaseCell {
  /** Of each repeat, in their order. */
  readonly statuses: readonly AttemptStatus[]
  readonly outcome: CellOutcome
  /** The most checks that failed in one of them. */
  readonly failedChecks: number
  /** Why the first that has a reason did not pass. */
  readonly error: string | null
  /** Middle duration, and tokens of an attempt on average; null until all have ended, or where none tells. */
  readonly p50Ms: number | null
  readonly tokens: number | null
  /** When the first of those at work began. */
  readonly runningSince: string | null
  /** The attempt that says most: one that did not pass, else one at work, else the first. */
  readonly opens: string | null
}

/** The cell of a case for one of the session's targets. */
export function caseCell({ attempts }: CaseRow, target: number): CaseCell {
  const own = attempts.filter((attempt) => attempt.target === target)
  const ended = own.filter(attemptEnded)
  const running = own.filter(({ status }) => status === 'running')
  const notPassed = ended.filter(({ status }) => status !== 'passed')
  const isWhole = own.length > 0 && ended.length === own.length
  return {
    statuses: own.map(({ status }) => status),
    outcome: outcomeOf(own.map(({ status }) => status)),
    failedChecks: Math.max(0, ...ended.map(({ failed_checks }) => failed_checks)),
    error: notPassed.find(({ error }) => error)?.error ?? null,
    p50Ms: isWhole ? middle(known(ended.map(({ ms }) => ms))) : null,
    tokens: isWhole ? mean(known(ended.map(({ tokens }) => tokens))) : null,
    runningSince: known(running.map(({ started_at }) => started_at)).sort()[0] ?? null,
    opens: (notPassed[0] ?? running[0] ?? own[0])?.attempt_id ?? null,
  }
}

function outcomeOf(statuses: readonly AttemptStatus[]): CellOutcome {
  const has = (...wanted: AttemptStatus[]) => statuses.some((status) => wanted.includes(status))
  if (has('running')) return 'running'
  const hasFailed = has('failed', 'error', 'lost')
  if (hasFailed && has('passed')) return 'flaky'
  if (has('failed')) return 'failed'
  if (hasFailed) return 'error'
  if (has('cancelled')) return 'cancelled'
  return has('waiting') || statuses.length === 0 ? 'waiting' : 'passed'
}

function known<Value>(values: readonly (Value | null | undefined)[]): Value[] {
  return values.filter((value) => value != null)
}

/** The middle of some numbers, or between the two in the middle; null of none. */
export function middle(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((all, value) => all + value, 0) / values.length
}
