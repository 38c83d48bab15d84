// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutRoot } from '../src/cli/checkout.mjs'
import { runCommand } from '../src/cli/run-command.mjs'
import { filesOfPlaywright, filesOfVitest } from './results.mjs'

/** @typedef {import('./results.mjs').FileResult} FileResult */
/**
 * @typedef {object} Ran what came of a test runner
 * @property {number} code its exit code @property {string} how it ended, in words
 * @property {string[]} outside errors that came outside of every test
 * @property {FileResult[] | null} files null when it wrote no report
 */

/** Where reports, traces and pictures of failures are. */
export const RESULTS = join(checkoutRoot, 'test-results')
const MINUTE_MS = 60_000

/** @param {string} path inside node_modules */
export const installed = (path) => join(checkoutRoot, 'node_modules', path)

/**
 * Runs vitest: all its files, or those that are named. @param {string} name of its reports @param {string[]} only
 * @returns {Promise<Ran>}
 */
export function runVitest(name, only) {
  const args = [
    installed('vitest/vitest.mjs'),
    'run',
    '--config=vite.config.ts',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./test/unhandled-errors.mjs',
    `--outputFile.json=${join(RESULTS, `${name}.json`)}`,
    ...only,
  ]
  return ran(name, args, filesOfVitest)
}

/**
 * Runs Playwright on the console that was built: all its files, or those that are named, one after the other where
 * `isAlone`. @param {string} name of its reports @param {string[]} only @param {boolean} isAlone
 * @returns {Promise<Ran>}
 */
export function runPlaywright(name, only, isAlone) {
  const args = [
    installed('@playwright/test/cli.js'),
    'test',
    '--config=test/e2e/playwright.config.ts',
    `--output=${join(RESULTS, name)}`,
    ...(isAlone ? ['--workers=1'] : []),
    ...only,
  ]
  return ran(name, args, filesOfPlaywright)
}

/**
 * @template Report
 * @param {string} name @param {string[]} args @param {(report: Report) => FileResult[]} filesOf
 * @returns {Promise<Ran>}
 */
async function ran(name, args, filesOf) {
  mkdirSync(RESULTS, { recursive: true })
  const reportFile = join(RESULTS, `${name}.json`)
  const unhandledFile = join(RESULTS, `${name}-unhandled.json`)
  for (const file of [reportFile, unhandledFile]) rmSync(file, { force: true })
  const { code, how } = await runCommand(process.execPath, args, {
    cwd: checkoutRoot,
    timeLimitMs: 75 * MINUTE_MS,
    output: 'show',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, QUARTERDECK_TEST_UNHANDLED: unhandledFile },
  })
  /** @param {string} file */
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
  const report = read(reportFile)
  /** @type {{ message: string }[]} */
  const errors = report?.errors ?? []
  const outside = [...(read(unhandledFile) ?? []), ...errors.map(({ message }) => message)]
  return { code, how, outside, files: report ? filesOf(report) : null }
}
