import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonTextProblem, maxJsonDepth } from './json-text.ts'

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`

it('counts how deeply objects and lists are nested, and none within texts', () => {
  expect(jsonTextProblem(nested(maxJsonDepth))).toBeNull()
  expect(jsonTextProblem(nested(maxJsonDepth + 2))).toContain('200 levels')
  expect(jsonTextProblem('['.repeat(1_000_000))).toContain('200 levels')
  expect(jsonTextProblem(JSON.stringify({ '[[[': `"\\${'[{'.repeat(500)}\\`, b: [] }))).toBeNull()
})

it.each([
  ['9007199254740993', '9007199254740993'],
  ['{"a":[-12345678901234567890]}', '-12345678901234567890'],
  ['1e309', '1e309'],
  ['{"a":-1E+400}', '-1E+400'],
  [`1${'0'.repeat(400)}`, '100000'],
])('refuses %s, which JSON.parse would change', (text, told) => {
  expect(jsonTextProblem(text)).toContain(told)
})

it('lets through what is kept as it was sent, and texts of any digits', () => {
  for (const text of [
    '9007199254740991',
    '9007199254740992',
    '1e308',
    '0.1234567890123456789',
    '123e-400',
    '{"id":"12345678901234567890","1e999":"1e999"}',
    '"\\"12345678901234567890"',
    '"\\\\", 1',
  ]) {
    expect([text, jsonTextProblem(text)]).toEqual([text, null])
  }
})

it('never refuses what JSON.stringify has written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(jsonTextProblem(JSON.stringify(value))).toBeNull()
    }),
    { seed: 20_300_101, numRuns: 500 },
  )
})
