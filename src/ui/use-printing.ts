import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const listeners = new Set<() => void>()

/**
 * True while the page is laid out for paper: what is folded or shortened on the screen is then drawn whole.
 * The browser takes the page as it is right after it said that it prints, so it is drawn at once.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

let isPrinting = false

function tell(printing: boolean): void {
  isPrinting = printing
  flushSync(() => {
    for (const listener of [...listeners]) listener()
  })
}

const onBefore = () => tell(true)
const onAfter = () => tell(false)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', onBefore)
    addEventListener('afterprint', onAfter)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('beforeprint', onBefore)
    removeEventListener('afterprint', onAfter)
  }
}
