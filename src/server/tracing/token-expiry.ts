import type { FeedbackTokenRequest } from '../../contract/tracing/feedback-tokens.ts'
import { invalidField } from '../http/http-error.ts'

const longestMs = 366 * 24 * 3_600_000
const defaultMs = 3 * 3_600_000

/**
 * When a token ends: as asked, three hours from now if nothing is said. Throws a 422 (`location` is
 * that of the request in the body) for what is past or more than a year away.
 */
export function expiryOf(
  request: Pick<FeedbackTokenRequest, 'expires_at' | 'expires_in'>,
  now: Date,
  location: (string | number)[] = ['body'],
): Date {
  const { expires_at, expires_in } = request
  if (expires_at) return within(expires_at, now, [...location, 'expires_at'])
  if (!expires_in) return new Date(now.getTime() + defaultMs)
  const { days = 0, hours = 0, minutes = 0 } = expires_in
  const at = new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000)
  return within(at, now, [...location, 'expires_in'])
}

function within(at: Date, now: Date, location: (string | number)[]): Date {
  const fromNow = at.getTime() - now.getTime()
  if (fromNow <= 0) throw invalidField(location, 'This is not in the future.')
  if (fromNow > longestMs) throw invalidField(location, 'This is more than a year away.')
  return at
}
