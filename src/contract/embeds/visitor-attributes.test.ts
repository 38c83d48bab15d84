import { expect, it } from 'vitest'
import { attributesFault } from './visitor-attributes.ts'

it('attributes are few, flat and short, and what is wrong is said in a sentence', () => {
  const many = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]))
  const right = [{}, { name: 'Ann', age: 40, is_new: true, plan: '' }, many(20, 'x')]
  expect(right.map(attributesFault)).toEqual([null, null, null])
  const wrong: [unknown, string][] = [
    ['gold', 'an object'],
    [['gold'], 'an object'],
    [null, 'an object'],
    [{ plan: { name: 'gold' } }, '“plan” must be a text'],
    [{ plan: null }, '“plan” must be a text'],
    [{ age: Number.NaN }, '“age” must be a text'],
    [{ __proto: 1 }, 'no name of an attribute'],
    [{ 'a b': 1 }, 'no name of an attribute'],
    [{ name: 'x'.repeat(501) }, 'longer than 500'],
    [many(21, 'x'), 'at most 20'],
    [many(20, 'x'.repeat(300)), 'longer than 4000'],
  ]
  for (const [value, words] of wrong) expect(attributesFault(value)).toContain(words)
})
