import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowWindow } from './row-window.ts'

/** Shorter lists are drawn whole. */
const wholeUpTo = 100
/** How high a row is until one was measured, in pixels. */
const usualHeight = 38

/**
 * Which rows of a LongTable to draw: those on the screen and a few around them.
 * @returns the first and the end (exclusive) of what to draw, and the ref of the tbody
 */
export function useRowWindow(count: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  const [rowHeight, setRowHeight] = useState(usualHeight)
  const isLong = count > wholeUpTo

  useLayoutEffect(() => {
    if (!isLong) return
    const look = () => {
      const now = -(body.current?.getBoundingClientRect().top ?? 0)
      setOffset((before) =>
        windowAt(count, before, rowHeight).key === windowAt(count, now, rowHeight).key
          ? before
          : now,
      )
    }
    const measure = () => {
      // All are alike, and higher where the screen is narrow.
      const row = body.current?.querySelector('tr:not([aria-hidden])')
      setRowHeight((before) => row?.getBoundingClientRect().height || before)
    }
    // In the frame that scrolls, so that it shows no gap.
    const follow = () => flushSync(look)
    const resized = () =>
      flushSync(() => {
        measure()
        look()
      })
    measure()
    look()
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', resized)
    return () => {
      removeEventListener('scroll', follow)
      removeEventListener('resize', resized)
    }
  }, [isLong, count, rowHeight])
  return { body, ...(isLong ? windowAt(count, offset, rowHeight) : { first: 0, end: count }) }
}

function windowAt(count: number, offset: number, rowHeight: number) {
  const { first, end } = rowWindow(count, rowHeight, offset, innerHeight)
  return { first, end, key: `${first} ${end}` }
}
