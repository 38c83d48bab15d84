// @ts-check
import { parseArgs } from 'node:util'
import { settings, startVariables } from '../server/process/settings.mjs'
import { UsageError } from './options.mjs'

/** @typedef {import('./commands.mjs').Command} Command */

const SEE_HELP = 'See quarterdeck --help.'

/** @type {Readonly<Record<string, import('./options.mjs').Option>>} */
const everywhere = {
  help: { short: 'h', help: 'show this' },
  version: { short: 'v', help: 'show the version' },
}

/** @param {readonly Command[]} commands */
function optionsOf(commands) {
  return Object.assign({}, ...commands.map((command) => command.options), everywhere)
}

/**
 * @param {string[]} args @param {Readonly<Record<string, import('./options.mjs').Option>>} options
 */
function readTokens(args, options) {
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  /** @type {Record<string, string>} */
  const values = {}
  /** @type {string[]} */
  const words = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!option) throw new UsageError(`Unknown option ${token.rawName}. ${SEE_HELP}`)
    const takesValue = option.value !== undefined
    if (takesValue && (!token.value || (!token.inlineValue && token.value.startsWith('-')))) {
      throw new UsageError(`${token.rawName} needs a value. ${SEE_HELP}`)
    }
    if (!takesValue && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value. ${SEE_HELP}`)
    }
    values[token.name] = token.value ?? ''
  }
  return { values, words }
}

/**
 * Turns the words after `quarterdeck` into a command and what was given to it; throws a UsageError for
 * anything unknown.
 * @param {string[]} args @param {import('./options.mjs').Environment} env @param {readonly Command[]} commands
 * @returns {'help' | 'version' | { command: Command, given: import('./commands.mjs').Given }}
 */
export function parseArguments(args, env, commands) {
  const { values, words } = readTokens(args, optionsOf(commands))
  if (values.help !== undefined) return 'help'
  if (values.version !== undefined) return 'version'
  const [name, ...rest] = words
  if (name === undefined) {
    if (args.length === 0) return 'help'
    throw new UsageError(`Which command? ${SEE_HELP}`)
  }
  const command = commands.find((one) => one.name === name)
  if (!command) throw new UsageError(`Unknown command "${name}". ${SEE_HELP}`)
  const foreign = Object.keys(values).find((option) => !Object.hasOwn(command.options, option))
  if (foreign) throw new UsageError(`"${name}" has no option --${foreign}. ${SEE_HELP}`)
  const extra = rest[command.words.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many. ${SEE_HELP}`)
  const missing = command.words.find((word, at) => !word.startsWith('[') && rest[at] === undefined)
  if (missing) throw new UsageError(`"${name}" needs ${missing}. ${SEE_HELP}`)
  const given = { words: rest, values, env }
  command.check?.(given)
  return { command, given }
}

/** @param {string} left @param {string} right */
const row = (left, right, width = 24) => `  ${left.padEnd(width)} ${right}`

/** The text of `--help`. @param {readonly Command[]} commands */
export function helpText(commands) {
  const usage = commands.map((command) => {
    const options = Object.entries(command.options).map(
      ([name, { value }]) => `[--${name}${value ? ` ${value}` : ''}]`,
    )
    return `  quarterdeck ${[command.name, ...command.words, ...options].join(' ')}`
  })
  const options = Object.entries(optionsOf(commands)).map(([name, { value, help }]) =>
    row(`--${name}${value ? ` ${value}` : ''}`, help),
  )
  return `Quarterdeck: a web console for agent deployments, runs and feedback, with a real local stack

Usage
${usage.join('\n')}

Commands
${commands.map(({ name, summary }) => row(name, summary)).join('\n')}

Options
${options.join('\n')}

Environment
${variables.map(({ name, text }) => row(name, text, nameWidth)).join('\n')}

Every setting can also stand in the settings file; docs/configuration.md lists them with their defaults.
`
}

/** Every variable with what it is for: those of the start, then those of the settings. */
const variables = [
  ...Object.entries(startVariables).map(([name, { text }]) => ({ name, text })),
  ...Object.values(settings).map(({ env, text }) => ({ name: env, text })),
]
const nameWidth = Math.max(...variables.map(({ name }) => name.length))
