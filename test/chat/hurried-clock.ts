import type { Clock } from '../../src/chat/clock.ts'

/**
 * A clock whose waits end nearly at once, and for which the time that they would have taken has passed. Nothing takes
 * too long by it.
 */
export function hurriedClock(): Clock {
  let now = 1_000_000
  return {
    now: () => now,
    after(ms, callback) {
      const timer = setTimeout(
        () => {
          now += ms
          callback()
        },
        Math.min(ms, 3),
      )
      return () => clearTimeout(timer)
    },
    limit: () => () => {},
  }
}
