import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'

export type ListWindow = Virtualizer<HTMLElement, Element>

type WindowedListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item, index: number) => string
  /** Height in pixels before it is measured. */
  estimate: (item: Item) => number
  scroller: RefObject<HTMLElement | null>
  gap?: number
  render: (item: Item, index: number) => ReactNode
  /** Receives the window, for scrolling to an item; null when all items are drawn. */
  onWindow?: (list: ListWindow | null) => void
}

/** Up to so many items all are drawn: the browser’s own search, selection and printing then work. */
const drawnWhole = 60

/** A list of which only what is in view is drawn, once it is long. Heights are measured, not guessed. */
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { items, keyOf, render, gap = 0, onWindow } = props
  const isWhole = items.length <= drawnWhole
  useLayoutEffect(() => {
    if (isWhole) onWindow?.(null)
  }, [isWhole, onWindow])
  if (!isWhole) return <Window {...props} />
  return items.map((item, index) => (
    <div key={keyOf(item, index)} style={{ marginBottom: index < items.length - 1 ? gap : 0 }}>
      {render(item, index)}
    </div>
  ))
}

function Window<Item>(props: WindowedListProps<Item>) {
  const { items, keyOf, estimate, scroller, gap = 0, render, onWindow } = props
  const list = useVirtualizer<HTMLElement, Element>({
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
    overscan: 4,
  })
  useLayoutEffect(() => onWindow?.(list), [list, onWindow])
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
