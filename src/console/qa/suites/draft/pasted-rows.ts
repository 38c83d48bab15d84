import { type CaseDraft, newCase } from './case-draft.ts'
import { freeKey, keyOfText } from './case-keys.ts'
import { namesOf } from './check-draft.ts'

/** Whether a text is more than one cell: lines, or cells with a tab between them. */
export function isTable(text: string): boolean {
  return /[\t\n\r]/.test(text.trim())
}

/**
 * Rows and cells of what was copied from a spreadsheet or a list: lines, with tabs between cells. A cell in quotes may
 * hold both, as spreadsheets write it. Empty rows are left out.
 */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /\t|\r\n?|\n|"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]+/gy
  let held = ''
  const end = () => {
    rows.at(-1)?.push(held.trim())
    held = ''
  }
  for (const match of text.matchAll(cell)) {
    const part = match[0]
    const quoted = match[1]
    if (part === '\t') end()
    else if (/^[\r\n]/.test(part)) {
      end()
      rows.push([])
    } else held += quoted === undefined || held !== '' ? part : quoted.replaceAll('""', '"')
  }
  end()
  return rows.filter((row) => row.some(Boolean))
}

/** Whether rows begin with names of columns, or have more of them than the table: a file's matter, not a paste's. */
export function isFile([head = [], ...rest]: readonly string[][]): boolean {
  const names = head.map((cell) => cell.toLowerCase())
  return rest.some((row) => row.length > 4) || names.includes('input') || names.includes('message')
}

/**
 * Cases of pasted rows, in the order of the table's columns: a cell alone is the message, two are the message and what
 * is expected, three or four begin with the key and end with tags.
 */
export function casesOfRows(rows: readonly string[][], taken: Iterable<string>): CaseDraft[] {
  const keys = new Set(taken)
  return rows.map((row) => {
    const [wanted = '', message = '', expected = '', tags = ''] =
      row.length > 2 ? row : [row[0], ...row]
    const isKey = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(wanted)
    const key = freeKey(isKey && row.length > 2 ? wanted : keyOfText(wanted || message), keys)
    keys.add(key)
    return newCase(key, message, { expected, tags: namesOf(tags) })
  })
}
