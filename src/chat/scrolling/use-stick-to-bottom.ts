import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type EndOfConversation, hasCome } from './end-of-conversation.ts'

/** Within this many pixels of the end the reader counts as being there. */
const nearPx = 48

export interface StickToBottom {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly inner: RefObject<HTMLDivElement | null>
  /** Something was said below what is in view. */
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
export function useStickToBottom(startKey: string, end: EndOfConversation): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const place = useRef({ isThere: true, top: 0 })
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
  useLayoutEffect(() => {
    // Where nothing is said yet the end need not be looked for: that would lay out the whole page at once.
    if (end.count > 0 || !place.current.isThere) toBottom()
  }, [startKey, toBottom])

  const seen = useRef(end)
  useEffect(() => {
    const before = seen.current
    seen.current = end
    if (end.count < before.count) setHasNew(false)
    const element = scroller.current
    if (!element || place.current.isThere || !hasCome(before, end)) return
    setHasNew(!isNear(element))
  }, [end])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const { scrollTop } = element
      // Kept at the end, as after each drawing while text grows: there is nothing to find out.
      if (place.current.isThere && scrollTop === place.current.top) return
      const wentUp = scrollTop < place.current.top - 1
      place.current.top = scrollTop
      if (isNear(element)) {
        place.current.isThere = true
        setHasNew(false)
      } else if (wentUp) place.current.isThere = false
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // Told after layout and before paint: nothing has to be measured for it.
    const observer =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(() => {
            if (!place.current.isThere) return
            element.scrollTop = element.scrollHeight
            place.current.top = element.scrollTop
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

function isNear({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearPx
}
