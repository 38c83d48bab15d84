import { describe, expect, it } from 'vitest'
import { costOf, parsePrices } from './prices.ts'

const file = `currency: EUR
models:
  acme-large:
    input: 3
    output: 15
    cached: 0.3
    reasoning: 20
  acme-*:
    input: 1
    output: 2
  acme-small-*: { input: 0, output: 0 }
`
const tokens = {
  input_tokens: 1_000_000,
  output_tokens: 100_000,
  cached_tokens: 400_000,
  reasoning_tokens: 50_000,
}

describe('what tokens cost', () => {
  it('counts cached and reasoning tokens at their own price, where they have one', () => {
    const prices = parsePrices(file)
    expect(costOf(prices, 'acme-large', tokens)).toBeCloseTo(1.8 + 0.12 + 0.75 + 1)
    expect(costOf(prices, 'acme-medium', tokens)).toBeCloseTo(1 + 0.2)
  })
  it('takes the exact name before the longest beginning; what it does not know has no price', () => {
    const prices = parsePrices(file)
    expect(costOf(prices, 'acme-small-2', tokens)).toBe(0)
    expect(costOf(prices, 'other', tokens)).toBeNull()
    expect(costOf(prices, null, tokens)).toBeNull()
    expect(costOf(prices, 'acme-*', tokens)).not.toBeNull()
  })
})

describe('a price file', () => {
  it('may be JSON', () => {
    const prices = parsePrices('{"currency":"USD","models":{"a":{"input":1,"output":2}}}')
    expect([prices.currency, prices.models.get('a')]).toEqual(['USD', { input: 1, output: 2 }])
  })
  it.each([
    ['currency: euro\nmodels: {}', 'line 1, currency: Name the currency by its three letters'],
    [
      'currency: EUR\nmodels:\n  a:\n    input: -1\n    output: 2',
      'line 4, models › a › input: A price is not below 0.',
    ],
    ['currency: EUR\nmodels:\n  a:\n    input: 1', 'line 4, models › a › output: Write a number.'],
    [
      'currency: EUR\nmodels:\n  a: { input: 1, output: 2, cache: 3 }',
      'line 3, models › a › cache: There is no such field.',
    ],
    [
      'currency: EUR\nmodels:\n  "a*b":\n    input: 1\n    output: 2',
      'Write a name, or what names begin with',
    ],
    ['currency: EUR\nmodels:\n  a: {}\n  a: {}', 'line 4: duplicate key'],
    ['currency: [', 'line 1: '],
    ['', 'line 1, the file: '],
    ['currency: EUR', 'models: Write the models, each with its prices.'],
  ])('%j is refused with its line', (text, words) => {
    expect(() => parsePrices(text)).toThrow(words)
  })
})
