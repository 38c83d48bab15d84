const secondMs = 1000

/** How far the server's clock is ahead of this machine's, as far as that is known. */
let aheadMs = 0

/** Milliseconds since 1970 by the clock of the server, which whatever it tells has its times from. */
export function now(): number {
  return byServer(Date.now())
}

/** The same of a moment by this machine's clock. */
export function byServer(at: number): number {
  return at + aheadMs
}

/**
 * Takes the clock over from an answer. What it tells leaves some room: the rest of the second, and the time on the way.
 * Within that room the clock stays as it is, so that it does not tremble.
 * @param told when the server answered, by its clock and to the second, as HTTP's `Date` says it; all in milliseconds
 *   since 1970
 * @param asked @param answered when that began and ended, by this machine's clock
 */
export function learnNow(told: number, asked: number, answered: number): void {
  aheadMs = Math.min(Math.max(aheadMs, told - answered), told + secondMs - asked)
}
