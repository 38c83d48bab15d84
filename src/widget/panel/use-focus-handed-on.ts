import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What goes away with the focus in it calls `onFocusLost`, so that the focus is not left to the page. */
export function useFocusHandedOn(onFocusLost: () => void): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  const latest = useRef(onFocusLost)
  latest.current = onFocusLost
  useLayoutEffect(() => {
    const here = place.current
    return () => {
      if (here?.contains(focusedBeside(here))) latest.current()
    }
  }, [])
  return place
}

/** What has the focus in the tree that an element stands in, which may be a shadow tree. */
export function focusedBeside(element: Element): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement
}
