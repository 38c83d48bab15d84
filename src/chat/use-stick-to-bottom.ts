import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this many pixels of the end the reader counts as being there. */
const nearPx = 48

/**
 * Keeps the end in view while the reader is there, and only then. `hasNew` is true when something grew
 * below what is in view.
 */
export function useStickToBottom(
  content: unknown,
  startKey: string,
): {
  scroller: RefObject<HTMLDivElement | null>
  inner: RefObject<HTMLDivElement | null>
  hasNew: boolean
  toBottom: () => void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const isThere = useRef(true)
  const [hasNew, setHasNew] = useState(false)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (!element) return
    isThere.current = true
    setHasNew(false)
    element.scrollTop = element.scrollHeight
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread starts at its end
  useLayoutEffect(() => toBottom(), [startKey, toBottom])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown may have grown
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (isThere.current) element.scrollTop = element.scrollHeight
    else setHasNew(true)
  }, [content])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight
      isThere.current = rest <= nearPx
      if (isThere.current) setHasNew(false)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // What grows without a render: fonts, unfolded cards, the window.
    const observer =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(() => {
            if (isThere.current) element.scrollTop = element.scrollHeight
          })
    if (inner.current) observer?.observe(inner.current)
    observer?.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer?.disconnect()
    }
  }, [])

  return { scroller, inner, hasNew, toBottom }
}
