import { useNavigate } from 'react-router-dom'
import type { ReviewItem } from '../../../../contract/qa/reviews.ts'
import { paths } from '../../../paths.ts'
import { useStored } from '../../../shell/stored.ts'
import {
  changed,
  changeWords,
  currentRow,
  digitChange,
  emptyVerdict,
  endsCase,
  isComplete,
  type Judgement,
  type JudgingChange,
  saysSame,
} from './judging.ts'
import { type RubricRow, rowName, rubricRows } from './rubric-rows.ts'
import type { SessionJudging } from './use-judging.ts'

/** A case under review: what is shown of it, and what can be done. */
export interface Review {
  readonly item: ReviewItem
  readonly isPair: boolean
  readonly rows: readonly RubricRow[]
  readonly judgement: Judgement
  /** The row that a digit answers; null where none is. */
  readonly row: number | null
  /** Why nothing can be changed, in a sentence; undefined where it can. */
  readonly refusal: string | undefined
  readonly canUndo: boolean
  readonly change: (change: JudgingChange) => void
  readonly answer: (digit: number) => void
  readonly chooseRow: (row: number) => void
  /** What was typed is a change of its own, and is sent. */
  readonly endTyping: () => void
  readonly undo: () => void
  readonly next: () => void
  readonly back: () => void
  readonly goTo: (index: number) => void
}

/** Where it is kept that a case is left for the next one as soon as it is judged; only `no` says otherwise. */
export const goesOnKey = 'quarterdeck.review-goes-on'

interface ReviewFacts {
  sessionId: string
  item: ReviewItem
  isClosed: boolean
  /** There is no case to go on to. */
  onFinished: () => void
}

/** Puts what the reader does into the judging, sends it, and goes from case to case. */
export function useReview(
  { judging, dispatch, outbox, times, keys, takeKey, say }: SessionJudging,
  { sessionId, item, isClosed, onFinished }: ReviewFacts,
): Review {
  const navigate = useNavigate()
  const goesOn = useStored(goesOnKey) !== 'no'
  const { index } = item
  const isPair = item.sides.length > 1
  const rows = rubricRows(item.rubric, item.sides.length)
  // What has got through is as the server has it: it may have been judged in another window since.
  const isOpen = outbox.getSnapshot().open.includes(index)
  const kept = { verdict: item.verdict ?? emptyVerdict }
  const own = judging.cases[index]
  const judgement = isOpen && own ? own : { ...own, ...kept }
  const row = currentRow(judgement, rows)
  const refusal = isClosed
    ? 'The session is closed: its verdicts are final.'
    : item.is_ready
      ? undefined
      : 'Still running: judge it once every answer is there.'

  const goTo = (to: number) => {
    keys.leave(index)
    navigate(paths.qaReview(sessionId, to), { replace: true })
  }
  const timed = (one: Judgement, at: number) => ({
    ...one.verdict,
    seconds: Math.round(times.of(at) / 1000),
  })
  const goOn = () => {
    const open = item.next_open_index
    const here = open == null ? undefined : judging.cases[open]
    // What is judged here may be on its way; what is only begun is gone on with.
    const isJudged = here && isComplete(here.verdict, rows, isPair)
    if (open == null || open === index || isJudged) onFinished()
    else goTo(open)
  }
  const change = (made: JudgingChange) => {
    takeKey()
    if (refusal) {
      say(refusal)
      return
    }
    const after = changed(judgement, made, rows)
    if (!saysSame(after.verdict, judgement.verdict)) {
      const isTyped = made.what === 'note' || made.what === 'correction'
      dispatch({ do: 'change', index, before: judgement, after, what: made.what })
      const put = isTyped ? outbox.putSoon : outbox.put
      put(index, timed(after, index), changeWords(made, rows))
    } else if (made.what === 'mark') {
      // Said once more: the next row is asked for all the same.
      dispatch({ do: 'choose-row', index, before: judgement, row: after.row ?? null })
    }
    if (goesOn && endsCase(made, after, rows, isPair)) goOn()
  }

  return {
    item,
    isPair,
    rows,
    judgement,
    row,
    refusal,
    canUndo: judging.past.length > 0 && !refusal,
    change,
    answer(digit) {
      const made = digitChange(digit, judgement, rows)
      if (made) change(made)
    },
    chooseRow: (to) => dispatch({ do: 'choose-row', index, before: judgement, row: to }),
    endTyping() {
      dispatch({ do: 'seal' })
      outbox.flush()
    },
    undo() {
      const last = judging.past.at(-1)
      if (!last || refusal) {
        say(refusal ?? 'There is nothing to take back.')
        return
      }
      dispatch({ do: 'undo' })
      outbox.put(last.index, timed(last.before, last.index), 'The last change is taken back')
      if (last.index !== index) goTo(last.index)
    },
    next() {
      if (item.next_index != null) goTo(item.next_index)
      else goOn()
    },
    back() {
      if (item.previous_index != null) goTo(item.previous_index)
    },
    goTo,
  }
}

/** What the next digit answers, in words; empty where it answers nothing. */
export function nextWords({ rows, row, refusal }: Review): string {
  const next = row === null || refusal ? undefined : rows[row]
  return next ? `Next: ${rowName(next, rows)}.` : ''
}
