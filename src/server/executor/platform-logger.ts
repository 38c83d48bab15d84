import { formatWithOptions } from 'node:util'

/** The platform's levels, the gravest first. */
const levels = [
  'error',
  'warn',
  'help',
  'data',
  'info',
  'http',
  'debug',
  'prompt',
  'verbose',
  'input',
  'silly',
] as const
type Level = (typeof levels)[number]
type Logger = { [level in Level]: (...parts: unknown[]) => Logger }

/**
 * Sets the logger that agent code asks for with `getLogger()` of the published client: what it says goes to the
 * process's output, and so into the log of its run; errors and warnings as such.
 * @param level the least grave that is told, as `LOG_LEVEL` names it; `info` for a word that is no level
 */
export function providePlatformLogger(level: string | undefined): void {
  const asked = levels.indexOf(String(level).toLowerCase() as Level)
  const last = asked < 0 ? levels.indexOf('info') : asked
  const logger = {} as Logger
  for (const [index, name] of levels.entries()) {
    const print = index <= levels.indexOf('warn') ? console.error : console.log
    logger[name] = (...parts) => {
      if (index <= last) {
        print(formatWithOptions({ breakLength: Number.POSITIVE_INFINITY }, ...parts.map(inWords)))
      }
      return logger
    }
  }
  Object.assign(globalThis, { [Symbol.for('langgraph.api.sdk-logger')]: logger })
}

/** An object with a message is told by it first. */
function inWords(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || part instanceof Error) return part
  const { message, ...rest } = part as Record<string, unknown>
  if (typeof message !== 'string') return part
  const more = Object.keys(rest).length > 0
  return more
    ? formatWithOptions({ breakLength: Number.POSITIVE_INFINITY }, message, rest)
    : message
}
