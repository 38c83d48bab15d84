import { expect, it } from 'vitest'
import type { DeploymentRuns } from '../../../contract/search/run-summary.ts'
import { summaryOrder, surelyFailed } from './summary-order.ts'

const of = (deployment_id: string, runs: number, failed: number, more = {}): DeploymentRuns => ({
  deployment_id,
  runs,
  ended: runs,
  failed,
  p50_seconds: null,
  p95_seconds: null,
  parts: [],
  ...more,
})
const all = [
  of('busy', 10_000, 3, { p95_seconds: 1 }),
  of('one', 1, 1, { tokens: 5 }),
  of('all fail', 20, 20, { p95_seconds: 9 }),
  of('most fail', 600, 500),
  of('young', 50, 1, { ended: 5 }),
  of('fine', 40, 0, { first_token_seconds: 2 }),
]
const inOrder = (order: Parameters<typeof summaryOrder>[0], byName: string[] = []) =>
  all.toSorted(summaryOrder(order, byName)).map(({ deployment_id }) => deployment_id)

it('33.2.2: the worst come first, by what is sure of them', () => {
  expect(inOrder('worst')).toEqual(['all fail', 'most fail', 'one', 'young', 'busy', 'fine'])
  expect(surelyFailed(0, 0)).toBe(0)
  expect(surelyFailed(1, 1)).toBeCloseTo(0.2065, 3)
})

it('33.2.2: every column is an order', () => {
  expect(inOrder('runs')[0]).toBe('busy')
  expect(inOrder('latency').slice(0, 2)).toEqual(['all fail', 'busy'])
  expect(inOrder('first_token')[0]).toBe('fine')
  expect(inOrder('tokens')[0]).toBe('one')
  expect(inOrder('name', ['fine', 'busy', 'one'])).toEqual([
    'fine',
    'busy',
    'one',
    'most fail',
    'all fail',
    'young',
  ])
})
