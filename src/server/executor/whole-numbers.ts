import { randomUUID } from 'node:crypto'
import { parseJson } from '../../contract/exact-json.ts'

/** Begins the texts that stand for BigInts while JSON is written and read; nobody else's text does. */
const mark = `whole-number:${randomUUID()}:`
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** Absent before Node.js 22. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }
const prototype = BigInt.prototype as { toJSON?: (this: bigint) => unknown }

/** Whether a BigInt comes back as one from JSON: a smaller one is a number there. */
export function isWritten(value: bigint): boolean {
  return typeof parseJson(String(value)) === 'bigint'
}

/** A BigInt as the text that `withDigits` puts its digits in the place of. */
export function markOf(value: bigint): string {
  return mark + value
}

/** The BigInt that a text stands for; null for any other text. */
export function markedIn(text: string): bigint | null {
  return text.startsWith(mark) ? BigInt(text.slice(mark.length)) : null
}

/** JSON text with digits where marks of BigInts are. */
export function withDigits(json: string): string {
  return json.includes(mark) ? json.replace(marked, '$1') : json
}

/** The same of the bytes of JSON text. */
export function bytesWithDigits(bytes: Uint8Array): Uint8Array {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return json.includes(mark) ? new TextEncoder().encode(withDigits(json.toString())) : bytes
}

/** What `JSON.stringify` writes, and BigInts as whole numbers. */
export function digitJson(value: unknown): string {
  return withDigits(whileMarked(() => JSON.stringify(value)) ?? 'null')
}

/**
 * From now on `JSON.stringify` writes BigInts in this process: the graph library writes questions by it, and projects
 * what they hand on. As whole numbers, or as texts before Node.js 22.
 */
export function writeBigInts(): void {
  if (!prototype.toJSON) writeBy(inAnyJson)
}

function inAnyJson(this: bigint): unknown {
  return rawJSON ? rawJSON(this.toString()) : this.toString()
}

/** Whether a project has said itself how BigInts are written. */
export function hasOwnWay(): boolean {
  return prototype.toJSON !== undefined && prototype.toJSON !== inAnyJson
}

/**
 * Answers what is written with a mark for each BigInt, where no project has said how they are written. Nothing may be
 * awaited before it is written, so that no code of a project runs meanwhile.
 */
export function whileMarked<Result>(write: () => Result): Result {
  if (hasOwnWay()) return write()
  const before = prototype.toJSON
  writeBy(function (this: bigint) {
    return mark + this.toString()
  })
  try {
    return write()
  } finally {
    if (before) writeBy(before)
    else delete prototype.toJSON
  }
}

function writeBy(value: (this: bigint) => unknown): void {
  Object.defineProperty(prototype, 'toJSON', { value, configurable: true, writable: true })
}
