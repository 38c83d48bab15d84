import type { FeedbackSubmission } from '../../contract/tracing/feedback.ts'
import type { FeedbackConfig } from '../../contract/tracing/feedback-tokens.ts'
import { HttpError, invalidField } from '../http/http-error.ts'

const longestText = 256 * 1024
const mostLevels = 64

/**
 * Anybody with an address can send something: refuses (413, 422) what is out of all proportion for
 * something that a person says.
 */
export function checkSize(submission: FeedbackSubmission): void {
  for (const field of ['correction', 'metadata'] as const) {
    const value = submission[field]
    if (!isWithinLevels(value, mostLevels)) {
      refuse(field, `Objects and lists may stand in each other ${mostLevels} levels deep.`)
    }
    if ((JSON.stringify(value) ?? '').length > longestText) {
      throw new HttpError(413, `The ${field} is larger than 256 KiB.`)
    }
  }
  if (typeof submission.value === 'string' && submission.value.length > 20_000) {
    refuse('value', 'Use at most 20,000 characters.')
  }
}

function isWithinLevels(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.values(value).every((part) => isWithinLevels(part, left - 1))
}

/**
 * Whoever made a token may have limited what is sent with it. Throws a 422 that names the field and
 * says what would be allowed. A boolean score counts as 1 or 0.
 */
export function checkLimits(config: FeedbackConfig, submission: FeedbackSubmission): void {
  const { score, value } = submission
  const number = score === undefined || score === null ? null : Number(score)
  if (config.type === 'freeform') {
    if (number !== null) refuse('score', 'This key takes words, not a score.')
    if (value !== undefined && value !== null && typeof value !== 'string') {
      refuse('value', 'This key takes words only.')
    }
  }
  if (config.type === 'continuous') checkBounds(config, number)
  if (config.type === 'categorical') checkCategory(config, number, value)
}

function checkBounds({ min, max }: FeedbackConfig, number: number | null): void {
  if (number === null) return
  if ((min ?? Number.NEGATIVE_INFINITY) > number || (max ?? Number.POSITIVE_INFINITY) < number) {
    refuse('score', `The score must be from ${min ?? '−∞'} to ${max ?? '∞'}.`)
  }
}

/** A value names a category by its label or its number. */
function checkCategory(
  { categories }: FeedbackConfig,
  number: number | null,
  value: FeedbackSubmission['value'],
): void {
  const known = categories ?? []
  const numbers = known.map((category) => category.value)
  if (number !== null && !numbers.includes(number)) {
    refuse('score', `The score must be one of ${numbers.join(', ')}.`)
  }
  if (value === undefined || value === null) return
  const names = known.map((category) => category.label ?? String(category.value))
  const isKnown = known.some(
    (category) => category.label === value || category.value === Number(value),
  )
  if (!isKnown || value === '') refuse('value', `The value must be one of ${names.join(', ')}.`)
}

function refuse(field: string, message: string): never {
  throw invalidField(['body', field], message)
}
