/** The texts that a search by words looks at: those at the paths, or all of the value. */
export function wordsOf(value: unknown, paths: readonly string[] | null): string {
  const texts = paths ? paths.flatMap((path) => textsAt(value, stepsOf(path))) : textsIn(value)
  return texts.join('\n').toLowerCase()
}

/** What a query asks for, each word once. */
export function wordsToFind(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
}

/** `a.b[0]` to a, b, 0; `a[*].b` to a, *, b. */
function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '' && step !== '$')
}

function textsAt(value: unknown, steps: readonly string[]): string[] {
  const [step, ...rest] = steps
  if (step === undefined) return textsIn(value)
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Object.values(value).flatMap((item) => textsAt(item, rest))
  return Object.hasOwn(value, step) ? textsAt((value as Record<string, unknown>)[step], rest) : []
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
