/** The database cannot be asked now: it is away, ends or starts, or has no connection left. Nothing was stored. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** The database has no room left for what is to be stored. */
export class DatabaseFullError extends Error {
  override readonly name = 'DatabaseFullError'
}

/** A value of a statement is one that PostgreSQL cannot keep, and that nobody refused before. Nothing was stored. */
export class UnstorableError extends Error {
  override readonly name = 'UnstorableError'
}

/** SQLSTATE: connection exceptions, too many connections, shutdown, start. */
const awayStates = /^(08...|53300|57P0[123])$/
const fullStates = /^53100$/
/** A number or a time out of range, a character that no text holds, a row or nesting beyond a limit. */
const unstorableStates = /^(22003|22008|22021|22P05|5400[01])$/
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
const fullWords = 'The disk of the database is full, so nothing can be stored.'
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
  // The driver names files; this goes into the errors of runs.
  if (fullStates.test(state)) return new DatabaseFullError(fullWords, { cause: error })
  if (unstorableStates.test(state)) return new UnstorableError(text, { cause: error })
  const isAway =
    awayStates.test(state) ||
    awayCodes.includes(state) ||
    severity === 'PANIC' ||
    awayWords.test(text)
  return isAway ? new DatabaseAwayError(text || state, { cause: error }) : error
}
