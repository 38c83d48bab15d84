import { useEffect, useRef, useState } from 'react'
import type { ReviewItem } from '../../../../contract/qa/reviews.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { useMedia } from '../../../../ui/use-media.ts'
import type { KeyAction } from '../judging/review-keys.ts'
import type { SessionJudging } from '../judging/use-judging.ts'
import { nextWords, useReview } from '../judging/use-review.ts'
import { useReviewPresses } from '../judging/use-review-presses.ts'
import { useVisible } from '../judging/use-visible-time.ts'
import { minutesLeft } from '../judging/visible-time.ts'
import { CasePanel } from './case-panel.tsx'
import { Conversation } from './conversation.tsx'
import { Finished } from './finished.tsx'
import { focusAtEnd } from './focus-at-end.ts'
import { DifferencesChoice, GoOnChoice, NarrowPanel, WidePanel } from './judging-panel.tsx'
import { ReviewHeader } from './review-header.tsx'
import { SaveFailure } from './save-state.tsx'
import { TooEarly } from './too-early.tsx'
import { WholeScreen } from './whole-screen.tsx'

// Opened now and then.
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((code) => code.KeysDialog))

type ReviewScreenProps = {
  sessionId: string
  item: ReviewItem
  /** Judging is over. */
  isClosed: boolean
  judging: SessionJudging
}

/** One case: what is read, what is said of it, and the keys for both. */
export function ReviewScreen({ sessionId, item, isClosed, judging }: ReviewScreenProps) {
  const { index } = item
  const { state, outbox, times, said } = judging
  const [finishedAt, setFinishedAt] = useState<number | null>(null)
  const [isMarked, setIsMarked] = useState(true)
  const [hasKeys, setHasKeys] = useState(false)
  const isWide = useMedia('(min-width: 1100px)')
  const note = useRef<HTMLTextAreaElement>(null)
  const correction = useRef<HTMLTextAreaElement>(null)
  const review = useReview(judging, {
    sessionId,
    item,
    isClosed,
    onFinished: () => setFinishedAt(index),
  })
  const isFinished = finishedAt === index
  const judged = Math.max(item.judged, state.saved?.judged ?? 0)

  const savedMs = (item.verdict?.seconds ?? 0) * 1000
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it had when it came; later times contain it
  useEffect(() => times.beginAt(index, savedMs), [index])
  useVisible(times, index)
  useReviewPresses(judging, index, (action) => {
    if (action.do === 'keys') setHasKeys(true)
    else if (!isFinished) act(action)
    else if (action.do === 'back') setFinishedAt(null)
  })
  const act = (action: KeyAction) => {
    switch (action.do) {
      case 'answer':
        return review.answer(action.digit)
      case 'better':
        return review.isPair && review.change({ what: 'better', better: action.better })
      case 'note':
        return focusAtEnd(note.current)
      case 'correction':
        return focusAtEnd(correction.current)
      case 'differences':
        return setIsMarked(!isMarked)
      case 'next':
      case 'back':
      case 'undo':
        return review[action.do]()
    }
  }
  const differences = { isMarked, onMark: () => setIsMarked(!isMarked) }
  const Panel = isWide ? WidePanel : NarrowPanel
  return (
    <WholeScreen>
      <p role="status" aria-label="Review status" className="sr-only">
        {[said, !isFinished && said !== '' && nextWords(review)].filter(Boolean).join(' ')}
      </p>
      {isFinished ? (
        <>
          <Finished
            item={item}
            sessionId={sessionId}
            judged={judged}
            state={state}
            onBack={() => setFinishedAt(null)}
            onOpen={(open) => {
              setFinishedAt(null)
              if (open !== index) review.goTo(open)
            }}
          />
          <SaveFailure state={state} outbox={outbox} index={null} />
        </>
      ) : (
        <>
          <ReviewHeader
            review={review}
            sessionId={sessionId}
            judged={judged}
            minutesLeft={minutesLeft(
              [...new Set(judging.judging.past.map((past) => past.index))].map(times.of),
              item.total - judged,
            )}
            onShowKeys={() => setHasKeys(true)}
          />
          <div
            key={index}
            className="min-h-0 grow max-[1099px]:overflow-y-auto min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_324px] min-[1100px]:grid-rows-[minmax(0,1fr)]"
          >
            <Conversation sessionId={sessionId} review={review} isMarked={isMarked} />
            <CasePanel review={review} sessionId={sessionId} note={note} correction={correction}>
              {isClosed && (
                <Note tone="info" title="The session is closed">
                  Its verdicts are final.
                </Note>
              )}
              {!isWide && (
                <div className="flex flex-wrap items-center gap-x-3">
                  {review.isPair && <DifferencesChoice {...differences} />}
                  <GoOnChoice />
                </div>
              )}
            </CasePanel>
          </div>
          <TooEarly isShown={judging.isTooEarly} />
          <SaveFailure state={state} outbox={outbox} index={index} />
          <Panel
            review={review}
            state={state}
            times={times}
            note={note}
            correction={correction}
            {...differences}
          />
        </>
      )}
      {hasKeys && <KeysDialog isOpen isPair={review.isPair} onClose={() => setHasKeys(false)} />}
    </WholeScreen>
  )
}
