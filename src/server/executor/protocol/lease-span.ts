/**
 * When others leave alone for certain what a server has claimed: between these moments, in ms since 1970 by the clock
 * of the machine. One that was set back is before `from`, and one that has slept is after `until`.
 */
export interface LeaseSpan {
  from: number
  until: number
}

export function isWithin({ from, until }: LeaseSpan, now = Date.now()): boolean {
  return from <= now && now < until
}
