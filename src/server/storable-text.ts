/**
 * The place of the first text that PostgreSQL cannot keep (a NUL, half of a surrogate pair), or
 * null when all of a JSON value can be kept.
 */
export function unstorablePlace(value: unknown, place: string[] = []): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : place
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = isStorable(key) ? unstorablePlace(part, [...place, key]) : place
    if (found) return found
  }
  return null
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** A text without what PostgreSQL cannot keep. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\u{fffd}')
}
