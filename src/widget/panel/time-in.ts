/** A moment as people write it in a language; a page may name one that no browser knows. */
export function timeIn(language: string, time: Date): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  try {
    return time.toLocaleString(language, options)
  } catch {
    return time.toLocaleString(undefined, options)
  }
}
