import { expect, it } from 'vitest'
import { wordsDiffer } from './words-differ.ts'

const answer = (text: string) => [{ step: 'answer' as const, text }]

it('counts the words that only one side has, of both', () => {
  expect(wordsDiffer(answer('one two three'), answer('one  two three'))).toBe(0)
  expect(wordsDiffer(answer('one two three four'), answer('one two five six'))).toBe(0.5)
  expect(wordsDiffer(answer('yes yes'), answer('yes'))).toBeCloseTo(1 / 3)
  expect(wordsDiffer(answer('yes'), answer('no'))).toBe(1)
  expect(wordsDiffer([], [])).toBe(0)
})

it('counts a tool with other arguments, and nothing that the case says itself', () => {
  const tool = (args: unknown) => [
    { step: 'user' as const, text: 'Hello' },
    { step: 'tool' as const, call: { name: 'search', args } },
  ]
  expect(wordsDiffer(tool({ q: 1 }), tool({ q: 1 }))).toBe(0)
  expect(wordsDiffer(tool({ q: 1 }), tool({ q: 2 }))).toBe(1)
})
