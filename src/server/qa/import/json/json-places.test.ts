import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brokenAt, elementOffsets, offsetAt } from './json-places.ts'

it('finds every value of an object at its place', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      for (const [name, part] of Object.entries(value)) {
        const written = JSON.stringify({ [name]: part }, null, indent)
        const inner = written.slice(offsetAt(written, [name]), -1).trim()
        expect(text.slice(offsetAt(text, [name])).startsWith(inner)).toBe(true)
        expect(JSON.stringify(JSON.parse(inner))).toBe(JSON.stringify(part))
      }
    }),
  )
})

it('finds the elements of a list, and no more than are asked for', () => {
  const text = ' {"a": [ 1,[2, 3] , {"b":"x,]"},\n4]}'
  const start = offsetAt(text, ['a'])
  expect(elementOffsets(text, start, 9).map((at) => text[at])).toEqual(['1', '[', '{', '4'])
  expect(elementOffsets(text, start, 2)).toHaveLength(2)
  expect(text.slice(offsetAt(text, ['a', 2, 'b']))).toMatch(/^"x,]"/)
})

it('stays at the innermost value that is there', () => {
  const text = '{"a": [1], "b": 2}'
  expect(offsetAt(text, ['a', 5, 'c'])).toBe(6)
  expect(offsetAt(text, ['c', 'a'])).toBe(0)
  expect(offsetAt(text, ['b', 'c'])).toBe(16)
})

it('calls a text broken that JSON.parse refuses, and no other', () => {
  const other = fc.constantFrom('', ',', '}', '"', '1', 'x', '\n', '\\')
  fc.assert(
    fc.property(fc.json(), fc.nat(), other, (json, at, piece) => {
      const place = at % (json.length + 1)
      const text = json.slice(0, place) + piece + json.slice(place + 1)
      expect(brokenAt(text) === null).toBe(isJson(text))
    }),
    { numRuns: 1_000 },
  )
})

it.each([
  ['{"a":1,}', 7],
  ['{"a":tru}', 5],
  ['[1, 2', 5],
  ['{"a":"x\ny"}', 7],
  ['{"a":1}x', 7],
  ['"\\x"', 1],
])('says where %j breaks', (text, at) => {
  expect(brokenAt(text)).toBe(at)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
