import { expect, it } from 'vitest'
import { wordDiff } from './word-diff.ts'

function marked(a: string, b: string) {
  const { a: left, b: right } = wordDiff(a, b)
  return {
    a: left.map(({ from, to }) => a.slice(from, to)),
    b: right.map(({ from, to }) => b.slice(from, to)),
  }
}

it('finds the words that each side has alone', () => {
  expect(marked('I have sent it. I am sorry.', 'Done. I have sent it. Sorry.')).toEqual({
    a: ['I am sorry'],
    b: ['Done.', 'Sorry'],
  })
})

it('marks nothing in texts that differ in white space only', () => {
  expect(marked('one two\n\nthree', 'one  two three ')).toEqual({ a: [], b: [] })
  expect(marked('', '')).toEqual({ a: [], b: [] })
})

it('marks a whole text where the other is empty', () => {
  expect(marked('Hello there', '')).toEqual({ a: ['Hello there'], b: [] })
})

it('does not break what differs at a single word that both happen to have', () => {
  expect(marked('in 3 to 5 working days', 'in 5 to 10 working days')).toEqual({
    a: ['3 to 5'],
    b: ['5 to 10'],
  })
})

it('keeps apart what is two words away', () => {
  expect(marked('red is the colour', 'blue is the paint')).toEqual({
    a: ['red', 'colour'],
    b: ['blue', 'paint'],
  })
})

it('tells words apart that stand without spaces', () => {
  const { a, b } = marked('我今天很高兴', '我今天很难过')
  expect(a.join('')).not.toContain('今天')
  expect(b.join('')).not.toContain('今天')
  expect(a).not.toEqual([])
})

it('takes texts of thousands of different words as wholly different', () => {
  const text = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word}${n}`).join(' ')
  const [a, b] = [text('a'), text('b')]
  expect(wordDiff(a, b)).toEqual({
    a: [{ from: 0, to: a.length }],
    b: [{ from: 0, to: b.length }],
  })
})
