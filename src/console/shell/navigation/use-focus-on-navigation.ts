import { type RefObject, useEffect, useRef } from 'react'

/**
 * A new page starts at its heading for those who do not see it, unless what has focus is still there.
 * While the page is being read there is no heading yet: focus waits at `main`, and stays where else the
 * reader goes meanwhile.
 * @param isArrival the first page is a new one too, as after signing in
 */
export function useFocusOnNavigation(
  main: RefObject<HTMLElement | null>,
  pathname: string,
  isArrival: boolean,
) {
  const seen = useRef(isArrival ? null : pathname)
  useEffect(() => {
    const element = main.current
    if (seen.current === pathname || !element) return
    seen.current = pathname
    if (element.contains(document.activeElement) && document.activeElement !== element) return
    if (focusHeading(element)) return
    element.focus({ preventScroll: true })
    const arrival = new MutationObserver(() => {
      if (document.activeElement !== element || focusHeading(element)) arrival.disconnect()
    })
    arrival.observe(element, { childList: true, subtree: true })
    return () => arrival.disconnect()
  }, [main, pathname])
}

/** False when there is none. */
function focusHeading(element: HTMLElement): boolean {
  const heading = element.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
