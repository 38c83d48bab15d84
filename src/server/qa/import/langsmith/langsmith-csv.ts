import { parseJson as parseExactly } from '../../../../contract/exact-json.ts'
import type { ImportFault } from '../../../../contract/qa/suites.ts'
import { type FoundInFile, nothingFound } from '../found.ts'
import { isRecord } from '../is-record.ts'
import { isFault, parseJson } from '../json/parse-json.ts'
import { LeftOut } from '../left-out.ts'
import { delimiterOf, readTable, rowFault, type TableRow } from '../table/read-table.ts'
import { exampleCase } from './example-case.ts'

const asPythonPrints =
  'This is an object as Python prints it, and no JSON: write each part with json.dumps.'

type Part = 'inputs' | 'outputs' | 'metadata'

/** A column: a whole part of the example as JSON, or one field of it. */
interface Column {
  part: Part
  field: string | null
}

/** Whether a header is one of an export: `inputs` and `outputs`, or `input_question` and the like. */
export function isLangsmithHeader(names: readonly string[]): boolean {
  return names.some((name) => !/^input$/i.test(name.trim()) && columnOf(name)?.part === 'inputs')
}

/** Examples of a LangSmith dataset as a table. */
export function readLangsmithCsv(text: string): FoundInFile {
  const { rows, faults } = readTable(text, delimiterOf(text))
  const found = { ...nothingFound(), faults }
  const [header, ...body] = rows
  const columns = columnsOf(header?.cells ?? [])
  if (!columns.some((column) => column?.part === 'inputs')) {
    const message = 'The header names no inputs: “inputs”, or “input_…” for each of them.'
    faults.push({ line: header?.line ?? 1, column: 1, message })
    return found
  }
  const leftOut = new LeftOut()
  const variables = new Set<string>()
  for (const row of body) {
    const fault = rowFault(row, columns.length) ?? brokenCell(row, columns)
    const one = fault ? fault.message : exampleCase(exampleOf(row, columns), leftOut)
    if (typeof one === 'string') faults.push(fault ?? { ...row.placeOfCell(0), message: one })
    else {
      for (const name of Object.keys(one.content.variables ?? {})) variables.add(name)
      found.cases.push(one)
    }
  }
  for (const [index, column] of columns.entries()) {
    const name = header?.cells[index]?.trim()
    if (!column && name) leftOut.add(`“${name}” is not taken over`, header?.line ?? 1)
  }
  found.variables.push(...variables)
  found.left_out.push(...leftOut.sentences())
  return found
}

/** Null for a column of another name, and for one whose part or field another column tells. */
function columnsOf(names: readonly string[]): (Column | null)[] {
  const all = names.map(columnOf)
  return all.map((column, index) => {
    const isTold = all.some(
      (other, at) =>
        column !== null &&
        other?.part === column.part &&
        (other.field === column.field ? at < index : other.field === null),
    )
    return isTold ? null : column
  })
}

function columnOf(header: string): Column | null {
  const name = header.trim()
  const [, part, field] = /^(input|output|metadata)s?(?:[_.](.+))?$/i.exec(name) ?? []
  if (part === undefined) return null
  const parts: Record<string, Part> = { input: 'inputs', output: 'outputs', metadata: 'metadata' }
  const found = parts[part.toLowerCase()]
  return found ? { part: found, field: field ?? null } : null
}

function exampleOf(row: TableRow, columns: readonly (Column | null)[]) {
  const parts: Record<Part, unknown> = {
    inputs: undefined,
    outputs: undefined,
    metadata: undefined,
  }
  for (const [index, column] of columns.entries()) {
    const cell = row.cells[index] ?? ''
    if (!column || isNothing(cell, column)) continue
    const before = parts[column.part]
    const fields = isRecord(before) ? before : {}
    parts[column.part] =
      column.field === null ? jsonOr(cell) : { ...fields, [column.field]: jsonOr(cell) }
  }
  const indexOf = (part: Part) => columns.findIndex((column) => column?.part === part)
  const placeOf = ([field]: readonly PropertyKey[]) => {
    const index =
      field === 'expected'
        ? indexOf('outputs')
        : field === 'turns'
          ? indexOf('inputs')
          : indexOf('metadata')
    return row.placeOfCell(Math.max(index, 0))
  }
  return { line: row.line, ...parts, placeOf }
}

/** An empty cell, and one that says that a whole part of the example is not there. */
function isNothing(cell: string, { field }: Column): boolean {
  return /^\s*$/.test(cell) || (field === null && /^\s*(null|None)\s*$/.test(cell))
}

/** Of a row where a whole part of the example begins as JSON and is none, or is an object as Python prints it. */
function brokenCell(row: TableRow, columns: readonly (Column | null)[]): ImportFault | null {
  for (const [index, column] of columns.entries()) {
    const cell = row.cells[index] ?? ''
    if (column?.field !== null) continue
    if (/^\s*\{\s*'/.test(cell)) return { ...row.placeOfCell(index), message: asPythonPrints }
    if (!/^\s*\{\s*"/.test(cell)) continue
    const parsed = parseJson(cell.trim())
    if (isFault(parsed)) return { ...row.placeOfCell(index), message: parsed.message }
  }
  return null
}

/** An object or a list that stands in a cell as JSON; every other cell is its text. */
function jsonOr(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return cell
  try {
    return parseExactly(cell)
  } catch {
    return cell
  }
}
