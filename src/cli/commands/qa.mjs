// @ts-check
import { access, constants, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { callersPath, dataDirOf, dataOption, UsageError } from '../options.mjs'
import { prepareServerCode } from '../server-code.mjs'

const REPORTS = /** @type {const} */ (['junit', 'html', 'jsonl', 'csv', 'markdown'])

/** The gate of a pipeline: 0 passed, 1 below the gate, 2 wrong usage, 3 could not run. @type {import('../commands.mjs').Command} */
export const qa = {
  name: 'qa',
  words: ['ACTION', 'FILE'],
  summary: 'run FILE: try a suite of cases on a deployment, and fail unless enough of it passes',
  options: {
    server: { value: 'URL', help: 'address of the server (http://127.0.0.1:4100)' },
    token: {
      value: 'TOKEN',
      help: "an API token of the server (default $QUARTERDECK_TOKEN, else one's own server's API key)",
    },
    data: dataOption,
    connection: { value: 'NAME', help: "connection of the deployments (one's own stack)" },
    target: { value: 'NAME', help: 'what is tried: deployment or deployment@revision' },
    against: { value: 'NAME', help: 'what it is compared with, in the same form' },
    assistant: { value: 'NAME', help: 'an assistant or graph, where there are several' },
    repeats: { value: 'N', help: 'how often each case is tried (1)' },
    'per-case': { value: 'K/N', help: 'how many of the repeats must pass (more than half)' },
    'min-pass': { value: 'SHARE', help: 'the share of cases that must pass, 0 to 1 (1)' },
    unjudged: {
      value: 'HOW',
      help: 'cases that no check and no equal answer decides: fail or warn (fail)',
    },
    'side-effects': { help: 'cases that have side effects may be run' },
    junit: { value: 'FILE', help: 'write the results for a pipeline' },
    html: { value: 'FILE', help: 'write the report as one page' },
    jsonl: { value: 'FILE', help: 'write the report, a line for each case' },
    csv: { value: 'FILE', help: 'write the report as a table' },
    markdown: { value: 'FILE', help: 'write the report in Markdown' },
  },
  check({ words: [action], values }) {
    if (action !== 'run') throw new UsageError(`"qa" takes run, not "${action}".`)
    if (!values.target) throw new UsageError('"qa run" needs --target.')
    if (!['fail', 'warn', undefined].includes(values.unjudged)) {
      throw new UsageError(`--unjudged takes fail or warn, not "${values.unjudged}".`)
    }
    gateOf(values)
  },
  async run({ words: [, file = ''], values, env }) {
    const text = await readFile(callersPath(file, env), 'utf8').catch(() => {
      throw new UsageError(`${file} cannot be read.`)
    })
    for (const format of REPORTS) await checkFolder(values[format], env)
    await prepareServerCode()
    const { runGate } = await import('../gate/run-gate.ts')
    const { ownKey } = await import('../../server/operations/own-key.ts')
    const server = (values.server ?? 'http://127.0.0.1:4100').replace(/\/$/, '')
    const reports = REPORTS.flatMap((format) => {
      const to = values[format]
      if (to === undefined) return []
      return [[format, (/** @type {string} */ body) => writeFile(callersPath(to, env), body)]]
    })
    const passed = await runGate({
      ...gateOf(values),
      file: { name: path.basename(file), text },
      server,
      token:
        values.token ?? (env.QUARTERDECK_TOKEN || (await ownKey(server, dataDirOf(values, env)))),
      connection: values.connection,
      target: values.target ?? '',
      against: values.against,
      assistant: values.assistant,
      unjudged: values.unjudged === 'warn' ? 'warn' : 'fail',
      acceptsSideEffects: values['side-effects'] !== undefined,
      reports: Object.fromEntries(reports),
      say: (line) => console.log(line),
    }).catch((/** @type {Error} */ error) => {
      if (error.name === 'SuiteFileError') throw new UsageError(error.message)
      console.error(error.message)
      process.exit(3)
    })
    console.log(passed ? 'Passed.' : 'Below the gate.')
    if (!passed) process.exitCode = 1
  },
}

/**
 * Before anything is tried, that a report can be written where it is asked for. Throws a UsageError.
 * @param {string | undefined} file
 * @param {NodeJS.ProcessEnv} env
 */
async function checkFolder(file, env) {
  if (file === undefined) return
  const folder = path.dirname(callersPath(file, env))
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`${file} cannot be written: there is no such folder, or it is closed.`)
  })
}

/**
 * The numbers of a gate. Throws a UsageError.
 * @param {Readonly<Record<string, string | undefined>>} values
 */
function gateOf(values) {
  const minPass = Number(values['min-pass'] ?? '1')
  if (!(minPass >= 0 && minPass <= 1)) {
    throw new UsageError(`--min-pass takes a number from 0 to 1, not "${values['min-pass']}".`)
  }
  const perCase =
    values['per-case'] === undefined ? null : /^(\d+)\/(\d+)$/.exec(values['per-case'])
  if (values['per-case'] !== undefined && !perCase) {
    throw new UsageError(`--per-case takes K/N as 4/5, not "${values['per-case']}".`)
  }
  const repeats = Number(values.repeats ?? perCase?.[2] ?? '1')
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 20) {
    throw new UsageError('--repeats takes a whole number from 1 to 20.')
  }
  if (perCase && Number(perCase[2]) !== repeats) {
    throw new UsageError('--per-case and --repeats do not agree.')
  }
  const passesNeeded = perCase ? Number(perCase[1]) : undefined
  if (passesNeeded !== undefined && (passesNeeded < 1 || passesNeeded > repeats)) {
    throw new UsageError('--per-case takes K/N with K from 1 to N.')
  }
  return { minPass, repeats, passesNeeded }
}
