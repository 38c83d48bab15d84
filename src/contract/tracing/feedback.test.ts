import { describe, expect, it } from 'vitest'
import {
  exportFeedback,
  FeedbackSubmission,
  feedbackGroupings,
  listFeedback,
  scoreSigns,
  submitFeedback,
  submitFeedbackByGet,
  summarizeFeedback,
} from './feedback.ts'

describe('§2.7 a submission', () => {
  it.each([
    {},
    { score: 1 },
    { score: -1, value: 0.5, comment: 'No.', correction: { text: 'Yes.' }, metadata: { a: 1 } },
    { score: false, value: 'good', correction: 'Yes.' },
    { score: null, comment: 'x'.repeat(20_000) },
  ])('may be %j', (body) => {
    expect(FeedbackSubmission.parse(body)).toEqual(body)
  })

  it.each([
    { score: '1' },
    { comment: 7 },
    { comment: 'x'.repeat(20_001) },
    { correction: [1] },
    { metadata: 'x' },
    { stars: 5 },
  ])('may not be %j', (body) => {
    expect(FeedbackSubmission.safeParse(body).success).toBe(false)
  })

  it('§4.3 by GET is text, and has no metadata', () => {
    const { query } = submitFeedbackByGet
    const asked = { score: '-1', value: 'good', comment: '', correction: '{"a":1}' }
    expect(query.parse(asked)).toEqual({ ...asked, score: -1 })
    expect(query.parse({ score: 1 })).toEqual({ score: 1 })
    expect(query.parse({ score: 'null' })).toEqual({ score: null })
    for (const [text, score] of [
      ['1e-2', 0.01],
      ['-.5', -0.5],
      ['+3.', 3],
    ]) {
      expect(query.parse({ score: text })).toEqual({ score })
    }
    for (const bad of [
      { score: 'good' },
      { score: '' },
      { score: 'Infinity' },
      { score: '0x10' },
      { score: '1_000' },
      { metadata: '{}' },
    ]) {
      expect(query.safeParse(bad).success).toBe(false)
    }
  })

  it('§5.4 carries no credential', () => {
    expect([submitFeedback.auth, submitFeedbackByGet.auth]).toEqual(['none', 'none'])
  })
})

it('a token has from 1 to 200 characters', () => {
  const isToken = (length: number) =>
    submitFeedback.params.safeParse({ token_id: 'x'.repeat(length) }).success
  expect([0, 1, 200, 201].map(isToken)).toEqual([false, true, true, false])
})

it('votes are chosen and counted by these words', () => {
  expect(scoreSigns).toEqual(['positive', 'negative', 'neutral'])
  expect(feedbackGroupings).toEqual(['deployment_id', 'revision_id', 'key', 'day'])
  for (const level of ['run', 'session']) {
    expect(listFeedback.query.parse({ level })).toEqual({ level })
  }
  for (const format of ['jsonl', 'csv']) {
    expect(exportFeedback.query.parse({ format })).toEqual({ format })
  }
  const group_by = [...feedbackGroupings]
  expect(summarizeFeedback.query.parse({ group_by })).toEqual({ group_by })
  expect(listFeedback.query.safeParse({ level: 'thread' }).success).toBe(false)
})
