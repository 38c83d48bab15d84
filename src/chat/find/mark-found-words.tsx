import { useEffect } from 'react'
import type { FoundWords } from './find-in-turns.ts'
import { forgetFound, markFound, showRange } from './mark-found.ts'

type MarkFoundProps = {
  /** The turn that they stand in; undefined where nothing is found. */
  turnKey: string | undefined
  current: FoundWords | undefined
  words: string
  scroller: () => HTMLElement | null
}

const framesToSettle = 10

/** Marks the words that a search has come to, as soon as they are drawn, until it goes on or ends. */
export function MarkFound({ turnKey, current, words, scroller }: MarkFoundProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another press
  useEffect(() => {
    if (turnKey === undefined || !current) {
      forgetFound()
      return
    }
    let place: Range | null = null
    // The turn is drawn with the next frame, and measuring it may move it for some more.
    let frames = 0
    let frame = requestAnimationFrame(next)
    function next() {
      frames += 1
      // What was folded may be drawn later still, or drawn anew: a range whose text went away is empty.
      if (frames > 1 && (place === null || place.collapsed || frames === framesToSettle)) {
        const drawn = scroller()?.querySelectorAll<HTMLElement>('[data-turn]') ?? []
        const element = [...drawn].find((item) => item.dataset.turn === turnKey)
        place = element && current ? markFound(element, words, current) : null
      }
      if (place) showRange(place)
      if (frames < framesToSettle) frame = requestAnimationFrame(next)
    }
    return () => cancelAnimationFrame(frame)
  }, [turnKey, current?.within, current?.nth, words])
  useEffect(() => forgetFound, [])
  return null
}
