import { expect, it } from 'vitest'
import type { Feedback } from '../../../contract/tracing/feedback.ts'
import { feedbackOf, judgedIn, notJudged, verdictKey } from './verdict.ts'

const vote = (second: number, part: Partial<Feedback>): Feedback => ({
  id: `${second}`,
  run_id: 'r',
  key: verdictKey,
  created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString(),
  ...part,
})

it('is read as it was written, the newest of its key', () => {
  for (const judged of [
    { verdict: 'pass', note: 'right' },
    { verdict: 'fail', note: '' },
    { verdict: 'unsure', note: 'x' },
    { verdict: null, note: 'only words' },
    notJudged,
  ] as const) {
    const votes = [
      vote(1, { value: 'pass' }),
      vote(9, { ...feedbackOf(judged) } as Partial<Feedback>),
      vote(20, { key: 'user_score', score: -1 }),
    ]
    expect(judgedIn(votes)).toEqual(judged)
  }
  expect(judgedIn([])).toEqual(notJudged)
})

it('is read from the score alone where a server keeps no more', () => {
  expect(judgedIn([vote(1, { score: 1 })]).verdict).toBe('pass')
  expect(judgedIn([vote(1, { score: 0 })]).verdict).toBe('fail')
})
