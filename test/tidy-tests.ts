import type { SourceFile } from './import-rules.ts'

/**
 * What in a test file is left behind for the next one, which shares its process: something that an `afterAll` or
 * `afterEach` does not close because another thing was not opened, and clocks that stay set when an expectation fails.
 * A sentence each.
 */
export function untidyTests(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(test\.tsx?|spec\.ts)$/.test(path))
    .flatMap(({ path, source }) => [
      ...unopened(source).map(
        (name) => `${path}: where it was not opened, closing ${name} throws; ${name}?. does not`,
      ),
      ...(setsClock(source)
        ? [`${path}: vi.useRealTimers() belongs into an afterEach, or fake ones stay`]
        : []),
    ])
}

/** The variables without a value that an end uses as if they had one. */
function unopened(source: string): string[] {
  const names = [...source.matchAll(/^\s*let (\w+): [^=\n]+$/gm)].map(([, name]) => name as string)
  return names.filter((name) => {
    const use = new RegExp(`(?<![\\w.?])${name}\\.`)
    return ends(source).some((end) => use.test(end))
  })
}

function setsClock(source: string): boolean {
  if (!source.includes('vi.useFakeTimers(')) return false
  return !ends(source).some((end) => end.includes('vi.useRealTimers()'))
}

/** What each `afterAll` and `afterEach` is given. */
function ends(source: string): string[] {
  return [...source.matchAll(/\bafter(?:All|Each)\(/g)].map((call) => {
    const start = call.index + call[0].length
    let depth = 1
    let end = start
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1
      if (source[end] === ')') depth -= 1
    }
    return source.slice(start, end)
  })
}
