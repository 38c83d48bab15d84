import { useEffect, useState } from 'react'
import { hidden, shown, type VisibleTime, visibleMs } from './visible-time.ts'

/** How long each case was before the eyes, by its place. */
export interface VisibleTimes {
  /** Milliseconds so far. */
  of: (index: number) => number
  show: (index: number) => void
  hide: (index: number) => void
  /** What a case had before the page was opened; counts once. */
  beginAt: (index: number, ms: number) => void
}

/** Counts the time of the cases that are shown, as long as the page lives. */
export function useVisibleTimes(): VisibleTimes {
  const [times] = useState(createTimes)
  return times
}

/** Counts for a case while it is on the page and the page is seen. */
export function useVisible(times: VisibleTimes, index: number): void {
  useEffect(() => {
    const follow = () => (document.hidden ? times.hide(index) : times.show(index))
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      times.hide(index)
    }
  }, [times, index])
}

function createTimes(): VisibleTimes {
  const times = new Map<number, VisibleTime>()
  const get = (index: number) => times.get(index) ?? { sumMs: 0, sinceMs: null }
  return {
    of: (index) => visibleMs(get(index), Date.now()),
    show: (index) => times.set(index, shown(get(index), Date.now())),
    hide: (index) => times.set(index, hidden(get(index), Date.now())),
    beginAt(index, ms) {
      if (!times.has(index)) times.set(index, { sumMs: ms, sinceMs: null })
    },
  }
}
