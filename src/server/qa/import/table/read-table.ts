import { CsvError, parse } from 'csv-parse/sync'
import type { ImportFault } from '../../../../contract/qa/suites.ts'
import { endOfReading, mostRows, type PlaceInFile } from '../found.ts'
import { lineIndex, lineStarts } from '../text-place.ts'
import { readHeader } from './header.ts'

const mostCells = 1_000
const lineFeed = 0x0a

interface Cell {
  text: string
  /** Byte of the file at which it begins. */
  at: number
}

export interface TableRow {
  line: number
  cells: string[]
  placeOfCell: (index: number) => PlaceInFile
}

/** Spreadsheets may begin a file with a line of their own that tells what stands between its cells: `sep=;`. */
const separatorLine = /^\uFEFF?sep=(.)\r?\n/i

/** A text without that line. */
export const withoutSeparatorLine = (text: string) => text.replace(separatorLine, '')

/**
 * The character between the cells, as the text tells it, or as its first line has it: what parts a header that names the
 * input, else a comma, a semicolon or a tab.
 */
export function delimiterOf(text: string): string {
  const told = separatorLine.exec(text)?.[1]
  if (told !== undefined) return told
  const firstLine = text.trimStart().split('\n', 1)[0] ?? ''
  const outside = firstLine.replace(/"([^"]*)"/g, (_, cell: string) => cell.replace(/[,;\t]/g, ' '))
  const found = [',', ';', '\t'].filter((one) => outside.includes(one))
  // A name in a header may hold one of the others.
  const named = found.find((one) => readHeader(outside.split(one)))
  return named ?? found[0] ?? ','
}

/** Of a row that has more cells than the header names. */
export function rowFault(row: TableRow, columns: number): ImportFault | null {
  const width = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (width <= columns) return null
  const message = `The row has ${width} cells, the header ${columns}. A cell that holds the delimiter stands in quotes.`
  return { ...row.placeOfCell(columns), message }
}

/**
 * The rows of a text whose cells stand between delimiters and, where they hold one or a line break, in double quotes.
 * Rows without any text are passed over. A row that cannot be read is a fault, and reading goes on with the line after
 * the one where its faulty cell begins.
 */
export function readTable(
  text: string,
  delimiter: string,
): { rows: TableRow[]; faults: ImportFault[] } {
  const file = Buffer.from(text)
  const placeAt = places(file)
  const rows: TableRow[] = []
  const faults: ImportFault[] = []
  const head = separatorLine.exec(text)?.[0] ?? ''
  for (let start = Buffer.byteLength(head); start < file.length; ) {
    const { records, problem } = recordsFrom(file, start, delimiter)
    for (const cells of records) {
      if (cells.every((cell) => cell.text.trim() === '')) continue
      rows.push({
        line: placeAt(cells[0]?.at ?? start).line,
        cells: cells.map((cell) => cell.text),
        placeOfCell: (index) => placeAt((cells[index] ?? cells.at(-1))?.at ?? start),
      })
    }
    if (!problem) break
    const place = placeAt(problem.at)
    if (problem.code === 'wide') {
      faults.push({ ...place, message: `A row has at most ${mostCells} cells: reading ends here.` })
      break
    }
    if (problem.code === 'end' || rows.length + faults.length >= mostRows) {
      faults.push(endOfReading(place))
      break
    }
    faults.push({ ...place, message: problemWords(problem.code, place.line) })
    const lineEnd = file.indexOf('\n', problem.at)
    start = lineEnd === -1 ? file.length : lineEnd + 1
  }
  return { rows, faults }
}

/** Why reading stops in the middle: too many rows, or too many cells of one. */
class Stop extends Error {
  readonly code: 'end' | 'wide'

  constructor(code: 'end' | 'wide') {
    super(code)
    this.code = code
  }
}

/** The records up to the end or to the first cell that cannot be read. */
function recordsFrom(file: Buffer, start: number, delimiter: string) {
  const records: Cell[][] = []
  let cells: Cell[] = []
  let at = start
  try {
    parse(file.subarray(start), {
      delimiter,
      relax_column_count: true,
      // A spreadsheet quotes only what must be quoted when cells are copied.
      relax_quotes: delimiter === '\t',
      record_delimiter: '\n',
      skip_empty_lines: true,
      cast: (value, { bytes }) => {
        if (cells.length === 0) while (file[at] === lineFeed) at += 1
        if (records.length === mostRows) throw new Stop('end')
        if (cells.length === mostCells) throw new Stop('wide')
        cells.push({ text: value, at })
        at = start + bytes + 1
        return value
      },
      on_record: () => {
        records.push(cells)
        cells = []
        return null
      },
    })
    return { records, problem: null }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof Stop)) throw error
    if (cells.length === 0) while (file[at] === lineFeed) at += 1
    return { records, problem: { code: error.code, at } }
  }
}

function problemWords(code: string, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return `The quote that opens in line ${line} is never closed.`
  }
  if (code === 'CSV_INVALID_CLOSING_QUOTE') {
    return 'Text follows a closing quote. A quote inside a quoted cell is written twice: "".'
  }
  return 'A quote stands in a cell that does not begin with one. Put the cell in quotes and write its quotes twice: "".'
}

/** Line and column of a byte. */
function places(file: Buffer): (at: number) => PlaceInFile {
  const starts = lineStarts(file)
  return (at) => {
    const index = lineIndex(starts, at)
    const before = file.subarray(starts[index], at).toString()
    return { line: index + 1, column: before.length + 1 }
  }
}
