import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { isComposing } from '../../ui/keys/is-composing.ts'
import { onEscape } from '../composer/on-escape.ts'
import type { Turn } from '../conversation/turns.ts'
import { type FoundWords, findInTurns } from './find-in-turns.ts'
import { forgetFound, markFound, showRange } from './mark-found.ts'

type FindBarProps = {
  turns: readonly Turn[]
  scroller: () => HTMLElement | null
  /** Brings the turn of a place into view, and unfolds what it stands in. Null: there is none. */
  onShow: (found: FoundWords | null) => void
  onClose: () => void
}

const framesToSettle = 10

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** Finds words in the whole conversation: the browser’s own search sees only what is drawn. */
export function FindBar({ turns, scroller, onShow, onClose }: FindBarProps) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => findInTurns(turns, words), [turns, words])
  const current = found[Math.min(at, found.length - 1)]
  const key = current && turns[current.turn]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another press
  useEffect(() => {
    onShow(current ?? null)
    if (key === undefined || !current) {
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
        const element = [...drawn].find((item) => item.dataset.turn === key)
        place = element && current ? markFound(element, words, current) : null
      }
      if (place) showRange(place)
      if (frames < framesToSettle) frame = requestAnimationFrame(next)
    }
    return () => cancelAnimationFrame(frame)
  }, [key, current?.within, current?.nth, words])
  useEffect(() => forgetFound, [])

  const go = (step: number) => {
    if (found.length > 0)
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    go(event.shiftKey ? -1 : 1)
  }
  const place = found.length === 0 ? 0 : Math.min(at, found.length - 1) + 1
  return (
    <search
      onKeyDown={onEscape(onClose)}
      className="absolute top-2 right-3 z-10 flex items-center gap-1 rounded-md border bg-raised p-1.5 shadow-float"
    >
      <div className="w-44">
        <TextInput
          aria-label="Find in the conversation"
          placeholder="Find"
          autoFocus
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <span role="status" className="min-w-14 text-center text-ink-2 text-sm tabular-nums">
        {words.trim() === '' ? '' : `${place} of ${found.length}`}
      </span>
      <IconButton size="sm" variant="ghost" label="Previous place" onClick={() => go(-1)}>
        <ChevronUp {...icon} />
      </IconButton>
      <IconButton size="sm" variant="ghost" label="Next place" onClick={() => go(1)}>
        <ChevronDown {...icon} />
      </IconButton>
      <IconButton size="sm" variant="ghost" label="Close the search" onClick={onClose}>
        <X {...icon} />
      </IconButton>
    </search>
  )
}
