import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useReducer } from 'react'
import { drawnIndexes } from './list-window.ts'

export type ListWindow = Virtualizer<HTMLElement, Element>

export type LongListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item, index: number) => string
  /** Height in pixels before it is measured. */
  estimate: (item: Item) => number
  scroller: RefObject<HTMLElement | null>
  gap?: number
  render: (item: Item, index: number) => ReactNode
  /** Receives the window, for scrolling to an item; null when all items are drawn. */
  onWindow?: (list: ListWindow | null) => void
  /** The end is what is looked at first: what stands before it is not drawn for nothing. */
  startsAtEnd?: boolean | undefined
}

/** A list of which only what is in view is drawn. Heights are measured, not guessed. */
export function LongList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, estimate, scroller, gap = 0, render, onWindow, startsAtEnd } = props
  const list: ListWindow = useVirtualizer<HTMLElement, Element>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 0 : estimate(item)
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item, index)
    },
    gap,
    rangeExtractor: (range: Range) =>
      drawnIndexes(range, (index) => list.measurementsCache[index]?.size ?? 0),
    initialOffset: () =>
      startsAtEnd ? Number.MAX_SAFE_INTEGER : (scroller.current?.scrollTop ?? 0),
  })
  useLayoutEffect(() => onWindow?.(list), [list, onWindow])
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  // What scrolls stands around the list: where both are new, it is known only after the list.
  useLayoutEffect(() => {
    if (!scroller.current) lookAgain()
  }, [scroller])
  return (
    <div style={{ height: list.getTotalSize(), position: 'relative' }}>
      {list.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index]
        return (
          item !== undefined && (
            <div
              key={key}
              data-index={index}
              ref={list.measureElement}
              style={{
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                transform: `translateY(${start}px)`,
              }}
            >
              {render(item, index)}
            </div>
          )
        )
      })}
    </div>
  )
}
