import { expect, it } from 'vitest'
import { plainLine } from './plain-line.ts'

it.each([
  ['**Threads › Cancel**\n\nTwo messages never `mix`.', 'Threads › Cancel Two messages never mix.'],
  ['# Title\n- one\n- two\n1. three', 'Title one two three'],
  ['See [the docs](https://example.com/a) now', 'See the docs now'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['a cut **bold', 'a cut bold'],
  ['2 * 3 * 4 and snake_case_name stay', '2 * 3 * 4 and snake_case_name stay'],
  ['Sent.\n\n---', 'Sent.'],
  ['One\n\n* * *\nTwo\n___\n', 'One Two'],
  ['Title\n=====\nText', 'Title Text'],
  ['a --- b and -- c', 'a --- b and -- c'],
  ['*soft* words', 'soft words'],
  ['', ''],
  [
    '{"event":"order.created","order":{"id":4411,"note":"by \\"Ana\\"\\nsoon"}}',
    'event: order.created, order: id: 4411, note: by "Ana" soon',
  ],
  ['[{"event": "order.creat', 'event: order.creat'],
  ['```json\n{"event": "x", "id": 1}\n```', 'event: x, id: 1'],
  ['```json\n{"event": "order.creat', 'event: order.creat'],
  ['{not JSON} at all', '{not JSON} at all'],
  ['[docs](https://example.com) and more', 'docs and more'],
])('plainLine(%j)', (markdown, text) => {
  expect(plainLine(markdown)).toBe(text)
})
