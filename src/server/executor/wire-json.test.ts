import { AIMessageChunk } from '@langchain/core/messages'
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

it('38: what JSON has no way of its own for is found wherever it is, and what is told stays as it was', () => {
  const deep = (levels: number, value: unknown): unknown =>
    levels === 0
      ? value
      : levels % 2 === 0
        ? [deep(levels - 1, value)]
        : { in: deep(levels - 1, value) }
  for (const levels of [1, 2, 3, 4, 11, 12, 13, 40]) {
    expect(wireJson(deep(levels, new Set([1])))).toBe(JSON.stringify(deep(levels, [1])))
    expect(wireJson(deep(levels, 'text'))).toBe(JSON.stringify(deep(levels, 'text')))
  }
  const told = { messages: [new AIMessageChunk('hi')], list: [undefined, Number.NaN, () => 1] }
  const before = { ...told, messages: [...told.messages] }
  expect(JSON.parse(wireJson(told))).toMatchObject({
    messages: [{ type: 'ai', content: 'hi' }],
    list: [null, null, null],
  })
  expect(told.messages[0]).toBe(before.messages[0])
  expect(wireJson(undefined)).toBe('null')
})
