import { writeJson } from '../../contract/exact-json.ts'

/**
 * JSON text for a `jsonb` column, which refuses NUL and lone surrogates although they are valid in
 * JSON strings: they become the replacement character. For what must stay as it is, use text.
 */
export function jsonb(value: unknown): string | null {
  return value === undefined || value === null ? null : jsonbText(writeJson(value))
}

/** The same for what is JSON text already. */
export function jsonbText(json: string): string {
  if (!json.includes('\\u')) return json
  // An escape counts only after an even number of backslashes; whole pairs are never escaped.
  return json.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd')
}
