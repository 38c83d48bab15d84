import { expect, it } from 'vitest'
import { jsonDiff } from './json-diff.ts'

it('one more message is one change, whatever else is in the list', () => {
  const first = { id: 'a', content: 'Hi' }
  const added = { id: 'b', content: 'Hello' }
  expect(jsonDiff({ messages: [first] }, { messages: [first, added] })).toEqual([
    { path: 'messages › [1]', kind: 'added', before: undefined, after: added },
  ])
})

it('matches entries by id, so a removed first one does not change the others', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b', n: 1 }]
  expect(jsonDiff([a, b], [{ id: 'b', n: 2 }])).toEqual([
    { path: '[0] › n', kind: 'changed', before: 1, after: 2 },
    { path: '[0]', kind: 'removed', before: a, after: undefined },
  ])
})

it('tells added, removed and changed fields with their path, and nothing for equal values', () => {
  expect(jsonDiff({ a: 1, c: { d: [1] } }, { b: 2, c: { d: [2] } })).toEqual([
    { path: 'a', kind: 'removed', before: 1, after: undefined },
    { path: 'c › d › [0]', kind: 'changed', before: 1, after: 2 },
    { path: 'b', kind: 'added', before: undefined, after: 2 },
  ])
  expect(jsonDiff({ a: { b: [1, null] } }, { a: { b: [1, null] } })).toEqual([])
  expect(jsonDiff('x', { y: 1 })).toEqual([
    { path: '', kind: 'changed', before: 'x', after: { y: 1 } },
  ])
})
