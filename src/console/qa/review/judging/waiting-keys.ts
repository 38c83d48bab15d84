import type { KeyAction } from './review-keys.ts'

/**
 * Keys that were pressed after a case was left and before the next one was shown. What says something of an answer is
 * refused: nobody has read it yet. Everything else is done once the case is shown, in order.
 */
export interface WaitingKeys {
  /** From now on keys are meant for a case that is not shown yet. */
  leave: (index: number) => void
  /** The case at this place is the page's now, shown or still on its way. */
  reach: (index: number) => void
  /** The case at this place stands on the screen. */
  show: (index: number) => void
  /** What becomes of a key that is pressed while this case stands on the screen, or null while none does. */
  press: (action: KeyAction, shown: number | null) => 'counts' | 'waits' | 'refused'
  /** The key to be done next, now that this case is shown. */
  take: (index: number) => KeyAction | undefined
}

/**
 * After an answer that came too early the next one counts once the case has been seen, and no key was pressed, for so
 * long: until then it is the rest of what was meant for other rows.
 */
const restMs = 500

/** @param now the time in milliseconds */
export function createWaitingKeys(now: () => number): WaitingKeys {
  const waiting: KeyAction[] = []
  let left: number | null = null
  let shown: { index: number; at: number } | null = null
  let refusedAt: number | null = null
  const isEarly = (index: number | null) => index === null || left === index || waiting.length > 0
  const hasRested = (index: number | null) =>
    shown?.index === index && now() - Math.max(shown.at, refusedAt ?? 0) >= restMs
  return {
    leave(index) {
      left = index
      shown = null
    },
    reach(index) {
      if (left !== index) left = null
    },
    show(index) {
      if (shown?.index !== index) shown = { index, at: now() }
    },
    press(action, index) {
      if (action.do !== 'answer' && action.do !== 'better') {
        if (!isEarly(index)) return 'counts'
        waiting.push(action)
        return 'waits'
      }
      const isRefused = isEarly(index) || (refusedAt !== null && !hasRested(index))
      refusedAt = isRefused ? now() : null
      return isRefused ? 'refused' : 'counts'
    },
    take: (index) => (left === index ? undefined : waiting.shift()),
  }
}
