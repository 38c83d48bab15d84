// By hand: a library for it is 3 kB on the wire of each page, and every page reads JSON.

/** Only a text with so many digits in a row can hold a whole number that JavaScript rounds. */
const manyDigits = /\d{16}/
/** A number that is no name of a field. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/g
const wholeNumber = /^-?\d{16,}$/
/** Stands before the digits of a whole number while it is a text: another one in each process, so nobody can write it. */
const mark = `\u0000whole ${Math.random().toString(36).slice(2)} `

/**
 * What a JSON text holds, as `JSON.parse` answers it, except that a whole number that a number of JavaScript would
 * write with other digits is a bigint, so that it is written again as it was read (ids of services, of programs in other languages).
 * Throws the SyntaxError of `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text)
  const marked = withMarkedNumbers(text)
  if (marked === text) return JSON.parse(text)
  try {
    return JSON.parse(marked, withBigInts)
  } catch {
    return JSON.parse(text)
  }
}

/**
 * What `JSON.stringify` writes, and bigints as whole numbers. Answers "null" for what JSON has no form for;
 * throws a TypeError for what refers back to itself.
 */
export function writeJson(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, null, space) ?? 'null'
  } catch (error) {
    if (!isAboutBigInt(error)) throw error
    return JSON.stringify(value, withMarks, space).replaceAll(markedText, '$1')
  }
}

const markedText = new RegExp(
  `"${JSON.stringify(mark).slice(1, -1).replace('\\', '\\\\')}(-?\\d+)"`,
  'g',
)

/** JSON text in which each whole number that would be rounded is a text with the mark. */
function withMarkedNumbers(text: string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const begin = quote < 0 ? text.length : quote
    parts.push(text.slice(at, begin).replace(number, markedNumber))
    at = endOfText(text, begin)
    parts.push(text.slice(begin, at))
  }
  return parts.join('')
}

const markedNumber = (written: string) =>
  wholeNumber.test(written) && !isKept(written) ? JSON.stringify(mark + written) : written

/** The place after the text whose quote stands at `begin`. */
function endOfText(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

function withBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(mark)
    ? BigInt(value.slice(mark.length))
    : value
}

function withMarks(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? mark + value : value
}

function isKept(written: string): boolean {
  const value = Number(written)
  return Number.isSafeInteger(value) || significant(String(value)) === significant(written)
}

/** The digits of a number that count. JavaScript writes 2^60 with other ones than it has. */
function significant(written: string): string {
  return written.replace(/e.*$/, '').replace('.', '').replace(/0+$/, '')
}

/** Every engine names it in the sentence, each in words of its own. */
function isAboutBigInt(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('BigInt')
}
