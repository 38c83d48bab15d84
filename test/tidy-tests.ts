import type { SourceFile } from './import-rules.ts'

/**
 * What in a test file is left behind for the next one, which shares its process: something that an `afterAll` or
 * `afterEach` does not close because another thing was not opened, and clocks that stay set when an expectation fails.
 * And what expects something but lets everything pass, or fails only after longer than tests wait. A sentence each.
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
      ...(expectsAnything(source)
        ? [
            `${path}: within toMatchObject {} is any object; helpers/nothing.ts is one without fields`,
          ]
        : []),
      ...(setsLimit(source)
        ? [`${path}: how long is waited is said by helpers/patience.ts, which knows of the load`]
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

function expectsAnything(source: string): boolean {
  return given(source, /\.toMatchObject\(/g).some((value) =>
    /(^|:)\s*\{\s*\}\s*(?=[,}\])]|$)/.test(value.replace(/,?\s*\)$/, '')),
  )
}

/** A limit of 10 s and more as a number: of a wait, or after a test's or a hook's own function. */
function setsLimit(source: string): boolean {
  return /\btimeout: (?:\d{2,}_?\d{3}\b|\d+ \* )|^}, \d{2,}_\d{3}\)/m.test(source)
}

function setsClock(source: string): boolean {
  if (!source.includes('vi.useFakeTimers(')) return false
  return !ends(source).some((end) => end.includes('vi.useRealTimers()'))
}

/** What each `afterAll` and `afterEach` is given. */
function ends(source: string): string[] {
  return given(source, /\bafter(?:All|Each)\(/g)
}

/** What each call that begins like that is given. */
function given(source: string, calls: RegExp): string[] {
  return [...source.matchAll(calls)].map((call) => {
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
