import { useLayoutEffect, useRef, useState } from 'react'

/** Below the row that is followed there is room for so many others. */
const rowsBelow = 4
/** Browsers round where they scroll to. */
const nearPx = 2

/**
 * Keeps a row of a list that scrolls by itself in view, until somebody scrolls.
 * @param row the place of the row, from 0 on; negative for none
 * @returns the ref and handler of what scrolls; whether it follows, and what changes that
 */
export function useFollowing(row: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const placed = useRef(0)
  const [isFollowing, setIsFollowing] = useState(true)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isFollowing || row < 0) return
    const height = element.querySelector('tbody tr:not([aria-hidden])')?.clientHeight ?? 0
    const head = element.querySelector('thead')?.clientHeight ?? 0
    element.scrollTop = head + (row + rowsBelow) * height - element.clientHeight
    placed.current = element.scrollTop
  }, [isFollowing, row])
  const onScroll = () => {
    // Asking where it is has the page laid out at once, for rows that have just come.
    if (!isFollowing) return
    const top = scroller.current?.scrollTop ?? 0
    if (Math.abs(top - placed.current) > nearPx) setIsFollowing(false)
  }
  return { scroller, onScroll, isFollowing, setIsFollowing }
}
