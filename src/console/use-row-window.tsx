import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { longRowHeight } from '../ui/long-table.tsx'
import { rowWindow } from './row-window.ts'

/** Shorter lists are drawn whole. */
const wholeUpTo = 100

/**
 * Which rows of a LongTable to draw: those on the screen and a few around them.
 * @returns the first and the end (exclusive) of what to draw, and the ref of the tbody
 */
export function useRowWindow(count: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  const isLong = count > wholeUpTo

  useLayoutEffect(() => {
    if (!isLong) return
    const look = () => {
      const now = -(body.current?.getBoundingClientRect().top ?? 0)
      setOffset((before) =>
        windowAt(count, before).key === windowAt(count, now).key ? before : now,
      )
    }
    // In the frame that scrolls, so that it shows no gap.
    const follow = () => flushSync(look)
    look()
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', follow)
    return () => {
      removeEventListener('scroll', follow)
      removeEventListener('resize', follow)
    }
  }, [isLong, count])
  return { body, ...(isLong ? windowAt(count, offset) : { first: 0, end: count }) }
}

function windowAt(count: number, offset: number) {
  const { first, end } = rowWindow(count, longRowHeight, offset, innerHeight)
  return { first, end, key: `${first} ${end}` }
}
