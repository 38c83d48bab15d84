import { expect, it } from 'vitest'
import { expiryOf } from './token-expiry.ts'

const now = new Date('2030-01-31T12:00:00.000Z')
const year = 366 * 24 * 3_600_000
const after = (ms: number) => new Date(now.getTime() + ms)

it.each([
  ['three hours where nothing is said', {}, after(3 * 3_600_000)],
  ['as long as is said', { expires_in: { days: 1, hours: 2, minutes: 3 } }, after(93_780_000)],
  ['at the moment that is said', { expires_at: after(1) }, after(1)],
  ['a year later at most', { expires_at: after(year) }, after(year)],
])('a token lives %s', (_how, request, at) => {
  expect(expiryOf(request, now)).toEqual(at)
})

it.each([
  [{ expires_at: now }, ['body', 'expires_at'], 'This is not in the future.'],
  [{ expires_at: after(-1) }, ['body', 'expires_at'], 'This is not in the future.'],
  [{ expires_at: after(year + 1) }, ['body', 'expires_at'], 'This is more than a year away.'],
  [{ expires_in: {} }, ['body', 'expires_in'], 'This is not in the future.'],
  [{ expires_in: { days: 367 } }, ['body', 'expires_in'], 'This is more than a year away.'],
])('refuses %j', (request, loc, msg) => {
  expect(() => expiryOf(request, now)).toThrow(
    expect.objectContaining({ status: 422, detail: [{ loc, msg, type: 'value_error' }] }),
  )
})

it('names the place of one request among several', () => {
  expect(() => expiryOf({ expires_at: now }, now, ['body', 3])).toThrow(
    expect.objectContaining({
      detail: [expect.objectContaining({ loc: ['body', 3, 'expires_at'] })],
    }),
  )
})
