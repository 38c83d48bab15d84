import { expect, it } from 'vitest'
import {
  addCounts,
  closingLine,
  countPlaywright,
  countVitest,
  failuresPlaywright,
  failuresVitest,
  withExitCode,
} from './results.mjs'

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

it('names what failed in vitest, with what was said of it', () => {
  const tests = [
    { status: 'passed', fullName: 'a sum is right', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'a sum is wrong',
      failureMessages: ['expected 2 to be 3\n  at a'],
    },
  ]
  const testResults = [
    { status: 'failed', name: 'sum.test.ts', assertionResults: tests },
    { status: 'failed', name: 'no.test.ts', message: 'no such module', assertionResults: [] },
  ]
  expect(failuresVitest({ testResults })).toEqual([
    '✗ sum.test.ts › a sum is wrong\n    expected 2 to be 3\n      at a',
    '✗ no.test.ts\n    no such module',
  ])
})

it('names what failed in Playwright, without the colours, and what failed outside of its tests', () => {
  const spec = (title: string, ok: boolean, message: string) => ({
    title,
    ok,
    file: 'page.spec.ts',
    tests: [{ results: [{ error: { message } }] }],
  })
  const suites = [
    {
      specs: [spec('opens', true, '')],
      suites: [{ specs: [spec('closes', false, '\u001b[31mnot closed\u001b[39m')] }],
    },
  ]
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }
  expect(failuresPlaywright({ stats, errors: [{ message: 'no browser' }], suites })).toEqual([
    '✗ outside of any test\n    no browser',
    '✗ page.spec.ts › closes\n    not closed',
  ])
})
