import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson, writeJson } from './exact-json.ts'

it('C1: a whole number beyond 2^53 is written as it was read, wherever it stands', () => {
  const text =
    '{"id":9007199254740993,"list":[-12345678901234567890,{"more":[1,9007199254740995]}]}'
  expect(writeJson(parseJson(text))).toBe(text)
  expect(parseJson('9007199254740993')).toBe(9007199254740993n)
  for (const digits of [String(2n ** 60n), String(2n ** 70n), '9'.repeat(30), `-${2n ** 63n}`]) {
    expect(writeJson(parseJson(digits))).toBe(digits)
  }
})

it('what a number holds stays a number, however it is written', () => {
  for (const text of [
    '9007199254740992',
    '12345678901234567000',
    '1500000000000000000000',
    '0.12345678901234567',
    '1e21',
  ]) {
    expect([text, parseJson(text)]).toEqual([text, Number(text)])
  }
  expect(parseJson('"12345678901234567890"')).toBe('12345678901234567890')
})

it('is read as JSON.parse reads it: the last of two keys, own keys of any name, the same errors', () => {
  const digits = '12345678901234567890'
  expect(parseJson(`{"a":${digits},"a":1}`)).toEqual({ a: 1 })
  const odd = parseJson(`{"__proto__":{"a":${digits}}}`) as object
  expect(Object.getPrototypeOf(odd)).toBe(Object.prototype)
  expect(Object.keys(odd)).toEqual(['__proto__'])
  for (const bad of [
    `{"a":${digits}`,
    `[${digits},]`,
    `${digits} x`,
    `[01234567890123456789]`,
    `{${digits}:1}`,
    `[${digits}.]`,
  ]) {
    expect(() => parseJson(bad)).toThrow(SyntaxError)
  }
})

it('what has no form in JSON is written as JSON.stringify does, beside a bigint as well', () => {
  const odd = { at: new Date(0), no: undefined, list: [undefined, Number.NaN, () => 1], text: '"' }
  expect(writeJson(odd)).toBe(JSON.stringify(odd))
  expect(writeJson({ ...odd, n: 9007199254740993n })).toBe(
    `${JSON.stringify(odd).slice(0, -1)},"n":9007199254740993}`,
  )
  expect(writeJson(undefined)).toBe('null')
  expect(writeJson({ n: 9007199254740993n }, 2)).toBe('{\n  "n": 9007199254740993\n}')
  // A text is no number, whatever stands in it.
  const text = { a: ['12345678901234567890', '\u0000whole 9 '], n: 9007199254740993n }
  expect(parseJson(writeJson(text))).toEqual(text)
  const round: Record<string, unknown> = { n: 9007199254740993n }
  round.self = round
  expect(() => writeJson(round)).toThrow()
})

it('any JSON comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.bigInt(), (value, big) => {
      const text = `{"value":${JSON.stringify(value)},"id":${big}}`
      expect(writeJson(parseJson(text))).toBe(text)
    }),
    { seed: 20_310_101, numRuns: 500 },
  )
})
