/** How many objects and lists may stand within each other in any body. */
export const maxJsonDepth = 200

/** Only these can be more than a number holds: sixteen digits in a row, or an exponent of three. */
const mayBeTooMuch = /\d{16}|[eE]\+?\d{3}/

const codeOf = (letter: string) => letter.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const minus = codeOf('-')
const zero = codeOf('0')
const nine = codeOf('9')
const openObject = codeOf('{')
const closeObject = codeOf('}')
const openList = codeOf('[')
const closeList = codeOf(']')
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * What speaks against taking JSON text in, as a sentence; null where nothing does. All parts of the server
 * and PostgreSQL can handle what is nested less than `maxJsonDepth`, and a number must come out as it went
 * in: one beyond the range of JavaScript is refused, and a whole one that it rounds, unless what reads the text
 * `keepsDigits`.
 */
export function jsonTextProblem(text: string, keepsDigits = false): string | null {
  const isLookedAt = mayBeTooMuch.test(text)
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === quote) {
      at = endOfString(text, at)
    } else if (letter === openObject || letter === openList) {
      depth += 1
      if (depth > maxJsonDepth) return `The JSON is nested more than ${maxJsonDepth} levels deep.`
    } else if (letter === closeObject || letter === closeList) {
      depth -= 1
    } else if (isLookedAt && (letter === minus || (letter >= zero && letter <= nine))) {
      number.lastIndex = at
      const written = number.exec(text)?.[0]
      if (written === undefined) continue
      if (!isKept(written, keepsDigits)) {
        return `The number ${shortened(written)} cannot be kept as it is. Send it as a text.`
      }
      at += written.length - 1
    }
  }
  return null
}

/** The place of the quote that ends the text which begins at `start`, or the end of everything. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

function isKept(written: string, keepsDigits: boolean): boolean {
  const value = Number(written)
  if (!Number.isFinite(value)) return false
  if (keepsDigits || !/^-?\d{16,}$/.test(written)) return true
  // JavaScript writes the shortest digits that lead back to a number, and zeros after them.
  return String(value) === written || BigInt(value) === BigInt(written)
}

function shortened(written: string): string {
  return written.length > 40 ? `${written.slice(0, 40)}…` : written
}
