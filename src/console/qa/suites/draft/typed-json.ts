import { parseJson, writeJson } from '../../../../contract/exact-json.ts'
/** A typed text as the value that it is, or a sentence that says why it is none. */
export type TypedValue<Value> = { value: Value } | { fault: string }

type Json = ReturnType<typeof JSON.parse>

/** Reads a text as JSON. */
export function typedJson(text: string): TypedValue<Json> {
  if (text.trim() === '') return { fault: 'Write a value as JSON.' }
  try {
    return { value: parseJson(text) as Json }
  } catch (error) {
    return {
      fault: `This is not JSON: ${error instanceof Error ? error.message : 'it breaks off'}`,
    }
  }
}

/** The same, of which an object must come. */
export function typedObject(text: string): TypedValue<Record<string, Json>> {
  const read = typedJson(text)
  if ('fault' in read) return read
  const isObject =
    typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value)
  return isObject ? read : { fault: 'Write an object, as {"name": "value"}.' }
}

/** Reads a text as a number; `words` say what it is of. */
export function typedNumber(text: string, words: string): TypedValue<number> {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value)
    ? { fault: `Write ${words} as a number.` }
    : { value }
}

/** What a field of JSON holds for a value; nothing where there is none. */
export function jsonField(value: unknown): string {
  return value === undefined ? '' : writeJson(value, 2)
}
