import type { KeyboardEvent } from 'react'

/**
 * Keys in the log itself: `e` goes to the next error, `E` to the one before, `r` to the run of the one that was gone to,
 * and `p` holds the log still.
 */
export function logKeys(on: { onError: (direction: 1 | -1) => void; onPause: () => void }) {
  return (event: KeyboardEvent) => {
    const log = event.target instanceof Element && event.target.closest('[role=log]')
    if (!log || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'e') on.onError(1)
    else if (event.key === 'E') on.onError(-1)
    else if (event.key === 'r') log.querySelector<HTMLElement>('[aria-current] a')?.click()
    else if (event.key === 'p') on.onPause()
  }
}
