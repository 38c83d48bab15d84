import { now } from '../ui/format/now.ts'

/** Time as the session sees it; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, unless the returned function is called first. */
  after(ms: number, callback: () => void): () => void
  /** The same for what takes too long by then: nobody waits for it to come. */
  limit(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = { now, after, limit: after }

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Calls back before the next paint; returns a way to call it off. */
export type ScheduleFrame = (callback: () => void) => () => void

/**
 * Waits, but no longer than until `signal` is aborted or `wake` is called. Resolves in every case.
 * @returns whether it was woken
 */
export function pause(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  onWait?: (wake: () => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const done = (isWoken: boolean) => {
      cancel()
      signal.removeEventListener('abort', leave)
      resolve(isWoken)
    }
    const leave = () => done(false)
    const cancel = clock.after(ms, leave)
    signal.addEventListener('abort', leave)
    onWait?.(() => done(true))
  })
}

const firstDelayMs = 500
const longestDelayMs = 15_000

/**
 * How long to wait before the given attempt (1 is the first): doubling up to 15 s or `longestMs`, between
 * a half and the whole of it at random, so that many tabs do not come back at the same moment.
 */
export function backOffMs(
  attempt: number,
  random: () => number,
  longestMs: number = longestDelayMs,
): number {
  const whole = Math.min(firstDelayMs * 2 ** Math.max(0, attempt - 1), longestMs)
  return Math.round(whole * (0.5 + random() / 2))
}
