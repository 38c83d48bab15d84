import { expect, it } from 'vitest'
import type { VerdictRow } from '../verdict-row.ts'
import { standingVerdict } from './standing-verdict.ts'

const verdict: VerdictRow = {
  case_index: 0,
  reviewer: 'ana',
  marks: [{ correct: 'pass' }, { correct: 'fail' }],
  better: '0',
  attempt_ids: ['one', 'two'],
  left_target: 1,
  note: 'Too long',
  tags: ['later'],
  correction: 'Short',
  seconds: 4,
  at: new Date(0),
}

it('33: says nothing of an answer whose case was tried again, nor which was better', () => {
  expect(standingVerdict(verdict, new Set(['other']))).toBe(verdict)
  expect(standingVerdict(verdict, new Set(['two']))).toEqual({
    ...verdict,
    marks: [{ correct: 'pass' }, {}],
    better: null,
  })
})

it('33: keeps no word about answers of which none stands', () => {
  const nothing = { better: null, note: '', tags: [], correction: '' }
  expect(standingVerdict(verdict, new Set(['one', 'two']))).toEqual({
    ...verdict,
    ...nothing,
    marks: [{}, {}],
  })
  const single: VerdictRow = { ...verdict, marks: [{ correct: 'pass' }], attempt_ids: ['one'] }
  expect(standingVerdict(single, new Set(['one']))).toEqual({ ...single, ...nothing, marks: [{}] })
})
