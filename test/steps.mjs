// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../src/cli/build.mjs'
import { checkoutRoot } from '../src/cli/checkout.mjs'
import { ensureInstalled, npmCommand } from '../src/cli/install.mjs'
import { isOwnNpmScript, stopWithParent } from '../src/cli/npm-script.mjs'
import { runCommand } from '../src/cli/run-command.mjs'
import { readAudit } from './audit.mjs'
import {
  addCounts,
  closingLine,
  countPlaywright,
  countVitest,
  failuresPlaywright,
  failuresVitest,
  withExitCode,
} from './results.mjs'

/** @typedef {import('./results.mjs').Counts} Counts */

const NOTHING = { passed: 0, failed: 0, skipped: 0 }
const ONE_FAILURE = { passed: 0, failed: 1, skipped: 0 }
const MINUTE_MS = 60_000
const RESULTS = join(checkoutRoot, 'test-results')

/** @param {string} path inside node_modules */
const installed = (path) => join(checkoutRoot, 'node_modules', path)

const CHECKS = {
  types: [installed('typescript/bin/tsc'), '--noEmit'],
  'lint and format': [installed('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  'unused code': [installed('knip/bin/knip.js'), '--no-progress'],
  // Without the tests, so that what only a test uses counts as unused, and what ships must be a dependency.
  'unused code without tests': [
    installed('knip/bin/knip.js'),
    '--no-progress',
    '--production',
    '--strict',
    '--config=test/knip.production.json',
  ],
}
/** Said once more at the end, where a log that is cut off still has it. @type {string[]} */
const failures = []

/** The tests that look at the code instead of running it. */
const RULE_TESTS = ['test/architecture.test.ts', 'test/lock-file.test.ts', 'test/packages.test.ts']

/** @param {number} since */
const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** One check: nothing but its name when all is well, else all that it said. @param {string} name @param {string[]} args */
async function check(name, args) {
  const since = performance.now()
  const ended = await runCommand(process.execPath, args, {
    cwd: checkoutRoot,
    timeLimitMs: 10 * MINUTE_MS,
    output: 'keep',
  })
  const isFine = ended.code === 0
  const said = isFine ? '' : `\n${ended.output.trim()}\n${name}: ${ended.how}\n`
  if (!isFine) failures.push(`✗ ${name}`)
  // At once: others that run meanwhile have their lines too.
  console.log(`${isFine ? '✓' : '✗'} ${name}, ${secondsSince(since)}${said}`)
  return isFine ? NOTHING : ONE_FAILURE
}

/**
 * A test runner that writes a JSON report. No report, or one that cannot be read, is a failure.
 * @template Report
 * @param {string} name @param {string[]} args
 * @param {(report: Report) => Counts} count @param {(report: Report) => string[]} failuresOf
 */
async function runner(name, args, count, failuresOf) {
  const reportFile = join(RESULTS, `${name}.json`)
  rmSync(reportFile, { force: true })
  const ended = await runCommand(process.execPath, args, {
    cwd: checkoutRoot,
    timeLimitMs: 75 * MINUTE_MS,
    output: 'show',
  })
  if (ended.code !== 0) {
    console.log(`${name}: ${ended.how}`)
    failures.push(`✗ ${name}: ${ended.how}`)
  }
  if (!existsSync(reportFile)) return ONE_FAILURE
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  failures.push(...failuresOf(report))
  return withExitCode(count(report), ended.code)
}

/** @param {string} name @param {string[]} [files] */
function vitest(name, files = []) {
  const reporters = ['--reporter=default', '--reporter=json']
  const report = `--outputFile.json=${join(RESULTS, `${name}.json`)}`
  return runner(
    name,
    [
      installed('vitest/vitest.mjs'),
      'run',
      '--config=vite.config.ts',
      ...reporters,
      report,
      ...files,
    ],
    countVitest,
    failuresVitest,
  )
}

/** Known weaknesses of what is shipped, where the registry tells. */
async function audit() {
  const [program = 'npm', ...script] = npmCommand()
  const { output } = await runCommand(program, [...script, 'audit', '--omit=dev', '--json'], {
    cwd: checkoutRoot,
    timeLimitMs: MINUTE_MS,
    output: 'keep',
  })
  const found = readAudit(output)
  if ('missing' in found)
    console.log(`· audit of dependencies: not available here (${found.missing})`)
  else
    console.log(
      `${found.weak.length === 0 ? '✓' : '✗'} audit of dependencies ${found.weak.join(', ')}`,
    )
  return 'weak' in found && found.weak.length > 0 ? ONE_FAILURE : NOTHING
}

/** All at once: most of them use one core, and the audit waits for the registry. */
async function checks() {
  const all = Object.entries(CHECKS).map(([name, args]) => runStep(() => check(name, args)))
  return (await Promise.all([...all, runStep(audit)])).reduce(addCounts, NOTHING)
}

async function endToEnd() {
  await ensureBuilt(checkoutRoot)
  return runner(
    'e2e',
    [installed('@playwright/test/cli.js'), 'test', '--config=test/e2e/playwright.config.ts'],
    countPlaywright,
    failuresPlaywright,
  )
}

/** @type {Record<string, (() => Promise<Counts>)[]>} */
const STEPS = {
  checks: [checks, () => vitest('rules', RULE_TESTS)],
  unit: [() => vitest('unit')],
  e2e: [endToEnd],
}
const EVERYTHING = [checks, () => vitest('unit'), endToEnd]

/**
 * What of the system the steps need is installed where that is allowed, or said to be missing: the tests that
 * need it fail then, and the others still run.
 * @param {string[]} names of steps
 */
async function prepareSystem(names) {
  const tsx = await import('tsx/esm/api')
  tsx.register()
  const { prepareSystemPackages } = await import('./helpers/system-package.ts')
  const { POSTGRES } = await import('./helpers/postgres-server.ts')
  const { BROWSER } = await import('./e2e/browser.ts')
  const needed = [
    ...(names.includes('unit') ? [POSTGRES] : []),
    ...(names.includes('e2e') ? [BROWSER] : []),
  ]
  const missing = prepareSystemPackages(needed, process.env, console.log)
  failures.push(...missing.map((sentence) => `✗ ${sentence}`))
  if (missing.length > 0) console.log(missing.join('\n'))
  return { ...NOTHING, failed: missing.length }
}

/** A step that throws has failed, and the others still run. @param {() => Promise<Counts>} step */
async function runStep(step) {
  try {
    return await step()
  } catch (error) {
    const said = error instanceof Error ? error.message : error
    console.log(said)
    failures.push(`✗ ${said}`)
    return ONE_FAILURE
  }
}

/**
 * `npm test`: installs what is missing, then runs every check and every test, and ends with one line that
 * counts them. Naming steps runs only those.
 * @param {string[]} names of `checks`, `unit`, `e2e`; none for everything
 */
export async function run(names) {
  const unknown = names.find((name) => !Object.hasOwn(STEPS, name))
  if (unknown !== undefined) {
    console.error(`Unknown step "${unknown}". There are: ${Object.keys(STEPS).join(', ')}.`)
    process.exit(2)
  }
  if (isOwnNpmScript(process.env)) stopWithParent()
  const since = performance.now()
  const steps = names.length === 0 ? EVERYTHING : names.flatMap((name) => STEPS[name] ?? [])
  mkdirSync(RESULTS, { recursive: true })
  let counts = await runStep(async () => {
    await ensureInstalled(checkoutRoot)
    return NOTHING
  })
  if (counts.failed === 0) {
    const chosen = names.length === 0 ? Object.keys(STEPS) : names
    counts = addCounts(counts, await runStep(() => prepareSystem(chosen)))
    for (const step of steps) counts = addCounts(counts, await runStep(step))
  }
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\nAll in ${secondsSince(since)}.\n${closingLine(counts)}`)
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
}
