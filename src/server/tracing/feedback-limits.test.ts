import { describe, expect, it } from 'vitest'
import type { FeedbackSubmission } from '../../contract/tracing/feedback.ts'
import type { FeedbackConfig } from '../../contract/tracing/feedback-tokens.ts'
import { checkLimits, checkSize } from './feedback-limits.ts'

/** Which field of a submission is refused, with what status; null when it may be. */
function refused(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    const { status, detail } = error as { status: number; detail: string | { loc: string[] }[] }
    return `${status} ${typeof detail === 'string' ? detail : detail[0]?.loc.join('.')}`
  }
}

function nested(levels: number): Record<string, unknown> {
  return levels === 1 ? {} : { in: nested(levels - 1) }
}

describe('the size of what a person says', () => {
  it.each<[string, FeedbackSubmission, string | null]>([
    ['nothing', {}, null],
    ['64 levels', { correction: nested(64) }, null],
    ['65 levels', { correction: nested(65) }, '422 body.correction'],
    ['65 levels in lists', { metadata: { in: [nested(63)] } }, '422 body.metadata'],
    ['256 KiB as JSON', { correction: 'x'.repeat(256 * 1024 - 2) }, null],
    [
      'a byte more',
      { correction: 'x'.repeat(256 * 1024 - 1) },
      '413 The correction is larger than 256 KiB.',
    ],
    ['20,000 characters', { value: 'x'.repeat(20_000) }, null],
    ['a character more', { value: 'x'.repeat(20_001) }, '422 body.value'],
    ['a number', { value: 30_000 }, null],
  ])('%s', (_what, submission, answer) => {
    expect(refused(() => checkSize(submission))).toBe(answer)
  })
})

describe('what the maker of a token allows', () => {
  const words: FeedbackConfig = { type: 'freeform' }
  const range: FeedbackConfig = { type: 'continuous', min: -1, max: 1 }
  const none: FeedbackConfig = { type: 'continuous', min: null, max: null }
  const open: FeedbackConfig = { type: 'continuous' }
  const named: FeedbackConfig = { type: 'categorical', categories: [{ value: 0, label: 'bad' }] }
  const list: FeedbackConfig = {
    type: 'categorical',
    categories: [{ value: 0, label: 'bad' }, { value: 1 }],
  }
  it.each<[string, FeedbackConfig, FeedbackSubmission, string | null]>([
    ['words', words, { value: 'good', comment: 'yes' }, null],
    ['no score beside words', words, { score: 0 }, '422 body.score'],
    ['no number as words', words, { value: 1 }, '422 body.value'],
    ['nothing', words, { score: null, value: null }, null],
    ['the lower bound', range, { score: -1 }, null],
    ['the upper bound', range, { score: true }, null],
    ['less', range, { score: -1.1 }, '422 body.score'],
    ['more', range, { score: 1.1 }, '422 body.score'],
    ['no score in a range', range, { value: 'x' }, null],
    ['no score where 0 is too little', { type: 'continuous', min: 1 }, { value: 'x' }, null],
    ['any score without bounds', open, { score: -1e9 }, null],
    ['any score where both bounds are null', none, { score: -1 }, null],
    ['any high one as well', none, { score: 1 }, null],
    [
      'a value where no category is listed',
      { type: 'categorical' },
      { value: 'x' },
      '422 body.value',
    ],
    ['a score without categories', open, { score: 7, value: 'any' }, null],
    ['the number of a category', named, { score: false }, null],
    ['the number alone', named, { score: 0, value: null }, null],
    ['another number', list, { score: 2 }, '422 body.score'],
    ['a label', list, { value: 'bad' }, null],
    ['the number of a category as a value', list, { value: '1' }, null],
    ['another label', list, { value: 'worse' }, '422 body.value'],
    // As a number it would be 0.
    ['an empty label', list, { value: '' }, '422 body.value'],
    ['nothing of a list', list, { score: null, value: null, comment: 'x' }, null],
  ])('%s', (_what, config, submission, answer) => {
    expect(refused(() => checkLimits(config, submission))).toBe(answer)
  })

  it.each([
    [range, { score: 2 }, 'The score must be from -1 to 1.'],
    [{ type: 'continuous', min: 0 } as const, { score: -1 }, 'The score must be from 0 to ∞.'],
    [{ type: 'continuous', max: 0 } as const, { score: 1 }, 'The score must be from −∞ to 0.'],
    [list, { score: 5 }, 'The score must be one of 0, 1.'],
    [list, { value: 'x' }, 'The value must be one of bad, 1.'],
  ])('says what would be allowed by %j', (config, submission, sentence) => {
    expect(() => checkLimits(config, submission)).toThrow(sentence)
  })
})
