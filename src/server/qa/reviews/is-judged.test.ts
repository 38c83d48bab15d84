import { expect, it } from 'vitest'
import type { VerdictRow } from '../verdict-row.ts'
import { isJudged, saysAnything } from './is-judged.ts'

const verdict = (more: Partial<VerdictRow>): VerdictRow => ({
  case_index: 0,
  reviewer: 'ana',
  marks: [{}, {}],
  better: null,
  attempt_ids: [],
  left_target: 0,
  note: '',
  tags: [],
  correction: '',
  seconds: 1,
  at: new Date(0),
  ...more,
})
const rubric = ['correct', 'tone'].map((key) => ({ key, label: key, kind: 'pass' as const }))

it('asks of two targets which is better, whatever the rubric', () => {
  const two = { targets: [1, 2], rubric }
  const marks: VerdictRow['marks'] = [{ correct: 'pass', tone: 'pass' }, { correct: 'pass' }]
  expect(isJudged(verdict({ marks }), two)).toBe(false)
  expect(isJudged(verdict({ better: 'bad' }), two)).toBe(true)
})

it('asks of one target every item of the rubric, and a note where there is none', () => {
  const one = { targets: [1], rubric }
  expect(isJudged(verdict({ marks: [{ correct: 'pass' }] }), one)).toBe(false)
  expect(isJudged(verdict({ marks: [{ correct: 'pass', tone: 'fail' }] }), one)).toBe(true)
  expect(isJudged(verdict({ marks: [{}], note: ' ' }), { ...one, rubric: [] })).toBe(false)
  expect(isJudged(verdict({ marks: [{}], note: 'Good' }), { ...one, rubric: [] })).toBe(true)
})

it('33.3.2: tells a verdict that says anything from one that was taken back', () => {
  expect(saysAnything(verdict({}))).toBe(false)
  expect(saysAnything(verdict({ note: ' ', correction: '\n' }))).toBe(false)
  const said: Partial<VerdictRow>[] = [
    { marks: [{}, { tone: 3 }] },
    { better: 'tie' },
    { note: 'Odd' },
    { correction: 'No' },
    { tags: ['later'] },
  ]
  for (const more of said) expect(saysAnything(verdict(more))).toBe(true)
})
