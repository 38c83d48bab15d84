import { expect, it } from 'vitest'
import { stateDifferences } from './state-differences.ts'

it('names the values that differ, deep within, and counts all', () => {
  const a = { refund: { status: 'approved', amount: 349 }, items: [{ price: 1 }, { price: 2 }] }
  const b = { refund: { status: 'issued', amount: 349 }, items: [{ price: 1 }] }
  expect(stateDifferences(a, b)).toEqual({
    differences: [
      { path: 'refund.status', a: 'approved', b: 'issued' },
      { path: 'items[1].price', a: 2, b: undefined },
    ],
    count: 4,
  })
})

it('leaves the messages out', () => {
  const state = (text: string) => ({ messages: [{ content: text }], done: true })
  expect(stateDifferences(state('one'), state('two'))).toEqual({ differences: [], count: 1 })
})

it('tells an empty value from none', () => {
  expect(stateDifferences({ list: [] }, {}).differences).toEqual([
    { path: 'list', a: [], b: undefined },
  ])
  expect(stateDifferences({}, {})).toEqual({ differences: [], count: 0 })
})
