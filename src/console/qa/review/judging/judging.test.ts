import { expect, it } from 'vitest'
import type { RubricItem } from '../../../../contract/qa/suites.ts'
import {
  changed,
  changeWords,
  currentRow,
  digitChange,
  emptyVerdict,
  endsCase,
  type Judgement,
  type Judging,
  type JudgingAction,
  type JudgingChange,
  judgingReducer,
} from './judging.ts'
import { rubricRows } from './rubric-rows.ts'

const rubric: RubricItem[] = [
  { key: 'correct', label: 'Correct', kind: 'pass' },
  { key: 'tone', label: 'Tone', kind: 'scale' },
]
const rows = rubricRows(rubric, 2)
const fresh: Judgement = { verdict: emptyVerdict }

/** Presses digits one after the other. */
function press(judgement: Judgement, ...digits: number[]): Judgement {
  return digits.reduce((now, digit) => {
    const change = digitChange(digit, now, rows)
    return change ? changed(now, change, rows) : now
  }, judgement)
}

it('answers A correct, A tone, B correct, B tone with digits', () => {
  const judged = press(fresh, 1, 5, 2, 3)
  expect(judged.verdict).toMatchObject({
    a: { correct: 'pass', tone: 5 },
    b: { correct: 'fail', tone: 3 },
  })
  expect(currentRow(judged, rows)).toBeNull()
})

it('takes no digit that the tinted row has no answer for, nor one after the last row', () => {
  expect(press(fresh, 4)).toBe(fresh)
  const judged = press(fresh, 1, 5, 2, 3)
  expect(press(judged, 1)).toBe(judged)
})

it('answers the row that was chosen, and goes on from there', () => {
  const again = press({ ...press(fresh, 1, 5, 2, 3), row: 0 }, 3)
  expect(again.verdict.a).toEqual({ correct: 'unsure', tone: 5 })
  expect(currentRow(again, rows)).toBe(1)
})

it('begins at the first row without an answer', () => {
  expect(currentRow(fresh, rows)).toBe(0)
  const half = { ...emptyVerdict, a: { correct: 'pass', tone: 4 } }
  expect(currentRow({ verdict: half }, rows)).toBe(2)
})

it('has one side and no better answer where there is one target', () => {
  const single = rubricRows(rubric, 1)
  expect(single.map(({ side, item }) => `${side} ${item.key}`)).toEqual(['a correct', 'a tone'])
  const change: JudgingChange = { what: 'mark', row: 1, value: 4 }
  const half = changed(fresh, { what: 'mark', row: 0, value: 'pass' }, single)
  expect(endsCase({ what: 'mark', row: 0, value: 'pass' }, half, single, false)).toBe(false)
  expect(endsCase(change, changed(half, change, single), single, false)).toBe(true)
})

it('ends a case with the better answer once the rubric is answered, not before', () => {
  const better: JudgingChange = { what: 'better', better: 'a' }
  expect(endsCase(better, changed(fresh, better, rows), rows, true)).toBe(false)
  const judged = changed(press(fresh, 1, 5, 2, 3), better, rows)
  expect(endsCase(better, judged, rows, true)).toBe(true)
  expect(endsCase({ what: 'note', text: 'x' }, judged, rows, true)).toBe(false)
  // The rubric answered after it: the reader may still want to change their mind.
  expect(endsCase({ what: 'mark', row: 3, value: 3 }, judged, rows, true)).toBe(false)
})

it('numbers the words of a choice', () => {
  const choice = rubricRows(
    [{ key: 'why', label: 'Why', kind: 'choice', choices: ['policy', 'tone'] }],
    1,
  )
  expect(digitChange(2, fresh, choice)).toEqual({ what: 'mark', row: 0, value: 'tone' })
  expect(digitChange(3, fresh, choice)).toBeNull()
  expect(changeWords({ what: 'mark', row: 0, value: 'tone' }, choice)).toBe('Why: tone')
})

it('says a change in words', () => {
  expect(changeWords({ what: 'mark', row: 2, value: 'fail' }, rows)).toBe('B, Correct: Fail')
  expect(changeWords({ what: 'better', better: 'bad' }, rows)).toBe('Both bad')
})

const start: Judging = { cases: {}, past: [] }
const run = (...actions: JudgingAction[]) => actions.reduce(judgingReducer, start)
const change = (index: number, before: Judgement, made: JudgingChange): JudgingAction => ({
  do: 'change',
  index,
  before,
  after: changed(before, made, rows),
  what: made.what,
})

it('takes back the last change, of whichever case', () => {
  const pass: JudgingChange = { what: 'mark', row: 0, value: 'pass' }
  const first = change(0, fresh, pass)
  const second = change(1, fresh, { what: 'better', better: 'tie' })
  const both = run(first, second)
  const once = judgingReducer(both, { do: 'undo' })
  expect(once.cases[1]).toEqual(fresh)
  expect(once.cases[0]?.verdict.a).toEqual({ correct: 'pass' })
  const twice = judgingReducer(once, { do: 'undo' })
  expect(twice.cases[0]).toEqual(fresh)
  expect(judgingReducer(twice, { do: 'undo' })).toBe(twice)
})

it('takes back what was typed in one go as one change', () => {
  const note = (text: string): JudgingChange => ({ what: 'note', text })
  const b: Judgement = changed(fresh, note('B'), rows)
  const bs: Judgement = changed(fresh, note('B skips'), rows)
  const typed = run(change(0, fresh, note('B')), change(0, b, note('B skips')))
  expect(judgingReducer(typed, { do: 'undo' }).cases[0]).toEqual(fresh)
  const sealed = [typed]
    .map((judging) => judgingReducer(judging, { do: 'seal' }))
    .map((judging) => judgingReducer(judging, change(0, bs, note('B skips it'))))
  expect(sealed[0] && judgingReducer(sealed[0], { do: 'undo' }).cases[0]?.verdict.note).toBe(
    'B skips',
  )
})

it('forgets what the server did not take', () => {
  const judging = run(change(0, fresh, { what: 'better', better: 'a' }))
  expect(judgingReducer(judging, { do: 'forget', index: 0 })).toEqual(start)
})
