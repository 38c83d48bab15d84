// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureConsoleBuilt } from '../src/cli/building/built-console.mjs'
import { ensureServerBuilt } from '../src/cli/building/built-server.mjs'
import { checkoutRoot } from '../src/cli/checkout.mjs'
import { ensureInstalled, npmCommand } from '../src/cli/install.mjs'
import { isOwnNpmScript, stopWithParent } from '../src/cli/npm-script.mjs'
import { runCommand } from '../src/cli/run-command.mjs'
import { settle } from './alone.mjs'
import { readAudit } from './audit.mjs'
import { addCounts, closingLine, failure } from './results.mjs'
import { installed, RESULTS, runPlaywright, runVitest } from './runners.mjs'

/** @typedef {import('./results.mjs').Counts} Counts */

const NO_INSTALL = '--no-install'
const NOTHING = { passed: 0, failed: 0, skipped: 0 }
const ONE_FAILURE = { passed: 0, failed: 1, skipped: 0 }
const MINUTE_MS = 60_000

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
const RULE_TESTS = ['architecture', 'tidy-tests', 'mutants/rules', 'lock-file', 'packages'].map(
  (name) => `test/${name}.test.ts`,
)

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

/** Files of tests that were run, each to be tried alone where it failed. @type {import('./alone.mjs').Tried[]} */
const files = []

/**
 * All tests of a runner. What went wrong without belonging to a file has failed at once: no report, an error outside of
 * every test, an end that names nothing, a run of no test. A file that failed is kept to be tried alone.
 * @param {string} name @param {(name: string, alone: string[]) => Promise<import('./runners.mjs').Ran>} run `alone` names
 *   the one file that is tried with nothing beside it; none for all
 * @returns {Promise<Counts>} of what belongs to no file
 */
async function runner(name, run) {
  const first = await run(name, [])
  const isEmpty = !first.files?.some(({ counts }) => counts.passed + counts.failed > 0)
  const isExplained = first.code === 0 || first.files?.some(({ counts }) => counts.failed > 0)
  for (const one of first.files ?? []) {
    const again = async () => {
      console.log(`\nOnce more, alone: ${one.file}`)
      const second = await run(`${name}-again`, [one.file])
      // A name may be a part of another one.
      const own = second.files?.filter(({ file }) => file === one.file)
      return second.code === 0 ? (own ?? null) : null
    }
    files.push({ ...one, again })
  }
  failures.push(...first.outside.map((text) => failure(`${name}: outside of any test`, text)))
  if (isEmpty || !isExplained) failures.push(`✗ ${name}: ${first.how}`)
  return isEmpty || !isExplained || first.outside.length > 0 ? ONE_FAILURE : NOTHING
}

/** @param {string} name @param {string[]} [only] files */
function vitest(name, only = []) {
  return runner(name, (report, alone) => runVitest(report, alone.length > 0 ? alone : only))
}

/**
 * Known weaknesses of what is shipped, where the registry tells. A warning: an unchanged tree does not fail because
 * something has become known since. A release does.
 * @param {boolean} isRelease
 */
async function audit(isRelease) {
  const [program = 'npm', ...script] = npmCommand()
  const { output } = await runCommand(program, [...script, 'audit', '--omit=dev', '--json'], {
    cwd: checkoutRoot,
    timeLimitMs: MINUTE_MS,
    output: 'keep',
  })
  const found = readAudit(output)
  if ('missing' in found) {
    console.log(`· audit of dependencies: not available here (${found.missing})`)
    return NOTHING
  }
  const mark = found.weak.length === 0 ? '✓' : isRelease ? '✗' : '!'
  const said = `${mark} audit of dependencies ${found.weak.join(', ')}`.trim()
  console.log(said)
  if (found.weak.length === 0 || !isRelease) return NOTHING
  failures.push(said)
  return ONE_FAILURE
}

/** All at once: most of them use one core, and the audit waits for the registry. */
async function checks(isRelease = false) {
  const all = Object.entries(CHECKS).map(([name, args]) => runStep(() => check(name, args)))
  const audited = runStep(() => audit(isRelease))
  return (await Promise.all([...all, audited])).reduce(addCounts, NOTHING)
}

/** Before all tests, which would build it several times at once. */
async function build() {
  await ensureConsoleBuilt(checkoutRoot)
  await ensureServerBuilt(checkoutRoot)
}

async function unit() {
  await build()
  return vitest('unit')
}

async function endToEnd() {
  await build()
  return runner('e2e', (report, alone) => runPlaywright(report, alone, alone.length > 0))
}

/** Tries alone what failed beside others, and says what passed then. @returns {Promise<Counts>} of all files */
async function settleFiles() {
  const settled = await settle(files)
  const unsteadyFile = join(RESULTS, 'unsteady.json')
  writeFileSync(unsteadyFile, `${JSON.stringify(settled.unsteady, null, 2)}\n`)
  failures.push(...settled.failures)
  for (const { file, failures: said } of settled.unsteady) {
    console.log(`\npassed alone: ${file}. Beside others it failed with:\n${said.join('\n')}`)
  }
  return settled.counts
}

/** @type {Record<string, (() => Promise<Counts>)[]>} */
const STEPS = {
  checks: [() => checks(), () => vitest('rules', RULE_TESTS)],
  unit: [unit],
  e2e: [endToEnd],
  release: [() => checks(true), () => vitest('rules', RULE_TESTS)],
}
const EVERYTHING = [() => checks(), unit, endToEnd]

/**
 * What of the system the steps need is installed where that is allowed, or said to be missing: the tests that
 * need it fail then, and the others still run.
 * @param {string[]} names of steps @param {boolean} mayInstall
 */
async function prepareSystem(names, mayInstall) {
  const tsx = await import('tsx/esm/api')
  tsx.register()
  const { prepareSystemPackages, thisMachine } = await import('./helpers/system-package.ts')
  const { POSTGRES } = await import('./helpers/postgres-server.ts')
  const { BROWSER } = await import('./e2e/browser.ts')
  const needed = [
    ...(names.includes('unit') ? [POSTGRES] : []),
    ...(names.includes('e2e') ? [BROWSER] : []),
  ]
  const missing = await prepareSystemPackages(needed, thisMachine(), mayInstall)
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
 * `npm test`: installs what is missing, then runs every check and every test, tries files that failed once more, alone, and
 * ends with one line that counts them. Naming steps runs only those.
 * @param {string[]} args names of `checks`, `unit`, `e2e`, `release`; none for all tests; `--no-install` adds nothing to the system
 */
export async function run(args) {
  const names = args.filter((arg) => arg !== NO_INSTALL)
  const unknown = names.find((name) => !Object.hasOwn(STEPS, name))
  if (unknown !== undefined) {
    console.error(
      `Unknown step "${unknown}". There are: ${Object.keys(STEPS).join(', ')}; and ${NO_INSTALL}.`,
    )
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
    counts = addCounts(
      counts,
      await runStep(() => prepareSystem(chosen, !args.includes(NO_INSTALL))),
    )
    for (const step of steps) counts = addCounts(counts, await runStep(step))
    counts = addCounts(counts, await runStep(settleFiles))
  }
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\nAll in ${secondsSince(since)}.\n${closingLine(counts)}`)
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
}
