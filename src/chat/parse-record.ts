import { parseJson } from '../contract/exact-json.ts'

/** The object that a text is as JSON; null where it is none. */
export function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value = parseJson(text)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
