import { useIsFetching } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'

type PaletteEmptyProps = { list: RefObject<HTMLElement | null>; search: string }

/**
 * Says that nothing is called so: once the palette has no line, whoever found it, and no answer is still to come.
 * Lives inside the list.
 */
export function PaletteEmpty({ list, search }: PaletteEmptyProps) {
  const [hasLines, setHasLines] = useState(true)
  const isAsking = useIsFetching() > 0
  useEffect(() => {
    const place = list.current
    if (!place) return
    const look = () => setHasLines(place.querySelector('[cmdk-item]') !== null)
    look()
    const observer = new MutationObserver(look)
    observer.observe(place, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [list])
  if (hasLines) return null
  return (
    <p className="px-4 py-8 text-center text-ink-2">
      {isAsking ? 'Looking…' : `Nothing is called “${search}”.`}
    </p>
  )
}
