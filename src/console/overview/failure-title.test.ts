import { expect, it } from 'vitest'
import { failureTitle } from './failure-title.ts'

it('a run without a reason has not timed out, unless that is what its server says', () => {
  expect(failureTitle({ status: 'error', error: 'It broke' })).toBe('It broke')
  expect(failureTitle({ status: 'error', error: null })).toBe('Failed')
  expect(failureTitle({ status: 'timeout' })).toBe('Timed out')
})
