import { expect, it } from 'vitest'
import { jsonb, jsonbText } from './jsonb.ts'

it('replaces what a jsonb column refuses and leaves the rest as it is', () => {
  expect(jsonb({ text: 'a\u0000b\u0000\u0000' })).toBe('{"text":"a\\ufffdb\\ufffd\\ufffd"}')
  expect(jsonb(['\ud800x', '\udc00', '😀'])).toBe('["\\ufffdx","\\ufffd","😀"]')
  expect(jsonb({ path: 'C:\\u0000' })).toBe('{"path":"C:\\\\u0000"}')
  expect(jsonbText('"\\\\\\u0000"')).toBe('"\\\\\\ufffd"')
  expect(jsonb('\u0007')).toBe('"\\u0007"')
})

it('keeps absence as null', () => {
  expect(jsonb(null)).toBeNull()
  expect(jsonb(undefined)).toBeNull()
})
