import { expect, it } from 'vitest'
import type { Feedback } from '../../../../contract/tracing/feedback.ts'
import { expectedOf, tellingVote } from './expected-of-vote.ts'

it('33.3.5: takes the correction and the comment of a vote', () => {
  const comment = 'Too short.'
  expect(expectedOf({ comment, correction: 'In 3 days.' })).toBe('In 3 days.\n\nToo short.')
  expect(expectedOf({ comment, correction: { answer: 'In 3 days.' } })).toBe(
    'In 3 days.\n\nToo short.',
  )
  expect(expectedOf({ correction: { days: 3 } })).toBe('{\n  "days": 3\n}')
  expect(expectedOf({ comment })).toBe('Too short.')
  expect(expectedOf({ comment: ' ' })).toBeUndefined()
})

it('33.3.5: of several votes takes the newest that says something', () => {
  const vote = (id: string, day: number, more: Partial<Feedback> = {}): Feedback => ({
    id,
    run_id: 'run',
    key: 'thumb',
    created_at: `2030-01-0${day}T00:00:00Z`,
    ...more,
  })
  const votes = [
    vote('old', 1, { comment: 'Old' }),
    vote('changed', 2, { comment: 'New', modified_at: '2030-01-05T00:00:00Z' }),
    vote('third', 3, { comment: 'Third' }),
    vote('wordless', 6, { score: 1 }),
  ]
  expect(tellingVote(votes)?.id).toBe('changed')
  expect(tellingVote(votes.slice(3))).toBeUndefined()
})
