import { describe, expect, it } from 'vitest'
import { id, queryBoolean, queryInteger } from './query.ts'

describe('a query boolean', () => {
  it.each([
    ...['true', 'TRUE', '1', 'yes', 'on', true].map((value) => [value, true] as const),
    ...['false', 'False', '0', 'no', 'off', '', false].map((value) => [value, false] as const),
  ])('%j means %j', (value, meaning) => {
    expect(queryBoolean.parse(value)).toBe(meaning)
  })

  it.each(['maybe', '2', ' true', 'null'])('“%s” is refused', (value) => {
    const message = queryBoolean.safeParse(value).error?.issues[0]?.message
    expect(message).toBe('Write true or false.')
  })
})

describe('a query integer', () => {
  const limit = queryInteger(1, 100)

  it.each([
    ['1', 1],
    ['100', 100],
    [50, 50],
    ['007', 7],
  ])('%j means %i', (value, meaning) => {
    expect(limit.parse(value)).toBe(meaning)
  })

  it.each(['0', '101', '1.5', '', ' ', 'ten', 'NaN', 'Infinity', -1])('%j is refused', (value) => {
    const message = limit.safeParse(value).error?.issues[0]?.message
    expect(message).toBe('Write a whole number from 1 to 100.')
  })
})

describe('an id', () => {
  it.each([
    '01900000-0000-7000-8000-000000000001',
    'ABCDEF00-1111-4222-9333-444444444444',
    '1f1e5550-0834-65e0-8001-2d25249d5822',
  ])('may be %s', (value) => {
    expect(id.safeParse(value).success).toBe(true)
  })

  it.each(['', 'abc', '01900000-0000-7000-8000-00000000000', '../../etc'])(
    'may not be “%s”',
    (value) => {
      expect(id.safeParse(value).success).toBe(false)
    },
  )
})
