import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { FeedbackToken } from '../../contract/feedback.ts'
import { id } from '../../contract/query.ts'
import { invalidField } from '../http/http-error.ts'

const count = z.optional(z.int().check(z.gte(0), z.lte(100_000)))
const longestMs = 366 * 24 * 3_600_000
const defaultMs = 3 * 3_600_000

const FeedbackConfigRequest = z.strictObject({
  type: z.enum(['continuous', 'categorical', 'freeform']),
  min: z.nullish(z.number()),
  max: z.nullish(z.number()),
  categories: z.nullish(
    z.array(z.strictObject({ value: z.number(), label: z.nullish(z.string()) })),
  ),
})

const TokenRequest = z.strictObject({
  run_id: id,
  feedback_key: z.string().check(z.minLength(1), z.maxLength(128)),
  expires_in: z.nullish(z.strictObject({ days: count, hours: count, minutes: count })),
  expires_at: z.nullish(z.string()),
  feedback_config: z.nullish(FeedbackConfigRequest),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** One object answers one token, a list answers a list. */
export const createFeedbackTokens = endpoint({
  name: 'createFeedbackTokens',
  area: 'tracing',
  method: 'POST',
  path: '/api/v1/feedback/tokens',
  body: z.union([TokenRequest, z.array(TokenRequest).check(z.minLength(1), z.maxLength(100))]),
  response: z.union([FeedbackToken, z.array(FeedbackToken)]),
})

/** When a token ends: as asked, three hours from now if nothing is said. Throws a 422. */
export function expiryOf(request: TokenRequest, now: Date): Date {
  const { expires_at, expires_in } = request
  if (expires_at && expires_in) {
    throw invalidField(['body', 'expires_at'], 'Give expires_in or expires_at, not both.')
  }
  if (expires_at) {
    const at = new Date(expires_at)
    if (Number.isNaN(at.getTime())) {
      throw invalidField(['body', 'expires_at'], 'Write a date and time, as 2030-01-31T12:00:00Z.')
    }
    return within(at, now, 'expires_at')
  }
  if (!expires_in) return new Date(now.getTime() + defaultMs)
  const { days = 0, hours = 0, minutes = 0 } = expires_in
  return within(
    new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000),
    now,
    'expires_in',
  )
}

function within(at: Date, now: Date, field: string): Date {
  const fromNow = at.getTime() - now.getTime()
  if (fromNow <= 0) throw invalidField(['body', field], 'This is not in the future.')
  if (fromNow > longestMs) throw invalidField(['body', field], 'This is more than a year away.')
  return at
}
