import { expect, it } from 'vitest'
import { changeText, percentText, scaleStart, secondsText, tokensText } from './figures.ts'

it.each([
  [0.94, '94 %'],
  [1, '100 %'],
  [0.999, '99 %'],
  [0, '0 %'],
  [0.001, '1 %'],
])('tells the share %d as %s', (share, text) => expect(percentText(share)).toBe(text))

it.each([
  [412, '0.41 s'],
  [4, '0.00 s'],
  [999, '1.0 s'],
  [2_449, '2.4 s'],
  [9_960, '10 s'],
  [65_000, '1 min 5 s'],
])('tells %d milliseconds as %s', (ms, text) => expect(secondsText(ms)).toBe(text))

it.each([
  [433.4, '433'],
  [9_999.6, '10.0k'],
  [65_010, '65.0k'],
  [1_234_567, '1.2M'],
  [9_000, '9,000'],
])('tells %d tokens as %s', (tokens, text) => expect(tokensText(tokens)).toBe(text))

it('tells a change only where it is worth a word', () => {
  expect(changeText(5_900, 7_800)).toBe('+32 %')
  expect(changeText(100, 80)).toBe('−20 %')
  expect(changeText(100, 104)).toBeNull()
  expect(changeText(0, 5)).toBeNull()
  expect(changeText(null, 5)).toBeNull()
  expect(changeText(5, undefined)).toBeNull()
})

it('has every interval on the scale, and at least a fifth', () => {
  expect(scaleStart([0.738, 0.838])).toBe(0.6)
  expect(scaleStart([0.95])).toBe(0.8)
  expect(scaleStart([0.05])).toBe(0)
  expect(scaleStart([])).toBe(0.8)
})
