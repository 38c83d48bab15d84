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

/**
 * Whether rows begin with names of columns, or have more of them than the table or than can be told without names: a
 * file's matter, not a paste's.
 */
export function isFile(rows: readonly string[][]): boolean {
  const [head = [], ...rest] = rows
  const names = head.map((cell) => cell.toLowerCase())
  return (
    rest.some((row) => row.length > 4) ||
    names.includes('input') ||
    names.includes('message') ||
    rows.some((row) => row.length > columnsOf(rows).length)
  )
}

const columns = ['key', 'message', 'expected', 'tags'] as const

/**
 * What the cells of rows with more than two are, in order: where the first ones are sentences, none of which could be a
 * key, they begin with the message.
 */
function columnsOf(rows: readonly string[][]): readonly (typeof columns)[number][] {
  const firsts = rows.flatMap((row) => (row.length > 2 && row[0] ? [row[0]] : []))
  return firsts.length > 0 && !firsts.some(isKey) ? columns.slice(1) : columns
}

const isKey = (text: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text)

/** How rows are read, in a sentence; undefined where each is a message alone. */
export function readingWords(rows: readonly string[][]): string | undefined {
  const width = Math.max(...rows.map((row) => row.length))
  if (width < 2) return undefined
  const read = width > 2 ? columnsOf(rows).slice(0, width) : ['message', 'expected']
  return `The columns were read as ${read.slice(0, -1).join(', ')} and ${read.at(-1)}.`
}

/**
 * Cases of pasted rows, in the order of the table's columns: a cell alone is the message, two are the message and what
 * is expected, more begin with the key, or with the message where no row has one.
 */
export function casesOfRows(rows: readonly string[][], taken: Iterable<string>): CaseDraft[] {
  const keys = new Set(taken)
  const wide = columnsOf(rows)
  return rows.map((row) => {
    const order = row.length > 2 ? wide : columns.slice(1)
    const cell = (name: (typeof columns)[number]) => row[order.indexOf(name)] ?? ''
    const [wanted, message] = [cell('key'), cell('message')]
    const key = freeKey(isKey(wanted) ? wanted : keyOfText(wanted || message), keys)
    keys.add(key)
    return newCase(key, message, { expected: cell('expected'), tags: namesOf(cell('tags')) })
  })
}
