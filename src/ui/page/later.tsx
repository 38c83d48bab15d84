import { type ReactNode, useDeferredValue, useEffect } from 'react'

/** Whoever reloads, or comes back, may have been anywhere on the page, and it must be as long as it was. */
const cameFresh = () => {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}

let isFirst = cameFresh()

/**
 * What stands at the end of a page, drawn in a step of its own on a first visit: a slow machine paints what comes
 * first without it, and answers in between. At any other time it is drawn with the rest.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const isDue = useDeferredValue(true, !isFirst)
  useEffect(() => {
    isFirst = false
  }, [])
  return isDue && children
}
