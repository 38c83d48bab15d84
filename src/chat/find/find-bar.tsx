import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { isComposing } from '../../ui/keys/is-composing.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { onEscape } from '../composer/on-escape.ts'
import type { Turn } from '../conversation/turns.ts'
import { type FoundWords, findInTurns } from './find-in-turns.ts'
import { loadMarkFound } from './load-mark-found.ts'

type FindBarProps = {
  turns: readonly Turn[]
  scroller: () => HTMLElement | null
  /** Brings the turn of a place into view, and unfolds what it stands in. Null: there is none. */
  onShow: (found: FoundWords | null) => void
  onClose: () => void
}

// Its box is there with the press, so that the first keys find it; what marks the words may come a moment later.
const MarkFound = lazyPart(loadMarkFound)

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** Finds words in the whole conversation: the browser’s own search sees only what is drawn. */
export function FindBar({ turns, scroller, onShow, onClose }: FindBarProps) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => findInTurns(turns, words), [turns, words])
  const current = found[Math.min(at, found.length - 1)]
  const key = current && turns[current.turn]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another press
  useEffect(() => onShow(current ?? null), [key, current?.within, current?.nth, words])

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
      <MarkFound turnKey={key} {...{ current, words, scroller }} />
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
