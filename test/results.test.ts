import { expect, it } from 'vitest'
import { addCounts, closingLine, countPlaywright, countVitest, withExitCode } from './results.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((outcome) => ({ status: outcome })),
})

it('counts the tests of vitest, and a file that could not be loaded as one failure', () => {
  const testResults = [
    file('failed', 'passed', 'failed', 'failed'),
    file('passed', 'passed', 'skipped', 'todo'),
    file('failed'),
  ]
  expect(countVitest({ testResults })).toEqual({ passed: 2, failed: 3, skipped: 2 })
})

it('counts a file whose tests passed but whose teardown failed', () => {
  expect(countVitest({ testResults: [file('failed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

it('counts the tests of Playwright, where flaky is failed and an error outside a test is too', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats, errors: [{ message: 'no browser' }] })).toEqual({
    passed: 5,
    failed: 3,
    skipped: 2,
  })
})

it('never calls a crash or an empty run a success', () => {
  const fine = { passed: 3, failed: 0, skipped: 0 }
  expect(withExitCode(fine, 0)).toEqual(fine)
  expect(withExitCode(fine, 1).failed).toBe(1)
  expect(withExitCode({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1)
  expect(withExitCode({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2)
})

it('ends with one line that adds everything up', () => {
  const sum = addCounts(
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  )
  expect(closingLine(sum)).toBe('11 passed, 22 failed, 33 skipped')
  expect(closingLine({ passed: 4, failed: 0, skipped: 0 })).toBe('4 passed, 0 failed')
})
