import { expect, it } from 'vitest'
import { findInJson } from './find-in-json.ts'

const value = { messages: [{ type: 'human', content: 'Hello There' }], done: false, count: 3 }

it('finds names and values in whatever case, in their order, with the whole path', () => {
  expect(findInJson(value, 'there', 10)).toEqual([
    { path: 'messages[0].content', text: '"Hello There"' },
  ])
  expect(findInJson(value, 'E', 10).map(({ path }) => path)).toEqual([
    'messages',
    'messages[0].type',
    'messages[0].content',
    'done',
  ])
  expect(findInJson(value, '3', 10)).toEqual([{ path: 'count', text: '3' }])
})

it('stops after as many as asked for', () => {
  const many = Array.from({ length: 1000 }, () => 'x')
  expect(findInJson(many, 'x', 5)).toHaveLength(5)
})
