import { useLayoutEffect, useRef, useState } from 'react'
import { rowWindow } from '../../../lists/row-window.ts'

/** Below this width a row has two lines. */
const twoLinesBelow = 560
const tagsFrom = 880
/** The heading's, in pixels. */
export const headHeight = 32

interface Seen {
  top: number
  height: number
  width: number
}

/**
 * Which rows of a table that scrolls in a box of its own are to be drawn, and how they are laid out there.
 * @returns the ref of the box; `first` and `end` (exclusive) of what to draw, `from` and `to` (exclusive) of what is
 *   seen, and how high a row is, in pixels
 */
export function useBoxWindow(count: number) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 0, width: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const { scrollTop: top, clientHeight: height, clientWidth: width } = element
      setSeen((before) =>
        before.top === top && before.height === height && before.width === width
          ? before
          : { top, height, width },
      )
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])
  const { top, height, width } = seen
  const isNarrow = width > 0 && width < twoLinesBelow
  const rowHeight = isNarrow ? 56 : 38
  const room = Math.max(0, height - headHeight)
  const from = Math.min(count, Math.floor((top + 8) / rowHeight))
  return {
    box,
    ...rowWindow(count, rowHeight, top, height),
    from,
    to:
      room === 0
        ? count
        : Math.min(count, Math.max(from, Math.floor((top + room + 8) / rowHeight))),
    rowHeight,
    isNarrow,
    hasTags: width === 0 || width >= tagsFrom,
  }
}
