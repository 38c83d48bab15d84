import { expect, it } from 'vitest'
import { caseOf } from './case-draft.ts'
import { freeKey, keyOfText } from './case-keys.ts'
import { casesOfRows, isFile, isTable, pastedRows, readingWords } from './pasted-rows.ts'

it('reads lines and cells, also those in quotes', () => {
  expect(pastedRows('one\ntwo\r\n\nthree\n')).toEqual([['one'], ['two'], ['three']])
  expect(pastedRows('a\tb\t\n\tc')).toEqual([
    ['a', 'b', ''],
    ['', 'c'],
  ])
  expect(pastedRows('k\t"two\nlines, a ""word"" and\ta tab"\tx')).toEqual([
    ['k', 'two\nlines, a "word" and\ta tab', 'x'],
  ])
  expect(pastedRows('say "hello" now\t"open')).toEqual([['say "hello" now', '"open']])
  expect(pastedRows(' \n\t\n')).toEqual([])
})

it('one cell is no table, and a file is more than the table takes', () => {
  expect([isTable('one line\n'), isTable('a\tb'), isTable('a\nb')]).toEqual([false, true, true])
  expect(isFile([['Input', 'expected'], ['a']])).toBe(true)
  expect(isFile([['a'], ['1', '2', '3', '4', '5']])).toBe(true)
  expect(isFile([['a', 'b', 'c', 'd'], ['e']])).toBe(false)
})

it('makes cases of rows in the order of the columns, with keys of their own', () => {
  const made = casesOfRows(
    [
      ['Where is my order?'],
      ['Where is my order?', 'Names the day'],
      ['late', 'It is late.', 'Says sorry', 'order, mood'],
      ['not a key', 'Hm', ''],
      ['日本', ''],
    ],
    ['late', 'where-is-my-order'],
  ).map((draft) => caseOf(draft).value)
  expect(
    made.map(({ key, turns, expected, tags }) => [
      key,
      turns[0]?.do === 'send' && turns[0].text,
      expected,
      tags,
    ]),
  ).toEqual([
    ['where-is-my-order-2', 'Where is my order?', '', []],
    ['where-is-my-order-3', 'Where is my order?', 'Names the day', []],
    ['late-2', 'It is late.', 'Says sorry', ['order', 'mood']],
    ['not-a-key', 'Hm', '', []],
    ['case', '日本', '', []],
  ])
})

it('takes the first of three columns for the message where no row has a key there, and says so', () => {
  const sentences = [
    ['Where is my order?', 'Names the day', 'order'],
    ['It is late.', 'Says sorry', ''],
  ]
  expect(casesOfRows(sentences, []).map((draft) => caseOf(draft).value)).toMatchObject([
    {
      key: 'where-is-my-order',
      turns: [{ do: 'send', text: 'Where is my order?' }],
      expected: 'Names the day',
      tags: ['order'],
    },
    { key: 'it-is-late', turns: [{ do: 'send', text: 'It is late.' }], expected: 'Says sorry' },
  ])
  expect(readingWords(sentences)).toBe('The columns were read as message, expected and tags.')
  const keyed = [['late', 'It is late.', 'Says sorry']]
  expect(readingWords(keyed)).toBe('The columns were read as key, message and expected.')
  expect(readingWords([['a', 'b'], ['c']])).toBe('The columns were read as message and expected.')
  expect(readingWords([['a'], ['c']])).toBeUndefined()
  // What a fourth column is without a key cannot be told: it is read as a file, which says what it leaves out.
  expect(isFile([['Where is it?', 'Here', 'order', 'more']])).toBe(true)
  // Keys that are left empty are made.
  expect(casesOfRows([['', 'It is late.', 'Says sorry']], [])).toMatchObject([
    { key: 'it-is-late', expected: 'Says sorry' },
  ])
})

it('a key is made of the first words', () => {
  expect(keyOfText('  Refund the lämp from order 4411, please! And more')).toBe(
    'refund-the-lamp-from-order-4411',
  )
  expect(keyOfText('a'.repeat(300))).toHaveLength(40)
  expect(freeKey('a', new Set(['a', 'a-2']))).toBe('a-3')
})
