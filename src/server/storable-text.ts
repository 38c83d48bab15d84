/**
 * The place of the first text that PostgreSQL cannot keep (a NUL, half of a surrogate pair), or
 * null when all of a JSON value can be kept.
 */
export function unstorablePlace(
  value: unknown,
  place: (string | number)[] = [],
): (string | number)[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : place
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const at = Array.isArray(value) ? Number(key) : key
    const found = isStorable(key) ? unstorablePlace(part, [...place, at]) : place
    if (found) return found
  }
  return null
}

/** A value as JSON text that PostgreSQL can keep: what it cannot is shown as a replacement character. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' && !isStorable(part) ? replaced(part) : part,
  )
}

function replaced(text: string): string {
  return text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd')
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}
