import { expect, it } from 'vitest'
import { costText, tokensText, unknownCost } from './usage-words.ts'

const counts = { input_tokens: 1_204, output_tokens: 310, cached_tokens: 0, reasoning_tokens: 0 }
const usage = (costs: (number | null)[], currency: string | null = 'EUR') => ({
  ...counts,
  cost: costs.includes(null) ? null : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  currency,
  models: costs.map((cost, index) => ({ ...counts, model: `acme-${index}`, cost })),
})

it('says what is a part of what', () => {
  expect(tokensText(counts)).toBe('1,204 in, 310 out')
  expect(tokensText({ ...counts, cached_tokens: 400, reasoning_tokens: 50 })).toBe(
    '1,204 in (400 cached), 310 out (50 reasoning)',
  )
})

it('never takes an unknown price for none', () => {
  expect(costText(usage([0.0123, 2]))).toBe('€2.01')
  expect(costText(usage([0.000_012]))).toBe('€0.000012')
  expect(costText(usage([0]))).toBe('€0.00')
  expect(costText(usage([null]))).toBe('unknown')
  expect(costText(usage([0.5, null]))).toBe('€0.50 and more')
  expect(unknownCost(usage([0.5, null]))).toBe('There is no price for acme-1.')
  expect(costText(usage([null], null))).toBe('unknown')
  expect(unknownCost(usage([null], null))).toBe('This server knows no prices.')
  expect(unknownCost(usage([1]))).toBeNull()
})
