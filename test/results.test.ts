import { expect, it } from 'vitest'
import { addCounts, closingLine, filesOfPlaywright, filesOfVitest } from './results.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  name: 'sum.test.ts',
  assertionResults: tests.map((outcome) => ({ status: outcome })),
})

const countsOf = (testResults: ReturnType<typeof file>[]) =>
  filesOfVitest({ testResults }).map(({ counts }) => counts)

it('counts the tests of vitest, and a file that could not be loaded as one failure', () => {
  expect(countsOf([file('failed', 'passed', 'failed', 'failed')])).toEqual([
    { passed: 1, failed: 2, skipped: 0 },
  ])
  expect(countsOf([file('passed', 'passed', 'skipped', 'todo')])).toEqual([
    { passed: 1, failed: 0, skipped: 2 },
  ])
  expect(countsOf([file('failed')])).toEqual([{ passed: 0, failed: 1, skipped: 0 }])
})

it('counts a file whose tests passed but whose teardown failed', () => {
  expect(countsOf([file('failed', 'passed')])).toEqual([{ passed: 1, failed: 1, skipped: 0 }])
})

it('adds up a file that was run for two projects', () => {
  expect(countsOf([file('passed', 'passed'), file('failed', 'failed')])).toEqual([
    { passed: 1, failed: 1, skipped: 0 },
  ])
})

const spec = (title: string, status: string, message = '') => ({
  title,
  ok: status !== 'unexpected',
  file: 'page.spec.ts',
  tests: [{ status, results: message === '' ? [] : [{ error: { message } }] }],
})

it('counts the tests of Playwright by file, where flaky is failed', () => {
  const specs = ['expected', 'expected', 'unexpected', 'flaky', 'skipped'].map((status) =>
    spec(status, status),
  )
  const [only] = filesOfPlaywright({ suites: [{ specs }], errors: [] })
  expect(only?.counts).toEqual({ passed: 2, failed: 2, skipped: 1 })
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
  expect(filesOfVitest({ testResults }).flatMap(({ failures }) => failures)).toEqual([
    '✗ sum.test.ts › a sum is wrong\n    expected 2 to be 3\n      at a',
    '✗ no.test.ts\n    no such module',
  ])
})

it('names what failed in Playwright, without the colours', () => {
  const suites = [
    {
      specs: [spec('opens', 'expected')],
      suites: [{ specs: [spec('closes', 'unexpected', '\u001b[31mnot closed\u001b[39m')] }],
    },
  ]
  expect(filesOfPlaywright({ suites, errors: [] })).toEqual([
    {
      file: 'page.spec.ts',
      counts: { passed: 1, failed: 1, skipped: 0 },
      failures: ['✗ page.spec.ts › closes\n    not closed'],
    },
  ])
})
