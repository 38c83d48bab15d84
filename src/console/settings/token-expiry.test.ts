import { expect, it } from 'vitest'
import { tokenExpiry } from './token-expiry.ts'

const now = new Date(2030, 0, 15, 12).getTime()

it('a token ends after so many days, with a day, or not at all', () => {
  expect(tokenExpiry('7', '', now)).toEqual(new Date(now + 7 * 86_400_000))
  expect(tokenExpiry('never', '', now)).toBeNull()
  expect(tokenExpiry('date', '2030-01-15', now)).toEqual(new Date(2030, 0, 15, 23, 59, 59, 999))
})

it('a day that is over, or none, is no end', () => {
  expect(tokenExpiry('date', '2030-01-14', now)).toBeUndefined()
  expect(tokenExpiry('date', '', now)).toBeUndefined()
})
