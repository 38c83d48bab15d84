// @ts-check
import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isOwnNpmScript } from './npm-script.mjs'

/**
 * @typedef {{ port: number, host: string, dataDir: string }} StartOptions
 * @typedef {{ name: 'help' } | { name: 'version' } | ({ name: 'start' } & StartOptions)} Command
 * @typedef {Record<string, string | undefined>} Environment
 */

/** What a person typed cannot be understood; the message is one line for them, the exit code is 2. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError'
}

export const HELP = `Quarterdeck: a web console for agent deployments, runs and feedback, with a real local stack

Usage
  quarterdeck start [--port 4100] [--host 127.0.0.1] [--data DIR]

Options
  --port PORT   port to listen on, 0 for any free one (default 4100)
  --host HOST   address to listen on (default 127.0.0.1, this machine only)
  --data DIR    where everything is kept (default $QUARTERDECK_HOME, else ~/.quarterdeck)
  --help        show this
  --version     show the version

Environment
  QUARTERDECK_HOME         data directory when --data is not given
  QUARTERDECK_PASSWORD     what operators sign in with; needed when others can reach the server
  QUARTERDECK_PUBLIC_URL   the address under which others reach it, for example behind a proxy
  QUARTERDECK_SECRET_KEY   what secrets are encrypted with, instead of a key in the data directory
  DATABASE_URL             a PostgreSQL server to use instead of the embedded database
  QUARTERDECK_DEBUG        set to 1 to see where an unexpected error came from
`

const OPTIONS = /** @type {const} */ ({
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
})
const SEE_HELP = 'See quarterdeck --help.'

/** The home directory even where HOME is set to nothing. @param {Environment} env */
function homeOf(env) {
  return env.HOME === '' ? userInfo().homedir : homedir()
}

/**
 * The folder that a person's relative paths start from: npm changes into the package before it runs a
 * script and keeps where it was called in INIT_CWD, which counts only when the script is one of ours.
 * @param {Environment} env
 */
function callersFolder(env) {
  return isOwnNpmScript(env) && env.INIT_CWD ? env.INIT_CWD : process.cwd()
}

/** @param {string} text */
function portOf(text) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65535) return port
  throw new UsageError(`--port takes a whole number from 0 to 65535, not "${text}".`)
}

/** @param {string[]} args */
function readTokens(args) {
  const { tokens } = parseArgs({
    args,
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  /** @type {Partial<Record<keyof typeof OPTIONS, string>>} */
  const values = {}
  /** @type {string[]} */
  const words = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    if (!Object.hasOwn(OPTIONS, token.name)) {
      throw new UsageError(`Unknown option ${token.rawName}. ${SEE_HELP}`)
    }
    const name = /** @type {keyof typeof OPTIONS} */ (token.name)
    const takesValue = OPTIONS[name].type === 'string'
    if (takesValue && (!token.value || (!token.inlineValue && token.value.startsWith('-')))) {
      throw new UsageError(`${token.rawName} needs a value. ${SEE_HELP}`)
    }
    if (!takesValue && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value. ${SEE_HELP}`)
    }
    values[name] = token.value ?? ''
  }
  return { values, words }
}

/**
 * Turns the words after `quarterdeck` into a command; throws a UsageError for anything unknown.
 * Paths come back absolute.
 * @param {string[]} args @param {Environment} env @returns {Command}
 */
export function parseArguments(args, env) {
  const { values, words } = readTokens(args)
  if (values.help !== undefined) return { name: 'help' }
  if (values.version !== undefined) return { name: 'version' }
  const [word, extra] = words
  if (word === undefined) {
    if (args.length === 0) return { name: 'help' }
    throw new UsageError(`Which command? ${SEE_HELP}`)
  }
  if (word !== 'start') throw new UsageError(`Unknown command "${word}". ${SEE_HELP}`)
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many. ${SEE_HELP}`)
  const folder = callersFolder(env)
  return {
    name: 'start',
    port: portOf(values.port ?? '4100'),
    host: values.host ?? '127.0.0.1',
    dataDir: resolve(
      folder,
      values.data ?? (env.QUARTERDECK_HOME || join(homeOf(env), '.quarterdeck')),
    ),
  }
}
