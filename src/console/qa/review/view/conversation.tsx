import { useEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { Note } from '../../../../ui/page/note.tsx'
import { useSideSource } from '../../transcript/use-component-source.ts'
import { alignTurns } from '../align/align-turns.ts'
import type { Review } from '../judging/use-review.ts'
import { useWordMarks } from '../words/use-word-marks.ts'
import { EndState } from './end-state.tsx'
import { Turn } from './turn.tsx'

type ConversationProps = {
  sessionId: string
  review: Review
  /** What differs is tinted. */
  isMarked: boolean
}

/** What is to be judged. It has focus when the case comes, so that the keys for scrolling move it. */
export function Conversation({ sessionId, review, isMarked }: ConversationProps) {
  const { item, isPair } = review
  const region = useRef<HTMLElement>(null)
  const [a, b] = item.sides
  const turns = useMemo(
    () => alignTurns(a?.transcript ?? [], b ? (b.transcript ?? []) : null),
    [a, b],
  )
  const sources = {
    a: useSideSource(sessionId, item.index, 'a', a?.state),
    b: useSideSource(sessionId, item.index, 'b', b?.state),
  }
  // It was not gone to: a ring around most of the screen would only be in the way of reading.
  const [isArrival, setIsArrival] = useState(true)
  useEffect(() => region.current?.focus({ preventScroll: true }), [])
  useWordMarks(region, isMarked && isPair)
  return (
    <section
      ref={region}
      data-judged
      aria-label={`${isPair ? 'Both answers' : 'Answer'} to ${item.case_key}, case ${item.place} of ${item.total}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      onBlur={({ currentTarget, target }) => currentTarget === target && setIsArrival(false)}
      className={cx(
        'min-w-0 px-3.5 pb-4 min-[1100px]:overflow-y-auto min-[1100px]:px-5',
        isArrival ? 'focus-visible:outline-none' : 'focus-visible:-outline-offset-2',
      )}
    >
      {!item.is_ready && (
        <div className="pt-3.5">
          <Note tone="info" title="Still running">
            What has ended so far is shown. It can be judged once every answer is there.
          </Note>
        </div>
      )}
      {turns.map((turn, at) => (
        <Turn
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no identity but their place
          key={at}
          turn={turn}
          number={at + 1}
          count={turns.length}
          sides={item.sides}
          sources={sources}
        />
      ))}
      <EndState sides={item.sides} isMarked={isMarked} />
    </section>
  )
}
