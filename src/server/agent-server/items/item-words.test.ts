import { expect, it } from 'vitest'
import { wordsOf, wordsToFind } from './item-words.ts'

const value = { text: 'Likes Pizza', tags: [{ name: 'food' }, { name: 'Rome' }], age: 41 }

it.each([
  [null, 'likes pizza\nfood\nrome\n41'],
  [['text'], 'likes pizza'],
  [['tags[*].name'], 'food\nrome'],
  [['tags[1].name', 'age'], 'rome\n41'],
  [['$'], 'likes pizza\nfood\nrome\n41'],
  [['nowhere.else', 'text.length'], ''],
])('the words at %j', (paths, words) => {
  expect(wordsOf(value, paths)).toBe(words)
})

it('a query is its words, each once, in whatever script', () => {
  expect(wordsToFind('Pizza, pizza & Straße? 東京!')).toEqual(['pizza', 'straße', '東京'])
  expect(wordsToFind('?!')).toEqual([])
})
