import { expect, it } from 'vitest'
import type { FeedbackGroup } from '../../contract/tracing/feedback.ts'
import { meanText, scoreLines, totalOf, totalsBy } from './score-lines.ts'

const group = (more: Partial<FeedbackGroup>): FeedbackGroup => ({
  count: 1,
  run_count: 1,
  score_count: 1,
  mean_score: 1,
  min_score: 1,
  max_score: 1,
  positive: 1,
  negative: 0,
  neutral: 0,
  comment_count: 0,
  correction_count: 0,
  ...more,
})

const groups = [
  group({ day: '2030-01-02', key: 'score', revision_id: 'a', count: 3, score_count: 3 }),
  group({ day: '2030-01-01', key: 'score', revision_id: 'a', mean_score: -1 }),
  group({ day: '2030-01-02', key: 'score', revision_id: 'b', mean_score: -1 }),
  group({ day: '2030-01-02', key: 'tone', revision_id: null, score_count: 0, mean_score: null }),
]

it('a mean of means weighs each by its scores', () => {
  expect(totalOf(groups.slice(0, 3))).toMatchObject({ count: 5, scoreCount: 5, mean: 0.2 })
  expect(totalOf([]).mean).toBeNull()
})

it('lines have the days with scores, and null on a day without', () => {
  expect(scoreLines(groups, 'revision_id')).toMatchObject({
    days: ['2030-01-01', '2030-01-02'],
    lines: [
      { id: 'a', means: [-1, 1], counts: [1, 3] },
      { id: 'b', means: [null, -1], counts: [0, 1] },
    ],
  })
  expect(scoreLines(groups, 'key').lines.map(({ id, means }) => [id, means])).toEqual([
    ['score', [-1, 0.5]],
  ])
})

it('totals begin with what has the most votes, and know what is unknown', () => {
  expect(totalsBy(groups, 'revision_id').map(({ id, total }) => [id, total.count])).toEqual([
    ['a', 4],
    ['b', 1],
    [null, 1],
  ])
})

it('means read as numbers do', () => {
  expect([0.666, -1, 100, null].map(meanText)).toEqual(['0.67', '−1', '100', '–'])
})
