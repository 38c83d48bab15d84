import { createContext, Script } from 'node:vm'

/** Any pattern that somebody needs takes a thousandth of this, on the longest answer. */
const longestMs = 500

/** A pattern that somebody typed took too long on a text; its message says what to do. */
export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError'
}

const room = createContext(Object.create(null))
const script = new Script('new RegExp(pattern, flags).test(text)')

/**
 * Whether a text fits a pattern that a person wrote. Some patterns take longer than the world stands (`(a+)+b`), and
 * nothing else would go on meanwhile: after half a second it is given up.
 * @throws SlowPatternError; SyntaxError for what is no pattern
 */
export function fitsPattern(pattern: string, text: string, flags = ''): boolean {
  Object.assign(room, { pattern, text, flags })
  try {
    return script.runInContext(room, { timeout: longestMs }) === true
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw tooSlow(pattern)
  } finally {
    Object.assign(room, { text: '' })
  }
}

function tooSlow(pattern: string): SlowPatternError {
  const shown = pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern
  return new SlowPatternError(
    `The pattern “${shown}” takes too long: write it without repetitions within repetitions.`,
  )
}
