import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this many pixels of the end the reader counts as being there. */
const nearPx = 48

export interface StickToBottom {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly inner: RefObject<HTMLDivElement | null>
  /** Something grew below what is in view. */
  readonly hasNew: boolean
  /** Goes to the end and stays there. */
  toBottom(): void
  /** Stays where the reader is taken to. */
  leave(): void
  /** True while the end is kept in view. */
  isThere(): boolean
}

/**
 * Keeps the end in view while the reader is there, and only then. Only a move upwards leaves the end:
 * text that grows faster than scroll events come does not.
 */
export function useStickToBottom(startKey: string): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const place = useRef({ isThere: true, top: 0, height: 0 })
  const [hasNew, setHasNew] = useState(false)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (!element) return
    place.current.isThere = true
    setHasNew(false)
    element.scrollTop = element.scrollHeight
    place.current.top = element.scrollTop
  }, [])
  const leave = useCallback(() => {
    place.current.isThere = false
  }, [])
  const isThere = useCallback(() => place.current.isThere, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread starts at its end
  useLayoutEffect(() => toBottom(), [startKey, toBottom])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const isNear = scrollHeight - scrollTop - clientHeight <= nearPx
      const wentUp = scrollTop < place.current.top - 1
      place.current.top = scrollTop
      if (isNear) {
        place.current.isThere = true
        setHasNew(false)
      } else if (wentUp) place.current.isThere = false
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // Told after layout and before paint: nothing has to be measured for it.
    const observer =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(([entry]) => {
            const height = inner.current?.offsetHeight ?? 0
            const hasGrown = height > place.current.height
            place.current.height = height
            if (place.current.isThere) {
              element.scrollTop = element.scrollHeight
              place.current.top = element.scrollTop
            } else if (hasGrown && entry?.target === inner.current) setHasNew(true)
          })
    if (inner.current) observer?.observe(inner.current)
    observer?.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer?.disconnect()
    }
  }, [])

  return { scroller, inner, hasNew, toBottom, leave, isThere }
}
