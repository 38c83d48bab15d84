/** The database cannot be asked now: it is away, ends or starts, or has no connection left. Nothing was stored. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** The database has no room left for what is to be stored. */
export class DatabaseFullError extends Error {
  override readonly name = 'DatabaseFullError'
}

/** SQLSTATE: connection exceptions, too many connections, shutdown, start. */
const awayStates = /^(08...|53300|57P0[123])$/
const fullStates = /^53100$/
/** Of the system, when a connection is made or breaks. */
const awayCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]
/** The driver has these as words only. */
const awayWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** A driver's error as one of the above where it is one; any other as it is. */
export function databaseError(error: unknown): unknown {
  const { code, severity, message } = error as {
    code?: unknown
    severity?: unknown
    message?: unknown
  }
  const state = String(code ?? '')
  const text = String(message ?? '')
  if (fullStates.test(state)) return new DatabaseFullError(text, { cause: error })
  const isAway =
    awayStates.test(state) ||
    awayCodes.includes(state) ||
    severity === 'PANIC' ||
    awayWords.test(text)
  return isAway ? new DatabaseAwayError(text || state, { cause: error }) : error
}
