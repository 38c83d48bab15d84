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
  /** Whether a key that is pressed while this case is shown is meant for a later one. */
  isEarly: (index: number) => boolean
  /** Keeps a key; false where it is refused. */
  hold: (action: KeyAction) => boolean
  /** The key to be done next, now that this case is shown. */
  take: (index: number) => KeyAction | undefined
}

export function createWaitingKeys(): WaitingKeys {
  const waiting: KeyAction[] = []
  let left: number | null = null
  return {
    leave(index) {
      left = index
    },
    reach(index) {
      if (left !== index) left = null
    },
    isEarly: (index) => left === index || waiting.length > 0,
    hold(action) {
      if (action.do === 'answer' || action.do === 'better') return false
      waiting.push(action)
      return true
    },
    take: (index) => (left === index ? undefined : waiting.shift()),
  }
}
