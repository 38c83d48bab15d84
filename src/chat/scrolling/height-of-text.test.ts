import { expect, it } from 'vitest'
import { heightOfText } from './height-of-text.ts'

it('counts the lines of a text, those that are too long for one, and the gaps between paragraphs', () => {
  expect(heightOfText('')).toBe(0)
  expect(heightOfText('One line')).toBe(23)
  expect(heightOfText('One line\n')).toBe(23)
  expect(heightOfText('One\ntwo')).toBe(46)
  expect(heightOfText('One\n\ntwo')).toBe(56)
  expect(heightOfText('a'.repeat(181))).toBe(69)
})
