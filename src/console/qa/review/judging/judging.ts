import { writeJson } from '../../../../contract/exact-json.ts'
import type { BetterAnswer, Verdict } from '../../../../contract/qa/reviews.ts'
import { firstOpenRow, type RubricRow, rowName } from './rubric-rows.ts'

/** What is changed in a verdict at once. */
export type JudgingChange =
  | { what: 'mark'; row: number; value: string | number }
  | { what: 'better'; better: BetterAnswer }
  | { what: 'note' | 'correction'; text: string }
  | { what: 'tags'; tags: string[] }

/** A case under judgement. */
export interface Judgement {
  readonly verdict: Verdict
  /** The row that a digit answers; null where none is tinted, undefined for the first without an answer. */
  readonly row?: number | null
}

interface Past {
  readonly index: number
  readonly before: Judgement
  readonly what: JudgingChange['what']
  /** More of the same is typed into it. */
  readonly isOpen: boolean
}

/** What was judged since the page was opened, by place of the case, and what can be taken back, the last at the end. */
export interface Judging {
  readonly cases: Readonly<Record<number, Judgement>>
  readonly past: readonly Past[]
}

export type JudgingAction =
  | {
      do: 'change'
      index: number
      before: Judgement
      after: Judgement
      what: JudgingChange['what']
    }
  | { do: 'choose-row'; index: number; before: Judgement; row: number | null }
  /** What is typed next is a change of its own. */
  | { do: 'seal' }
  | { do: 'undo' }
  /** What was judged of it here does not count: the server has the last word. */
  | { do: 'forget'; index: number }

export const emptyVerdict: Verdict = {
  a: {},
  b: {},
  better: null,
  note: '',
  tags: [],
  correction: '',
  seconds: 0,
}

export function judgingReducer(judging: Judging, action: JudgingAction): Judging {
  switch (action.do) {
    case 'change': {
      const { index, before, after, what } = action
      const last = judging.past.at(-1)
      const goesOn = last?.isOpen && last.index === index && last.what === what
      const isOpen = what === 'note' || what === 'correction'
      return {
        cases: { ...judging.cases, [index]: after },
        past: goesOn ? judging.past : [...judging.past, { index, before, what, isOpen }],
      }
    }
    case 'choose-row':
      return {
        ...judging,
        cases: { ...judging.cases, [action.index]: { ...action.before, row: action.row } },
      }
    case 'seal':
      return {
        ...judging,
        past: judging.past.map((one) => (one.isOpen ? { ...one, isOpen: false } : one)),
      }
    case 'undo': {
      const last = judging.past.at(-1)
      if (!last) return judging
      return {
        cases: { ...judging.cases, [last.index]: last.before },
        past: judging.past.slice(0, -1),
      }
    }
    case 'forget': {
      const { [action.index]: _, ...cases } = judging.cases
      return { cases, past: judging.past.filter(({ index }) => index !== action.index) }
    }
  }
}

/** The row that a digit answers now; null where none is. */
export function currentRow({ verdict, row }: Judgement, rows: readonly RubricRow[]): number | null {
  return row === undefined ? firstOpenRow(verdict, rows) : row
}

/** A case after a change of its verdict; the same object where it says nothing new. An answer tints the next row. */
export function changed(
  judgement: Judgement,
  change: JudgingChange,
  rows: readonly RubricRow[],
): Judgement {
  const { verdict } = judgement
  switch (change.what) {
    case 'mark': {
      const row = rows[change.row]
      if (!row) return judgement
      const marks = { ...verdict[row.side], [row.item.key]: change.value }
      const next = change.row + 1 < rows.length ? change.row + 1 : null
      return { verdict: { ...verdict, [row.side]: marks }, row: next }
    }
    case 'better':
      return { ...judgement, verdict: { ...verdict, better: change.better } }
    case 'note':
    case 'correction':
      return { ...judgement, verdict: { ...verdict, [change.what]: change.text } }
    case 'tags':
      return { ...judgement, verdict: { ...verdict, tags: change.tags } }
  }
}

/** Whether everything that is asked of a case has an answer. */
export function isComplete(verdict: Verdict, rows: readonly RubricRow[], isPair: boolean): boolean {
  return firstOpenRow(verdict, rows) === null && (!isPair || verdict.better != null)
}

/** Whether a change was the last one to be expected of its case: which answer is better, or the last row of a single one. */
export function endsCase(
  change: JudgingChange,
  { verdict }: Judgement,
  rows: readonly RubricRow[],
  isPair: boolean,
): boolean {
  const isLast = isPair ? change.what === 'better' : change.what === 'mark'
  return isLast && isComplete(verdict, rows, isPair)
}

/** Whether two verdicts say the same, whatever time they took. */
export function saysSame(one: Verdict, other: Verdict): boolean {
  return writeJson({ ...one, seconds: 0 }) === writeJson({ ...other, seconds: 0 })
}

export const betterWords: Readonly<Record<BetterAnswer, string>> = {
  a: 'A is better',
  b: 'B is better',
  tie: 'Tie',
  bad: 'Both bad',
}

/** A change in words: “A, Correct: Pass”. */
export function changeWords(change: JudgingChange, rows: readonly RubricRow[]): string {
  switch (change.what) {
    case 'mark': {
      const row = rows[change.row]
      const option = row?.options.find(({ value }) => value === change.value)
      return row && option ? `${rowName(row, rows)}: ${option.label}` : ''
    }
    case 'better':
      return betterWords[change.better]
    case 'note':
      return 'Note'
    case 'correction':
      return 'Correction'
    case 'tags':
      return 'Tags'
  }
}

/** What the digit means on the tinted row; null where it means nothing. */
export function digitChange(
  digit: number,
  judgement: Judgement,
  rows: readonly RubricRow[],
): JudgingChange | null {
  const at = currentRow(judgement, rows)
  const option = at === null ? undefined : rows[at]?.options[digit - 1]
  return at === null || !option ? null : { what: 'mark', row: at, value: option.value }
}
