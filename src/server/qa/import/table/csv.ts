import { type FoundInFile, nothingFound } from '../found.ts'
import { caseOfRow } from './case-of-row.ts'
import { type Columns, mostColumns, plainColumns, readHeader, usesColumn } from './header.ts'
import { delimiterOf, readTable, rowFault, type TableRow } from './read-table.ts'

/** A table with a header: a case a row. Without a header, the first column is the input, the second what is expected. */
export function readCsv(text: string, delimiter = delimiterOf(text)): FoundInFile {
  const { rows, faults } = readTable(text, delimiter)
  const [first] = rows
  if (first && first.cells.length > mostColumns) {
    const message = `A table has at most ${mostColumns} columns.`
    return { ...nothingFound(), faults: [{ ...first.placeOfCell(mostColumns), message }] }
  }
  const header = readHeader(rows[0]?.cells ?? [])
  const columns = header ?? plainColumns
  const names = header ? (rows[0]?.cells ?? []) : null
  const body = header ? rows.slice(1) : rows
  const variables = columns.variables.map(({ name }) => name)
  const found = { ...nothingFound(), faults, variables }
  for (const row of body) {
    const fault = names && rowFault(row, names.length)
    const hasInput = (row.cells[columns.input] ?? '').trim() !== ''
    if (fault) faults.push(fault)
    else if (hasInput) found.cases.push(caseOfRow(row, columns))
    else faults.push({ ...row.placeOfCell(columns.input), message: 'The row has no input.' })
  }
  found.left_out.push(...unusedColumns(body, names, columns))
  return found
}

/** Columns with text that nothing is made of: those without a name, and the second of one name. */
function unusedColumns(
  rows: TableRow[],
  names: readonly string[] | null,
  columns: Columns,
): string[] {
  if (!names) {
    const hasText = (from: number) =>
      rows.some(({ cells }) => cells.slice(from).some((cell) => cell.trim() !== ''))
    const none = 'No header names a column “input”: from the first row on,'
    const first = hasText(1)
      ? `${none} the first column is what is said, the second what is expected.`
      : `${none} each row is what is said.`
    const rest = 'Columns after the second are not taken over: no header names them.'
    return [first, ...(hasText(2) ? [rest] : [])]
  }
  return names.flatMap((written, index) => {
    const hasText = rows.some(({ cells }) => (cells[index] ?? '').trim() !== '')
    if (!hasText || usesColumn(columns, index)) return []
    const name = written.trim()
    const why = name === '' ? 'no header names it' : `“${name}” stands twice in the header`
    return [`Column ${index + 1} is not taken over: ${why}.`]
  })
}
