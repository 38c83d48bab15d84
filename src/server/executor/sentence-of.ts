/** What was thrown, in one line: the first one, or where that only announces it, the first two. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const [first = '', second] = text.split('\n')
  return second && first.endsWith(':') ? `${first} ${second}` : first
}
