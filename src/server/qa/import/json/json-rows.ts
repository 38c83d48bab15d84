import type { ImportFault } from '../../../../contract/qa/suites.ts'
import { endOfReading, mostRows } from '../found.ts'
import { isRecord } from '../is-record.ts'
import { isFault, type PlaceOf, parseJson } from './parse-json.ts'

/** One object of a file of many. */
export interface JsonRow {
  line: number
  value: Record<string, unknown>
  placeOf: PlaceOf
}

interface JsonRows {
  rows: JsonRow[]
  faults: ImportFault[]
}

/** The objects of a file: one a line; or all in one list; or a single one over several lines. */
export function readJsonRows(text: string): JsonRows {
  const trimmed = text.trim()
  const firstLine = trimmed.split('\n', 1)[0] ?? ''
  const isWhole = trimmed !== firstLine && /^[[{]/.test(trimmed) && !isJson(firstLine)
  const isList = trimmed === firstLine && trimmed.startsWith('[')
  return isList || (isWhole && (isJson(trimmed) || firstLine.length === 1))
    ? wholeRows(text)
    : lineRows(text)
}

function lineRows(text: string): JsonRows {
  const found: JsonRows = { rows: [], faults: [] }
  for (const [index, whole] of text.split('\n').entries()) {
    if (whole.trim() === '') continue
    const line = index + 1
    if (found.rows.length + found.faults.length === mostRows) {
      found.faults.push(endOfReading({ line, column: 1 }))
      break
    }
    const parsed = parseJson(whole.trimEnd(), line)
    if (isFault(parsed)) found.faults.push(parsed)
    else addRow(found, parsed.value, parsed.placeOf, line)
  }
  return found
}

function wholeRows(text: string): JsonRows {
  const found: JsonRows = { rows: [], faults: [] }
  const parsed = parseJson(text.trimEnd())
  if (isFault(parsed)) return { rows: [], faults: [parsed] }
  const { value, placeOf } = parsed
  if (!Array.isArray(value)) addRow(found, value, placeOf, placeOf([]).line)
  else {
    for (const [index, placeOfPart] of parsed.placesOfElements([], mostRows + 1).entries()) {
      const place = placeOfPart([])
      if (index === mostRows) found.faults.push(endOfReading(place))
      else addRow(found, value[index], placeOfPart, place.line)
    }
  }
  return found
}

function addRow(found: JsonRows, value: unknown, placeOf: PlaceOf, line: number): void {
  if (isRecord(value)) found.rows.push({ line, value, placeOf })
  else found.faults.push({ ...placeOf([]), message: 'Here an object in braces was expected.' })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
