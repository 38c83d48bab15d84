import { expect, it } from 'vitest'
import { wireJson } from './wire-json.ts'

it.each<[string, unknown, unknown]>([
  ['a map is an object', new Map([['a', 1]]), { a: 1 }],
  ['a map by objects is its pairs', new Map([[{ id: 1 }, 'a']]), [[{ id: 1 }, 'a']]],
  [
    'names that two keys share are no names',
    new Map<unknown, string>([
      [1, 'a'],
      ['1', 'b'],
    ]),
    [
      [1, 'a'],
      ['1', 'b'],
    ],
  ],
  ['a set is a list', new Set([1, 2]), [1, 2]],
  ['a pattern is its text', /a+/giu, '/a+/giu'],
])('33: %s on the wire', (_name, value, expected) => {
  expect(JSON.parse(wireJson({ value }))).toEqual({ value: expected })
  const circle: Record<string, unknown> = { value }
  circle.self = circle
  expect(JSON.parse(wireJson(circle))).toEqual({ value: expected, self: '[circular]' })
})
