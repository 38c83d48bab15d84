import { expect, it } from 'vitest'
import type { Marks } from '../../contract/qa/reviews.ts'
import { markCounts } from './case-outcome.ts'

const rubric = [
  { key: 'correct', label: 'Correct', kind: 'pass' as const },
  { key: 'tone', label: 'Tone', kind: 'scale' as const },
]

it('33.3.2: counts who marked an answer neither as passed nor as failed', () => {
  const marks: Marks[] = [{ correct: 'unsure' }, { tone: 4 }, { correct: 'pass', tone: 1 }, {}]
  expect(markCounts(rubric, marks)).toEqual({ judged: 2, passed: 1, failed: 0, otherwise: 2 })
  expect(markCounts(rubric, [{ correct: 'fail' }])).toMatchObject({ failed: 1, otherwise: 0 })
})
