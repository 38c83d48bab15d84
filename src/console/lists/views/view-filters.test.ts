import { expect, it } from 'vitest'
import { filtersIn, queryOf, readView } from './view-filters.ts'

const names = ['status', 'since', 'text']
const inAddress = (address: string) => {
  const params = new URLSearchParams(address)
  return queryOf(filtersIn((name) => params.get(name), names))
}

it('is the same whatever the order, with what is no filter left out', () => {
  expect(inAddress('text=a+b&since=1h&show=50&status=')).toBe('since=1h&text=a+b')
  expect(inAddress('since=1h&text=%20a%20b')).toBe('since=1h&text=a+b')
  expect(inAddress('show=50')).toBe('')
})

it('passes over what the page no longer knows, and names it', () => {
  expect(readView('mood=bad&since=1h&mood=good&took=1m', names)).toEqual({
    filters: { since: '1h' },
    ignored: ['mood', 'took'],
  })
})
