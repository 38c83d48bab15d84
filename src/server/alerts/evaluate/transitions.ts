import type { Finding } from '../conditions/finding.ts'
import type { EventRow } from '../events/event-store.ts'

/** The longest time that a condition must not hold before its event has ended. */
const longestCalmMs = 5 * 60_000

/** What has to be done for the events of one rule. */
export interface Transitions {
  begin: Finding[]
  /** The condition holds no more, for the first time, or holds again. */
  turn: { event: EventRow; wellSince: Date | null }[]
  end: EventRow[]
}

/**
 * Compares what a rule found with its events that last. What is found begins; what is found no more has ended once that
 * is so for as long as the rule's window, five minutes at most: so what flaps is one event. A rule without a window is about
 * things that do not come back.
 */
export function transitionsOf(
  rule: { window_minutes: number | null },
  found: readonly Finding[],
  open: readonly EventRow[],
  now: Date,
): Transitions {
  const calmMs = Math.min((rule.window_minutes ?? 0) * 60_000, longestCalmMs)
  const holds = new Set(found.map(({ subject }) => subject))
  const known = new Set(open.map(({ subject }) => subject))
  const result: Transitions = {
    begin: found.filter(({ subject }) => !known.has(subject)),
    turn: [],
    end: [],
  }
  for (const event of open) {
    if (holds.has(event.subject)) {
      if (event.well_since) result.turn.push({ event, wellSince: null })
      continue
    }
    const wellSince = event.well_since ?? now
    if (now.getTime() - wellSince.getTime() >= calmMs) result.end.push(event)
    else if (!event.well_since) result.turn.push({ event, wellSince: now })
  }
  return result
}
