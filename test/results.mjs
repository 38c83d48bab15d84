// @ts-check
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ status: string, name?: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: { message?: string }[], suites?: PlaywrightSuite[] }} PlaywrightReport
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

/**
 * Counts a vitest JSON report. A file that failed before any of its tests could (an import that throws, say)
 * counts as one failure.
 * @param {{ testResults: VitestFile[] }} report @returns {Counts}
 */
export function countVitest(report) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length
    const passed = assertionResults.filter((test) => test.status === 'passed').length
    counts.passed += passed
    counts.failed += failed === 0 && status === 'failed' ? 1 : failed
    counts.skipped += assertionResults.length - failed - passed
  }
  return counts
}

/**
 * Counts a Playwright JSON report. A test that passed only when tried again has failed.
 * @param {PlaywrightReport} report @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/** @param {string} name @param {string | undefined} message @returns {string} a heading and the first lines below it */
function failure(name, message) {
  const lines = stripVTControlCharacters(message ?? '')
    .trimEnd()
    .split('\n')
  return [`✗ ${name}`, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `    ${line}`)].join(
    '\n',
  )
}

/**
 * What failed in a vitest JSON report, each with its file, its name and what was said.
 * @param {{ testResults: VitestFile[] }} report @returns {string[]}
 */
export function failuresVitest(report) {
  return report.testResults.flatMap(({ status, name = '', message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [failure(name, message)]
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${name} › ${fullName}`, failureMessages?.join('\n')),
    )
  })
}

/** @param {PlaywrightSuite} suite @returns {PlaywrightSpec[]} of it and of those in it */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * What failed in a Playwright JSON report, each with its file, its name and what was said first.
 * @param {PlaywrightReport} report @returns {string[]}
 */
export function failuresPlaywright({ errors, suites = [] }) {
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  return [
    ...errors.map(({ message }) => failure('outside of any test', message)),
    ...failed.map(({ file, title, tests }) => {
      const [first] = tests.flatMap(({ results }) => results).flatMap(({ error }) => error ?? [])
      return failure(`${file} › ${title}`, first?.message)
    }),
  ]
}

/**
 * What a runner's end adds up to: a runner that failed, or ran nothing, without naming a failed test has
 * still failed.
 * @param {Counts} counts @param {number} exitCode @returns {Counts}
 */
export function withExitCode(counts, exitCode) {
  const isSilentFailure = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  return isSilentFailure ? { ...counts, failed: 1 } : counts
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
