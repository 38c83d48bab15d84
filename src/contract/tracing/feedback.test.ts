import { describe, expect, it } from 'vitest'
import { FeedbackSubmission, submitFeedback, submitFeedbackByGet } from './feedback.ts'

describe('§2.7 a submission', () => {
  it.each([
    {},
    { score: 1 },
    { score: -1, value: 0.5, comment: 'No.', correction: { text: 'Yes.' }, metadata: { a: 1 } },
    { score: false, value: 'good', correction: 'Yes.' },
    { score: null, comment: null },
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
    for (const bad of [
      { score: 'good' },
      { score: '' },
      { score: 'Infinity' },
      { metadata: '{}' },
    ]) {
      expect(query.safeParse(bad).success).toBe(false)
    }
  })

  it('§5.4 carries no credential', () => {
    expect([submitFeedback.auth, submitFeedbackByGet.auth]).toEqual(['none', 'none'])
  })
})
