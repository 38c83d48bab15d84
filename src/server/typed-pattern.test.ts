import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fitsPattern, SlowPatternError } from './typed-pattern.ts'

it.each([
  ['^\\d+$', '4411', '', true],
  ['^\\d+$', 'x', '', false],
  ['TEA', 'some tea', 'i', true],
  ['(?<=€)84(?!\\d)', 'It costs €84.', '', true],
  ['^(.)(.).*\\2\\1$', 'ab…ba', 'su', true],
] as const)('%s fits %s with “%s”: %s', async (pattern, text, flags, fits) => {
  expect(await fitsPattern(pattern, text, flags)).toBe(fits)
})

it.each([
  ['^.*(a+)+\\*\\. $', 'a'.repeat(34)],
  ['^(a|aa)+$', `${'a'.repeat(80)}b`],
  ['(.*)*x', 'y'.repeat(60)],
])('%s is given up on a text that it takes too long for', async (pattern, text) => {
  await expect(fitsPattern(pattern, text)).rejects.toThrow(SlowPatternError)
  await expect(fitsPattern(pattern, 'short')).resolves.toBe(false)
})

it('what is no pattern is said, and reaches nothing of the server', async () => {
  await expect(fitsPattern('(', 'x')).rejects.toThrow(/Invalid regular expression/)
  expect(await fitsPattern('process', "this.constructor.constructor('return process')()")).toBe(
    true,
  )
})

it('33.3.8: all else goes on while a pattern takes too long', async () => {
  let turns = 0
  let isTried = false
  const tried = expect(fitsPattern('^.*(a+)+\\*\\. $', 'a'.repeat(34)))
    .rejects.toThrow(SlowPatternError)
    .finally(() => {
      isTried = true
    })
  while (!isTried) {
    turns += 1
    await nextTurn()
  }
  await tried
  expect(turns).toBeGreaterThan(100)
})
