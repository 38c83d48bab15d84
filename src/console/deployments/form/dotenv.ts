/** What a pasted .env says: names with values, and the numbers of the lines that say nothing. */
export interface Dotenv {
  entries: { name: string; value: string }[]
  /** Counted from 1. */
  unreadLines: number[]
}

/**
 * Reads the common form of .env files: `NAME=value`, an `export` before it, quotes around the value, `#`
 * comments. Within double quotes `\n` is a line break. A name that comes twice has its last value.
 */
export function parseDotenv(text: string): Dotenv {
  const values = new Map<string, string>()
  const unreadLines: number[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) continue
    const [, name, value] = /^(?:export\s+)?([^\s=]+)\s*=\s*(.*)$/.exec(content) ?? []
    if (name === undefined || value === undefined) unreadLines.push(index + 1)
    else values.set(name, unquote(value))
  }
  return { entries: [...values].map(([name, value]) => ({ name, value })), unreadLines }
}

function unquote(value: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(value)
  if (double)
    return (double[1] ?? '').replace(/\\(.)/g, (_all, char) => (char === 'n' ? '\n' : char))
  const single = /^'([^']*)'\s*(?:#.*)?$/.exec(value)
  if (single) return single[1] ?? ''
  return value.replace(/\s+#.*$/, '')
}
