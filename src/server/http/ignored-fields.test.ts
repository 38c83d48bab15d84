import { expect, it } from 'vitest'
import { ignoredFieldsText } from './ignored-fields.ts'

it('names each field once, nested ones by their parts, without places in lists', () => {
  const fields = [['a'], ['config', 'b'], ['a'], [0, 'c'], [1, 'c']]
  expect(ignoredFieldsText(fields)).toBe('a, config.b, c')
})

it('encodes whatever a name holds, and is bounded in number and length', () => {
  const nasty = 'x\r\nSet-Cookie: a=1, \u0000ü😀\ud800'
  const encoded = ignoredFieldsText([[nasty]])
  expect(encoded).toMatch(/^[\w%.-]+$/)
  expect(decodeURIComponent(encoded)).toBe(nasty.replace('\ud800', '\ufffd'))
  const long = ignoredFieldsText([['😀'.repeat(5_000)]])
  expect(long.length).toBeLessThanOrEqual(100)
  expect(decodeURIComponent(long)).toMatch(/^(😀)+$/u)
  const many = Array.from({ length: 5_000 }, (_, index) => [`field-${index}-${'x'.repeat(200)}`])
  const text = ignoredFieldsText(many)
  expect(text.length).toBeLessThan(2_200)
  expect(text).toMatch(/field-19-x+, \+4980$/)
})
