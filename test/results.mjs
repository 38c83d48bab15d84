// @ts-check
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ status: string, name?: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, ok: boolean, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ errors: { message?: string }[], suites?: PlaywrightSuite[] }} PlaywrightReport
 * @typedef {{ file: string, counts: Counts, failures: string[] }} FileResult what came of one file of tests; each
 *   failure is a heading and the first lines of what was said
 */

/** Of one failure so many lines are repeated at the end: enough for what was expected and what came. */
const LINES_OF_A_FAILURE = 30

/** @param {Counts} a @param {Counts} b @returns {Counts} */
export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }
}

/** @param {string} name @param {string | undefined} message @returns {string} a heading and the first lines below it */
export function failure(name, message) {
  const lines = stripVTControlCharacters(message ?? '')
    .trimEnd()
    .split('\n')
  return [`✗ ${name}`, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `    ${line}`)].join(
    '\n',
  )
}

/** Adds what came of the same file, which may have been run for two projects. @param {FileResult[]} results */
function byFile(results) {
  /** @type {Map<string, FileResult>} */
  const files = new Map()
  for (const { file, counts, failures } of results) {
    const before = files.get(file)
    files.set(file, {
      file,
      counts: before ? addCounts(before.counts, counts) : counts,
      failures: [...(before?.failures ?? []), ...failures],
    })
  }
  return [...files.values()]
}

/**
 * What a vitest JSON report says of each file. One that failed before any of its tests could (an import that
 * throws, say), or after them, counts as one failure.
 * @param {VitestReport} report @returns {FileResult[]}
 */
export function filesOfVitest({ testResults }) {
  return byFile(
    testResults.map(({ status, name: file = '', message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      const passed = assertionResults.filter((test) => test.status === 'passed').length
      const skipped = assertionResults.length - failed.length - passed
      if (failed.length === 0 && status === 'failed') {
        return { file, counts: { passed, failed: 1, skipped }, failures: [failure(file, message)] }
      }
      return {
        file,
        counts: { passed, failed: failed.length, skipped },
        failures: failed.map(({ fullName, failureMessages }) =>
          failure(`${file} › ${fullName}`, failureMessages?.join('\n')),
        ),
      }
    }),
  )
}

/** @param {PlaywrightSuite} suite @returns {PlaywrightSpec[]} of it and of those in it */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * What a Playwright JSON report says of each file, with what was said first of each failure. A test that passed
 * only when tried again has failed.
 * @param {PlaywrightReport} report @returns {FileResult[]}
 */
export function filesOfPlaywright({ suites = [] }) {
  return byFile(
    suites.flatMap(specsOf).map(({ file, title, ok, tests }) => {
      /** @param {string} wanted */
      const count = (wanted) => tests.filter(({ status }) => status === wanted).length
      const counts = {
        passed: count('expected'),
        failed: count('unexpected') + count('flaky'),
        skipped: count('skipped'),
      }
      const [first] = tests.flatMap(({ results }) => results).flatMap(({ error }) => error ?? [])
      const isFine = ok && counts.failed === 0
      return {
        file,
        counts,
        failures: isFine ? [] : [failure(`${file} › ${title}`, first?.message)],
      }
    }),
  )
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
