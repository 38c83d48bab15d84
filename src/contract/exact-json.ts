import { parse, stringify } from 'lossless-json'

/** Only a text with so many digits in a row can hold a whole number that JavaScript rounds. */
const manyDigits = /\d{16}/
const wholeNumber = /^-?\d+$/

/**
 * What a JSON text holds, as `JSON.parse` answers it, except that a whole number that a number of JavaScript would
 * write with other digits is a bigint, so that it is written again as it was read (ids of services, of programs in other languages).
 * Throws the SyntaxError of `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text)
  try {
    return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: lastOne })
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
    return stringify(value, null, space) ?? 'null'
  }
}

function exactNumber(written: string): number | bigint {
  const value = Number(written)
  if (Number.isSafeInteger(value) || !wholeNumber.test(written)) return value
  return significant(String(value)) === significant(written) ? value : BigInt(written)
}

/** The digits of a number that count. JavaScript writes 2^60 with other ones than it has. */
function significant(written: string): string {
  return written.replace(/e.*$/, '').replace('.', '').replace(/0+$/, '')
}

const lastOne = ({ newValue }: { newValue: unknown }) => newValue

/** Every engine names it in the sentence, each in words of its own. */
function isAboutBigInt(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('BigInt')
}
