import { expect, it } from 'vitest'
import { wordQuery, wordsOfRun } from './run-words.ts'

it('takes words without case and accents, each once', () => {
  expect(wordsOfRun(['Refund, the REFUND of order 4411!', null, 'Für Müller'])).toEqual([
    'refund',
    'the',
    'of',
    'order',
    '4411',
    'fur',
    'muller',
  ])
})

it('asks for all words, each by its beginning, and lets nothing else through', () => {
  expect(wordQuery('Refund  ORD')).toBe("'refund':* & 'ord':*")
  expect(wordQuery(`a'b & !c | (d) <-> \\ :*`)).toBe("'a':* & 'b':* & 'c':* & 'd':*")
  expect(wordQuery(' … ')).toBeNull()
})

it('finds what is written without spaces by its characters', () => {
  expect(wordsOfRun(['退款政策abc'])).toEqual(['退款', '款政', '政策', '策', 'abc'])
  expect(wordQuery('款政策')).toBe("'款政':* & '政策':*")
  expect(wordQuery('款')).toBe("'款':*")
})
