import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

const rowHeight = 39
/** Shorter lists are drawn whole. */
const wholeUpTo = 100

/**
 * Which rows of a long table to draw: those on the screen and a few around them.
 * @returns the first and the end (exclusive) of what to draw, and the ref of the tbody
 */
export function useRowWindow(count: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
  }, [])
  const isWhole = count <= wholeUpTo
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    enabled: !isWhole,
  })
  const items = isWhole ? null : rows.getVirtualItems()
  return {
    body,
    first: items ? (items[0]?.index ?? 0) : 0,
    end: items ? (items.at(-1)?.index ?? -1) + 1 : count,
  }
}

/** Stands for rows that are not drawn. */
export function RowSpace({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: rows * rowHeight }} className="p-0" />
    </tr>
  )
}
