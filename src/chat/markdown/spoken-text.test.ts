import { expect, it } from 'vitest'
import { spokenText } from './spoken-text.ts'

it('reads words, not marks and addresses', () => {
  expect(
    spokenText('# Refunds\n\nSee **our** [_terms_](https://a.example/x_y) for `order_id`.'),
  ).toBe('Refunds\nSee our terms for order_id.')
})

it('keeps signs that are words: 2 * 3 > 5 and snake_case are no marks', () => {
  expect(spokenText('2 * 3 > 5, in snake_case ~ about')).toBe('2 * 3 > 5, in snake_case ~ about')
})

it('reads lists, tables, quotes and code line by line', () => {
  const text =
    '- one\n- two\n  - three\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n> Hi\n\n```js\nlet a = 1\n```'
  expect(spokenText(text)).toBe('one\ntwo\nthree\na, b\n1, 2\nHi\nlet a = 1')
})

it('reads no rule, also not one that the text ends with', () => {
  expect(spokenText('One\n\n***\n\nTwo\n\n---')).toBe('One\nTwo')
})

it('reads what stands instead of a picture', () => {
  expect(spokenText('![A lamp](https://a.example/lamp.png)')).toBe('A lamp')
})
