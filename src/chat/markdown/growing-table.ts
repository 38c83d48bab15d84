import type { Token, Tokens } from 'marked'

/** Shorter tables are parsed again as a whole: that takes less than looking for a shorter way. */
const longTable = 24
/** The last row may still grow. */
const unsettledRows = 2

interface Shortcut {
  /** What is to be parsed: the table's head and what follows its settled rows. */
  readonly source: string
  /** Makes of the tokens of that those of the whole text. */
  readonly whole: (tokens: readonly Token[]) => readonly Token[] | null
}

/**
 * A way to parse a text that begins with a long table, of which most was parsed before: a row is a line, which no
 * later line changes. Null where there is no such table; `whole` gives null where it has become something else.
 * @param source begins where the table does
 * @param before the table's token when the text was shorter
 */
export function afterSettledRows(source: string, before: Token | undefined): Shortcut | null {
  if (before?.type !== 'table') return null
  const table = before as Tokens.Table
  const settled = table.rows.slice(0, -unsettledRows)
  if (settled.length < longTable) return null
  const head = endOfLine(source, 2)
  const settledEnd = endOfLine(source, 2 + settled.length)
  return {
    source: source.slice(0, head) + source.slice(settledEnd),
    whole: ([first, ...rest]) => {
      if (first?.type !== 'table') return null
      const grown = first as Tokens.Table
      const raw = source.slice(0, settledEnd) + grown.raw.slice(head)
      return [{ ...grown, raw, rows: [...settled, ...grown.rows] }, ...rest]
    },
  }
}

/** Where the given number of lines ends, each with its line break. */
function endOfLine(text: string, lines: number): number {
  let end = 0
  for (let line = 0; line < lines; line += 1) end = text.indexOf('\n', end) + 1
  return end
}
