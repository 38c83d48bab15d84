import { describe, expect, it } from 'vitest'
import {
  id,
  moment,
  oneOrMore,
  paging,
  queryBoolean,
  queryInteger,
  queryWords,
  timeZone,
} from './query.ts'

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

describe('words of a query', () => {
  const mode = queryWords(['values', 'updates'])

  it.each([
    ['values', 'values'],
    [
      ['values', 'updates'],
      ['values', 'updates'],
    ],
    ['["values","updates"]', ['values', 'updates']],
  ])('%j means %j', (value, meaning) => {
    expect(mode.parse(value)).toEqual(meaning)
  })

  it.each(['"values"', '["values"', '["others"]', 'null', 7])('%j is refused', (value) => {
    const message = mode.safeParse(value).error?.issues[0]?.message
    expect(message).toBe('Write one of values, updates, or a list of these.')
  })
})

it('an empty text is no number, not even where 0 is one', () => {
  for (const text of ['', ' ']) expect(queryInteger(0, 9).safeParse(text).success).toBe(false)
})

it.each([
  ['limit', ['1', '100'], ['0', '101']],
  ['offset', ['0', '9007199254740991'], ['-1', '9007199254740992']],
] as const)('the %s of a list has the published bounds', (name, fine, wrong) => {
  for (const value of fine) expect(paging[name].parse(value)).toBe(Number(value))
  for (const value of wrong) expect(paging[name].safeParse(value).success).toBe(false)
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

it.each([
  ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00.5+02:00', '2030-01-31T10:00:00.500Z'],
  ['2030-01-31t12:00z', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ['1970-01-01', '1970-01-01T00:00:00.000Z'],
  ['2030-01-31T12:00:00', null],
  ['2030-13-01', null],
  ['1969-12-31', null],
  ['+275760-09-13', null],
  ['1', null],
  ['soon', null],
  ['', null],
])('“%s” is the moment %s', (text, expected) => {
  const parsed = moment.safeParse(text)
  expect(parsed.success ? parsed.data.toISOString() : null).toBe(expected)
})

it.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Mars/Olympus', false],
  ['+02:00', false],
  ["UTC'; --", false],
  ['', false],
])('“%s” is a time zone: %s', (name, isKnown) => {
  expect(timeZone.safeParse(name).success).toBe(isKnown)
})

it('one value is a list of one, and each of a list is checked', () => {
  const ids = oneOrMore(id)
  const good = '11111111-1111-4111-8111-111111111111'
  expect(ids.parse(good)).toEqual([good])
  expect(ids.parse([good, good])).toEqual([good, good])
  expect(ids.safeParse([good, 'x']).error?.issues[0]?.path).toEqual([1])
  expect(ids.safeParse(Array(201).fill(good)).success).toBe(false)
})
