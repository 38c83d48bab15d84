import { formatWithOptions } from 'node:util'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'
import { withLevel } from './run-output.ts'

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
const onOneLine = { breakLength: Number.POSITIVE_INFINITY }
type Logger = { [level in Level]: (...parts: unknown[]) => Logger }

/**
 * Sets the logger that agent code asks for with `getLogger()` of the published client: what it says goes to the
 * process's output, and so into the log of its run, with its level.
 * @param level the least grave that is told, as `LOG_LEVEL` names it; `info` for a word that is no level
 */
export function providePlatformLogger(level: string | undefined): void {
  const asked = levels.indexOf(String(level).toLowerCase() as Level)
  const last = asked < 0 ? levels.indexOf('info') : asked
  const logger = {} as Logger
  for (const [index, name] of levels.entries()) {
    const print = index <= levels.indexOf('warn') ? console.error : console.log
    const inLog = levelInLog(index)
    logger[name] = (...parts) => {
      if (index <= last) {
        const text = formatWithOptions(onOneLine, ...parts.map(inWords))
        withLevel(inLog, () => print(text))
      }
      return logger
    }
  }
  Object.assign(globalThis, { [Symbol.for('langgraph.api.sdk-logger')]: logger })
}

/** The platform has more levels than the log. */
function levelInLog(index: number): LogLevel {
  if (index === levels.indexOf('error')) return 'ERROR'
  if (index === levels.indexOf('warn')) return 'WARNING'
  return index < levels.indexOf('debug') ? 'INFO' : 'DEBUG'
}

/** An object with a message is told by it first. */
function inWords(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || part instanceof Error) return part
  const { message, ...rest } = part as Record<string, unknown>
  if (typeof message !== 'string') return part
  const more = Object.keys(rest).length > 0
  return more ? formatWithOptions(onOneLine, message, rest) : message
}
