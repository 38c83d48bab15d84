import { expect, it } from 'vitest'
import { fitsPattern, SlowPatternError } from './typed-pattern.ts'

it.each([
  ['^\\d+$', '4411', '', true],
  ['^\\d+$', 'x', '', false],
  ['TEA', 'some tea', 'i', true],
  ['(?<=€)84(?!\\d)', 'It costs €84.', '', true],
  ['^(.)(.).*\\2\\1$', 'ab…ba', 'su', true],
] as const)('%s fits %s with “%s”: %s', (pattern, text, flags, fits) => {
  expect(fitsPattern(pattern, text, flags)).toBe(fits)
})

it.each([
  ['^.*(a+)+\\*\\. $', 'a'.repeat(34)],
  ['^(a|aa)+$', `${'a'.repeat(80)}b`],
  ['(.*)*x', 'y'.repeat(60)],
])('%s is given up on a text that it takes too long for', (pattern, text) => {
  expect(() => fitsPattern(pattern, text)).toThrow(SlowPatternError)
  expect(() => fitsPattern(pattern, 'short')).not.toThrow()
})

it('what is no pattern is said, and reaches nothing of the server', () => {
  expect(() => fitsPattern('(', 'x')).toThrow(/Invalid regular expression/)
  expect(fitsPattern('process', "this.constructor.constructor('return process')()")).toBe(true)
})
