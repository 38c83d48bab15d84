import { Button } from '../../../../ui/controls/button.tsx'
import { Checkbox } from '../../../../ui/controls/checkbox.tsx'
import { Kbd } from '../../../../ui/controls/kbd.tsx'
import { formatLiveDuration } from '../../../../ui/format/format-duration.ts'
import { useNow } from '../../../../ui/format/use-now.ts'
import { store, useStored } from '../../../shell/stored.ts'
import { goesOnKey, type Review } from '../judging/use-review.ts'
import type { VisibleTimes } from '../judging/use-visible-time.ts'
import type { OutboxState } from '../saving/outbox.ts'
import { BetterAnswerChoice } from './better-answer.tsx'
import { focusAtEnd } from './focus-at-end.ts'
import { NarrowRubric, WideRubric } from './rubric.tsx'
import { SaveState } from './save-state.tsx'
import type { Field } from './verdict-words.tsx'

type PanelProps = {
  review: Review
  state: OutboxState
  times: VisibleTimes
  note: Field
  correction: Field
  isMarked: boolean
  onMark: () => void
}

const shadow = 'shadow-[0_-6px_20px_oklch(0.2_0.02_265/0.05)]'

/** Where it is judged, for a screen with room: always in view, below what is read. */
export function WidePanel({ review, state, times, isMarked, onMark }: PanelProps) {
  const { item, isPair } = review
  return (
    <section
      aria-label="Judging"
      className={`z-1 grid flex-none grid-cols-[minmax(0,1fr)_324px] border-line-strong border-t bg-raised ${shadow}`}
    >
      <WideRubric review={review} />
      <div className="flex flex-col justify-center gap-1.5 border-l bg-bg px-[18px] py-2 text-sm">
        <div className="flex items-center">
          <span className="grow">
            <SaveState state={state} savedAt={item.saved_at ?? null} />
          </span>
          <Undo review={review} />
        </div>
        <div className="flex items-center">
          <span className="grow">
            <GoOnChoice />
          </span>
          {isPair && <DifferencesChoice isMarked={isMarked} onMark={onMark} />}
        </div>
        {!isPair && <GoOn review={review} times={times} />}
      </div>
      {isPair && (
        <div className="col-span-2 grid grid-cols-subgrid border-t">
          <div className="flex items-center px-5 py-2.5">
            <BetterAnswerChoice review={review} />
          </div>
          <div className="border-l bg-bg px-[18px] py-2.5">
            <GoOn review={review} times={times} />
          </div>
        </div>
      )}
    </section>
  )
}

function GoOn({ review, times }: Pick<PanelProps, 'review' | 'times'>) {
  return (
    <div className="flex items-center gap-3 text-ink-2 text-sm">
      <Button variant="primary" aria-keyshortcuts="J" onClick={review.next}>
        Next case
        <span aria-hidden className="*:border-accent-ink/45 *:bg-transparent *:text-accent-ink">
          <Kbd>J</Kbd>
        </span>
      </Button>
      <TimeHere times={times} index={review.item.index} />
    </div>
  )
}

/** The same for a phone, fixed at its bottom. */
export function NarrowPanel({ review, state, note, correction }: PanelProps) {
  const { item, isPair, judgement } = review
  return (
    <section
      aria-label="Judging"
      className={`z-1 flex-none border-line-strong border-t bg-raised px-3.5 pt-2 pb-2 ${shadow}`}
    >
      <NarrowRubric review={review} />
      {isPair && (
        <div className="pt-1.5">
          <BetterAnswerChoice review={review} isNarrow />
        </div>
      )}
      <div className="-mx-2 flex items-center pt-1.5 text-sm">
        <GoToField field={note} isFilled={judgement.verdict.note !== ''}>
          Note
        </GoToField>
        <GoToField field={correction} isFilled={judgement.verdict.correction !== ''}>
          Correction
        </GoToField>
        <span className="grow" />
        <SaveState state={state} savedAt={item.saved_at ?? null} />
        <Undo review={review} />
      </div>
    </section>
  )
}

type GoToFieldProps = { field: Field; isFilled: boolean; children: string }

function GoToField({ field, isFilled, children }: GoToFieldProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="px-2! text-accent! text-sm"
      onClick={() => focusAtEnd(field.current)}
    >
      {children}
      {isFilled && ' (1)'}
    </Button>
  )
}

function Undo({ review }: { review: Review }) {
  return (
    <Button
      acts
      size="sm"
      variant="ghost"
      aria-keyshortcuts="U"
      disabledReason={
        review.refusal ?? (review.canUndo ? undefined : 'Nothing was changed on this page yet')
      }
      className="text-sm min-[1100px]:-mr-[11px]"
      onClick={review.undo}
    >
      Undo
      <span aria-hidden className="max-[1099px]:hidden">
        <Kbd>U</Kbd>
      </span>
    </Button>
  )
}

/** Whether a case is left as soon as it is judged. */
export function GoOnChoice() {
  const goesOn = useStored(goesOnKey) !== 'no'
  return (
    <Checkbox
      label="Go on after the choice"
      checked={goesOn}
      onChange={({ target }) => store(goesOnKey, target.checked ? null : 'no')}
    />
  )
}

/** Whether words that differ are tinted. */
export function DifferencesChoice({ isMarked, onMark }: Pick<PanelProps, 'isMarked' | 'onMark'>) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={isMarked}
      aria-keyshortcuts="D"
      className="text-sm aria-pressed:bg-accent-soft! aria-pressed:text-ink! min-[1100px]:-mr-[11px]"
      onClick={onMark}
    >
      Differences
      <span aria-hidden className="max-[1099px]:hidden">
        <Kbd>D</Kbd>
      </span>
    </Button>
  )
}

function TimeHere({ times, index }: { times: VisibleTimes; index: number }) {
  useNow('second')
  return <span className="tabular-nums">{formatLiveDuration(times.of(index))} on this one</span>
}
