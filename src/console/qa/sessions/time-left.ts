import { type AttemptSummary, attemptEnded } from '../../../contract/qa/attempts.ts'

type Timed = Pick<AttemptSummary, 'status' | 'target' | 'ms' | 'started_at'>

/**
 * How long a session will still run, by what its attempts took so far: each target has a pace of its own.
 * @param atOnce how many attempts run at one time
 * @param now milliseconds since 1970
 * @returns milliseconds; null while nothing has ended that tells how long an attempt takes
 */
export function timeLeftMs(attempts: readonly Timed[], atOnce: number, now: number): number | null {
  const took = attempts.flatMap(({ target, ms, status }) =>
    ms == null || !attemptEnded({ status }) ? [] : [{ target, ms }],
  )
  if (took.length === 0) return null
  const paceOf = (target: number) => {
    const own = took.filter((one) => one.target === target)
    return mean((own.length > 0 ? own : took).map(({ ms }) => ms))
  }
  const paces = new Map(
    [...new Set(attempts.map(({ target }) => target))].map((target) => [target, paceOf(target)]),
  )
  const left = attempts.flatMap(({ status, target, started_at }) => {
    if (attemptEnded({ status })) return []
    const since = status === 'running' && started_at ? now - Date.parse(started_at) : 0
    return Math.max(0, (paces.get(target) ?? 0) - since)
  })
  const work = left.reduce((all, ms) => all + ms, 0)
  // What is left of one attempt is not shared by others.
  return Math.max(work / Math.max(1, atOnce), 0, ...left)
}

function mean(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0) / values.length
}

const minuteMs = 60_000

/** “about 3 min left”, “less than a minute left”, “about 2 h 10 min left”. */
export function timeLeftWords(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 1) return 'less than a minute left'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const words = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  return `about ${words} left`
}
