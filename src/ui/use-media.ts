import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a media query holds, followed as it changes. For parts that cost much and are not shown: hiding them
 * by a class still draws them. Where nothing can be asked they are drawn.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (typeof matchMedia === 'undefined') return () => {}
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => mediaHolds(query))
}

/** Whether a media query holds now; true where nothing can be asked. */
export function mediaHolds(query: string): boolean {
  return typeof matchMedia === 'undefined' || matchMedia(query).matches
}
