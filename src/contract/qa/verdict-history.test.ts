import { expect, it } from 'vitest'
import { isRevised, type KeptVerdict, verdictChanges } from './verdict-history.ts'

const said = (at: string, more: Partial<KeptVerdict>): KeptVerdict => ({
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
  looked_before: false,
  at,
  ...more,
})
const rubric = [{ key: 'correct', label: 'Correct', kind: 'pass' as const }]
const roles = ['Serving', 'Candidate']

it('says what each save changed, and leaves out those that changed nothing', () => {
  const changes = verdictChanges(
    [
      said('1', { marks: [{ correct: 'pass' }, {}] }),
      said('2', { marks: [{ correct: 'pass' }, {}], seconds: 9 }),
      said('3', { marks: [{ correct: 'fail' }, {}], better: '1', note: 'No.' }),
      said('4', { marks: [{}, {}], better: 'bad', note: 'No.', looked_before: true }),
    ],
    { rubric, roles },
  )
  expect(changes).toEqual([
    {
      at: '1',
      looked_before: false,
      parts: [{ what: 'Correct, Serving', before: null, after: 'pass' }],
    },
    {
      at: '3',
      looked_before: false,
      parts: [
        { what: 'Correct, Serving', before: 'pass', after: 'fail' },
        { what: 'Better', before: null, after: 'Candidate' },
        { what: 'Note', before: null, after: 'No.' },
      ],
    },
    {
      at: '4',
      looked_before: true,
      parts: [
        { what: 'Correct, Serving', before: 'fail', after: null },
        { what: 'Better', before: 'Candidate', after: 'Both bad' },
      ],
    },
  ])
  expect(changes.map(isRevised)).toEqual([false, true, true])
})

it('names no target where there is one', () => {
  const [first] = verdictChanges([said('1', { marks: [{ correct: 'unsure' }] })], {
    rubric,
    roles: ['Target'],
  })
  expect(first?.parts).toEqual([{ what: 'Correct', before: null, after: 'unsure' }])
})
