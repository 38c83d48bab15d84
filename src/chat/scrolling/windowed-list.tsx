import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { isDrawnWhole } from './list-window.ts'
import type { LongListProps } from './long-list.tsx'

type LongList = typeof import('./long-list.tsx').LongList

/**
 * A list of which only what is in view is drawn, once it is long. What that takes is loaded when a list is long for
 * the first time; one that grows is drawn whole until then, and also where it does not arrive.
 */
export function WindowedList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, render, gap = 0, onWindow, estimate, startsAtEnd } = props
  const wasWhole = useRef(false)
  const isPrinting = usePrinting()
  const isShort = isPrinting || isDrawnWhole(items, estimate, wasWhole.current)
  const LongList = useLongList(!isShort)
  const isWhole = isShort || LongList === 'missing' || (LongList === null && wasWhole.current)
  useLayoutEffect(() => {
    if (isWhole) onWindow?.(null)
  }, [isWhole, onWindow])
  const isDrawn = isWhole && items.length > 0
  useLayoutEffect(() => {
    // On paper it is whole for a moment only.
    if (!isPrinting) wasWhole.current = isDrawn
  }, [isDrawn, isPrinting])
  if (isWhole) {
    return items.map((item, index) => (
      <div key={keyOf(item, index)} style={{ marginBottom: index < items.length - 1 ? gap : 0 }}>
        {render(item, index)}
      </div>
    ))
  }
  if (!LongList) return <Skeleton label="Loading a long list" />
  return <LongList {...props} startsAtEnd={startsAtEnd && !wasWhole.current} />
}

let loaded: LongList | 'missing' | null = null

/** The code for long lists, loaded when it is first `needed`: null until it is here. */
function useLongList(needed: boolean) {
  const [code, setCode] = useState(() => loaded)
  useEffect(() => {
    if (!needed || code) return
    let isGone = false
    import('./long-list.tsx')
      .then(({ LongList }) => {
        loaded = LongList
      })
      .catch(() => {})
      .finally(() => isGone || setCode(() => loaded ?? 'missing'))
    return () => {
      isGone = true
    }
  }, [needed, code])
  return code
}
